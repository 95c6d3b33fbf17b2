import { Injectable } from '@nestjs/common';
import { conflict } from '../../common/errors/api-error.js';
import { HubChanges } from '../../access/hub-changes.js';
import type { UserCaller } from '../../access/hub-principal.js';
import { actorOf } from '../audit/actor.js';
import { AuditService } from '../audit/audit.service.js';
import { shownEmail } from '../../access/user-profile.js';
import { addressDetails } from '../identity/profile-changes.js';
import { AdminUsersRepository } from './admin-users.repository.js';
import { UserPlacesRepository } from './user-places.repository.js';
import { UserStandingService } from './user-standing.service.js';

/** Users leave the platform (hub contract 18): they are kept for what refers to them, and found by nobody. */
@Injectable()
export class UserRemovalService {
  constructor(
    private readonly changes: HubChanges,
    private readonly users: AdminUsersRepository,
    private readonly places: UserPlacesRepository,
    private readonly standings: UserStandingService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Deletes a user, with their sessions and memberships.
   * @throws 404, 409 for the caller, and for the last owner of an organization, which it names
   */
  async remove(principal: UserCaller, id: string): Promise<void> {
    await this.changes.run(principal, { users: [id] }, async (caller) => {
      const user = await this.standings.requireOne(caller, id, 'delete');
      const places = await this.places.lock(id);
      const orphan = places.find((place) => place.role === 'OWNER' && !place.hasOtherOwner);
      if (orphan !== undefined) {
        throw conflict(`the user is the last owner of the organization ${orphan.slug}`);
      }
      await this.users.setStatus([id], 'DELETED');
      await this.users.endSessions([id]);
      await this.places.removeAll(id);
      for (const place of places) {
        await this.audit.record({
          orgId: place.orgId,
          actor: actorOf(caller),
          action: 'member.removed',
          resourceId: id,
          details: { email: shownEmail(user), role: place.role },
        });
      }
      await this.standings.record(caller, id, 'user.deleted', { ...addressDetails(user), role: user.role });
    });
  }
}
