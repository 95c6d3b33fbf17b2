import { Injectable } from '@nestjs/common';
import { PERMISSIONS, reachesRole, ROLES, type Role } from '../../../auth/rules/roles.js';
import type { Actor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { InvitationsRepository } from './invitations.repository.js';

/** Ends the invitations of people who lose rights: they do not come back with the rights. */
@Injectable()
export class SentInvitations {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Revokes the pending invitations that a member has sent and may not send any more. Within the transaction of the change,
   * with the organization locked.
   * @param role the member's role from now on; undefined for somebody who is removed
   */
  async endOf(orgId: string, userId: string, role: Role | undefined, actor: Actor): Promise<void> {
    const kept = ROLES.filter(
      (each) => role !== undefined && PERMISSIONS[role].has('member:invite') && reachesRole(role, each),
    );
    for (const { id, ...details } of await this.invitations.revokeSent(orgId, userId, kept)) {
      await this.audit.record({ orgId, actor, action: 'invitation.revoked', resourceId: id, details });
    }
  }
}
