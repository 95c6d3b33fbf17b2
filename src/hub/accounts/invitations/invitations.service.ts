import { Injectable } from '@nestjs/common';
import { conflict, forbidden, notFound } from '../../../common/errors/api-error.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import { roleIn, type HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import { reachesRole } from '../../../auth/rules/roles.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { HubOrganizationsRepository } from '../organizations/hub-organizations.repository.js';
import type { PageQuery } from '../../platform/http/page.dto.js';
import { InvitationMailer } from './invitation-mailer.js';
import { invitationView } from './invitation.mapper.js';
import type { CreatedInvitationView, InvitationList, InviteRequest } from './invitations.dto.js';
import { InvitationsRepository } from './invitations.repository.js';
import { newInvitation } from './new-invitation.js';

const MAX_PENDING = 1000;

/** Invitations to organizations (hub contract 6). */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly changes: HubChanges,
    private readonly organizations: HubOrganizationsRepository,
    private readonly invitations: InvitationsRepository,
    private readonly audit: AuditService,
    private readonly mails: InvitationMailer,
  ) {}

  /**
   * Invites an e-mail address for seven days and sends a mail, within the limits of mails.
   * @throws 403 for a role above the caller's own, 409 for a member, for a pending invitation, and at 1000 pending ones
   */
  async invite(
    principal: HubPrincipal,
    orgId: string,
    { email, role }: InviteRequest,
  ): Promise<CreatedInvitationView> {
    const { invitation, hasMail, orgName, inviter } = await this.changes.run(
      principal,
      { organizations: [orgId] },
      async (caller) => {
        if (!reachesRole(roleIn(caller, orgId), role)) throw forbidden();
        const organization = await this.organizations.find(orgId);
        if (organization === undefined) throw notFound('organization');
        const invitation = newInvitation(orgId, email, role, caller.id);
        const conditions = await this.invitations.conditionsFor(orgId, invitation.emailKey);
        if (conditions.isMember) throw conflict('email belongs to a member');
        if (!(await this.invitations.insert(invitation))) throw conflict('email is already invited');
        if (conditions.pending >= MAX_PENDING) {
          throw conflict(`the organization has ${MAX_PENDING} pending invitations; revoke some`);
        }
        const actor = actorOf(caller);
        const details = { email, role };
        await this.audit.record({
          orgId,
          actor,
          action: 'invitation.created',
          resourceId: invitation.id,
          details,
        });
        const hasMail = await this.mails.reserve(invitation);
        return { invitation, hasMail, orgName: organization.displayName, inviter: actor };
      },
    );
    const mailSent = hasMail && this.mails.send({ ...invitation, orgName, inviter });
    return Object.assign(invitationView({ ...invitation, status: 'PENDING' }), { mail_sent: mailSent });
  }

  async list(orgId: string, page: PageQuery): Promise<InvitationList> {
    const { items, total } = await this.invitations.list(orgId, page);
    return { invitations: items.map(invitationView), total, limit: page.limit, offset: page.offset };
  }

  /** @throws 404, 403 for a role above the caller's own, 409 for one that is no longer pending */
  async revoke(principal: HubPrincipal, orgId: string, id: string): Promise<void> {
    await this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const invitation = await this.invitations.lock(orgId, id);
      if (invitation === undefined) throw notFound('invitation');
      if (!reachesRole(roleIn(caller, orgId), invitation.role)) throw forbidden();
      if (invitation.status !== 'PENDING') {
        throw conflict(`the invitation is ${invitation.status.toLowerCase()}`);
      }
      await this.invitations.setStatus(orgId, id, 'REVOKED');
      const actor = actorOf(caller);
      const details = { email: invitation.email, role: invitation.role };
      await this.audit.record({ orgId, actor, action: 'invitation.revoked', resourceId: id, details });
    });
  }
}
