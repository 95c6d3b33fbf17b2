import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { conflict } from '../../common/errors/api-error.js';
import { isUniqueViolation } from '../../storage/database/database-errors.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { actorOf, type UserCaller } from '../access/hub-principal.js';
import { AuditService } from '../audit/audit.service.js';
import { InvitationMails } from '../invitations/invitation-mails.js';
import { InvitationsRepository } from '../invitations/invitations.repository.js';
import { newInvitation, type NewInvitation } from '../invitations/new-invitation.js';
import { organizationView } from '../orgs/organization.mapper.js';
import type { OrganizationView } from '../orgs/organizations.dto.js';
import { HubOrganizationsRepository } from '../orgs/organizations.repository.js';
import type { AdminCreateOrganizationRequest } from './admin-orgs.dto.js';
import { AdminOrganizationsRepository } from './admin-orgs.repository.js';

/** Organizations that administrators of the platform begin for others (decisions, hub 18). */
@Injectable()
export class OrganizationCreationService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly begun: HubOrganizationsRepository,
    private readonly organizations: AdminOrganizationsRepository,
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
    const now = new Date();
    const organization = {
      id: randomUUID(),
      name: request.name,
      slug: request.slug,
      displayName: request.display_name,
      plan: request.plan ?? 'FREE',
      status: 'ACTIVE' as const,
      apiCallsPerMin: null,
      paymentCustomer: null,
      createdAt: now,
      updatedAt: now,
    };
    const { id, slug, plan } = organization;
    const { owner_email: ownerEmail } = request;
    let invited: NewInvitation | undefined;
    try {
      await this.uow.run(async () => {
        await this.begun.insert(organization);
        const found = ownerEmail === undefined ? undefined : await this.organizations.lockOwner(ownerEmail);
        if (found !== undefined) {
          await this.begun.addMember({ orgId: id, userId: found.id, role: 'OWNER', createdAt: now });
        } else if (ownerEmail !== undefined) {
          invited = newInvitation(id, ownerEmail, 'OWNER', caller.id);
          await this.invitations.insert(invited);
        }
        await this.audit.record({
          orgId: id,
          actor: actorOf(caller),
          action: 'organization.created',
          resourceType: 'organization',
          resourceId: id,
          details: {
            slug,
            plan,
            ...(found !== undefined && { owner_id: found.id }),
            ...(invited !== undefined && { invitation_id: invited.id, invited: invited.email }),
          },
        });
      });
    } catch (error) {
      if (isUniqueViolation(error, 'organization_slug_key')) throw conflict('slug is taken');
      throw error;
    }
    if (invited !== undefined) {
      this.mails.send({ ...invited, orgName: request.display_name, inviter: caller.email });
    }
    return organizationView(organization);
  }
}
