import { Injectable } from '@nestjs/common';
import { defined } from '../../common/values/defined.js';
import { actorOf, type UserCaller } from '../access/hub-principal.js';
import { AuditService } from '../audit/audit.service.js';
import { HubUsersRepository } from '../identity/hub-users.repository.js';
import { InvitationMails } from '../invitations/invitation-mails.js';
import { InvitationsRepository } from '../invitations/invitations.repository.js';
import { newInvitation, type NewInvitation } from '../invitations/new-invitation.js';
import type { OrganizationView } from '../orgs/organizations.dto.js';
import { OrganizationsService } from '../orgs/organizations.service.js';
import { HubOrganizationsRepository } from '../orgs/hub-organizations.repository.js';
import type { AdminCreateOrganizationRequest } from './admin-orgs.dto.js';

/** Organizations that administrators of the platform begin for others (decisions, hub 18). */
@Injectable()
export class OrganizationCreationService {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly members: HubOrganizationsRepository,
    private readonly users: HubUsersRepository,
    private readonly invitations: InvitationsRepository,
    private readonly mails: InvitationMails,
    private readonly audit: AuditService,
  ) {}

  /**
   * Begins an organization. The user with `owner_email` is its owner, or whoever comes with it is invited, by mail too;
   * without it there is no owner yet.
   * @throws 409 for a slug that is taken in any spelling
   */
  async create(caller: UserCaller, request: AdminCreateOrganizationRequest): Promise<OrganizationView> {
    const { owner_email: ownerEmail, plan = 'FREE' } = request;
    let invited: NewInvitation | undefined;
    const organization = await this.organizations.begin(request, plan, async ({ id, slug, createdAt }) => {
      const owner = ownerEmail === undefined ? undefined : await this.users.lockActiveByEmail(ownerEmail);
      if (owner !== undefined) {
        await this.members.addMember({ orgId: id, userId: owner.id, role: 'OWNER', createdAt });
      } else if (ownerEmail !== undefined) {
        invited = newInvitation(id, ownerEmail, 'OWNER', caller.id);
        await this.invitations.insert(invited);
      }
      await this.audit.record({
        orgId: id,
        actor: actorOf(caller),
        action: 'organization.created',
        resourceId: id,
        details: defined({
          slug,
          plan,
          owner_id: owner?.id,
          invitation_id: invited?.id,
          invited: invited?.email,
        }),
      });
    });
    if (invited !== undefined) {
      this.mails.send({ ...invited, orgName: organization.display_name, inviter: caller.email });
    }
    return organization;
  }
}
