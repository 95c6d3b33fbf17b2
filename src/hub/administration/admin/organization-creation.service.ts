import { Injectable } from '@nestjs/common';
import { defined } from '../../../common/values/defined.js';
import { TransactionConflictError } from '../../../storage/database/database-errors.js';
import { HubChanges, type HubLocks } from '../../../auth/hub/hub-changes.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { HubUsersRepository } from '../../accounts/identity/hub-users.repository.js';
import { InvitationMailer } from '../../accounts/invitations/invitation-mailer.js';
import { InvitationsRepository } from '../../accounts/invitations/invitations.repository.js';
import { newInvitation, type NewInvitation } from '../../accounts/invitations/new-invitation.js';
import { organizationView } from '../../accounts/organizations/organization.mapper.js';
import { OrganizationsService } from '../../accounts/organizations/organizations.service.js';
import type { AdminCreatedOrganization, AdminCreateOrganizationRequest } from './admin-organizations.dto.js';

/** Creates organizations on behalf of others, for platform administrators (hub contract 18). */
@Injectable()
export class OrganizationCreationService {
  constructor(
    private readonly changes: HubChanges,
    private readonly organizations: OrganizationsService,
    private readonly users: HubUsersRepository,
    private readonly invitations: InvitationsRepository,
    private readonly mails: InvitationMailer,
    private readonly audit: AuditService,
  ) {}

  /**
   * Creates an organization. The user with the verified `owner_email` becomes its owner; without such a user, the
   * address is invited. Without `owner_email`, it has no owner yet.
   * @param ownerId the owner, if it is not found by an address
   * @throws 409 for a slug that is taken, regardless of case
   */
  async create(
    principal: UserCaller,
    request: AdminCreateOrganizationRequest,
    ownerId?: string,
  ): Promise<AdminCreatedOrganization> {
    const { owner_email: ownerEmail, plan = 'FREE' } = request;
    const findOwner = async (): Promise<{ readonly id: string } | undefined> => {
      if (ownerId !== undefined) return { id: ownerId };
      return ownerEmail === undefined ? undefined : this.users.findActiveByEmail(ownerEmail);
    };
    let expected: { readonly id: string } | undefined;
    const locks = async (): Promise<HubLocks> => {
      expected = await findOwner();
      return expected === undefined ? {} : { users: [expected.id] };
    };
    const { organization, invited, hasMail, inviter } = await this.changes.run(
      principal,
      locks,
      async (caller) => {
        const owner = await findOwner();
        if (owner?.id !== expected?.id) throw new TransactionConflictError('the owner has changed');
        const organization = await this.organizations.insert(caller, request, plan, owner?.id);
        const { id, slug } = organization;
        let invited: NewInvitation | undefined;
        if (owner === undefined && ownerEmail !== undefined) {
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
        const hasMail = invited !== undefined && (await this.mails.reserve(invited));
        return { organization, invited, hasMail, inviter: actorOf(caller) };
      },
    );
    if (invited === undefined) return organizationView(organization);
    const mailSent = hasMail && this.mails.send({ ...invited, orgName: organization.displayName, inviter });
    return Object.assign(organizationView(organization), { mail_sent: mailSent });
  }
}
