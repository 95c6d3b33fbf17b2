import { Injectable } from '@nestjs/common';
import { conflict } from '../../common/errors/api-error.js';
import { HubChanges } from '../../access/hub-changes.js';
import type { UserCaller } from '../../access/hub-principal.js';
import { actorOf } from '../audit/actor.js';
import { AuditService } from '../audit/audit.service.js';
import { shownEmail } from '../../access/user-profile.js';
import { addressDetails } from '../identity/profile-changes.js';
import { AdminUsersRepository } from './admin-users.repository.js';
import { UserMembershipsRepository } from './user-memberships.repository.js';
import { UserStatusService } from './user-status.service.js';

/** Deletes users (hub contract 18). Their rows stay for references, but no query finds them. */
@Injectable()
export class UserRemovalService {
  constructor(
    private readonly changes: HubChanges,
    private readonly users: AdminUsersRepository,
    private readonly memberships: UserMembershipsRepository,
    private readonly statuses: UserStatusService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Deletes a user with their sessions and memberships.
   * @throws 404, 409 for the caller and for the last owner of an organization, which the error names
   */
  async remove(principal: UserCaller, id: string): Promise<void> {
    await this.changes.run(principal, { users: [id] }, async (caller) => {
      const user = await this.statuses.requireOne(caller, id, 'delete');
      await this.users.lockLocalUsers([id]);
      const memberships = await this.memberships.lock(id);
      const orphan = memberships.find(
        (membership) => membership.role === 'OWNER' && !membership.hasOtherOwner,
      );
      if (orphan !== undefined) {
        throw conflict(`the user is the last owner of the organization ${orphan.slug}`);
      }
      await this.users.setStatus([id], 'DELETED');
      await this.users.endSessions([id]);
      await this.memberships.removeAll(id);
      for (const membership of memberships) {
        await this.audit.record({
          orgId: membership.orgId,
          actor: actorOf(caller),
          action: 'member.removed',
          resourceId: id,
          details: { email: shownEmail(user), role: membership.role },
        });
      }
      await this.statuses.record(caller, id, 'user.deleted', { ...addressDetails(user), role: user.role });
    });
  }
}
