import { Injectable } from '@nestjs/common';
import { conflict } from '../../common/errors/api-error.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { actorOf, type UserCaller } from '../access/hub-principal.js';
import { AuditService } from '../audit/audit.service.js';
import { AdminUsersRepository } from './admin-users.repository.js';
import { UserPlacesRepository } from './user-places.repository.js';
import { UserStandingService } from './user-standing.service.js';

/** Users leave the platform (decisions, hub 18): they are kept for what refers to them, and found by nobody. */
@Injectable()
export class UserRemovalService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: AdminUsersRepository,
    private readonly places: UserPlacesRepository,
    private readonly standings: UserStandingService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Deletes a user, with their sessions and memberships.
   * @throws 404, 409 for the caller, the last administrator, and the last owner of an organization, which it names
   */
  async remove(caller: UserCaller, id: string): Promise<void> {
    await this.uow.run(async () => {
      const { email, role } = await this.standings.lockOne(caller, id, 'delete');
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
          details: { email, role: place.role },
        });
      }
      await this.standings.record(caller, id, 'user.deleted', { email, role });
    });
  }
}
