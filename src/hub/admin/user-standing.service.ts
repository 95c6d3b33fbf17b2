import { Injectable } from '@nestjs/common';
import { ApiError, notFound } from '../../common/errors/api-error.js';
import { isUuid } from '../../common/values/uuid.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { actorOf, type UserCaller } from '../access/hub-principal.js';
import type { PlatformRole } from '../access/roles.js';
import { AuditService } from '../audit/audit.service.js';
import { changesBetween } from '../audit/changes.js';
import { adminUserView, type AdminUser } from './admin-user.js';
import type { AdminUserView, BulkResults } from './admin-users.dto.js';
import { AdminUsersRepository, type LockedUser } from './admin-users.repository.js';
import { refusalOf, type Loss } from './administrator-rules.js';

const MOVES = {
  SUSPENDED: { action: 'user.suspended', loss: 'suspend' },
  ACTIVE: { action: 'user.activated', loss: undefined },
} as const;

/**
 * Who takes part and who administrates the platform (decisions, hub 18). Whoever changes that locks the administrators
 * first, then the users: so that the rules hold although several do it at once.
 */
@Injectable()
export class UserStandingService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: AdminUsersRepository,
    private readonly audit: AuditService,
  ) {}

  /** Suspends or activates a user; what is so already is no change. @throws 404, 409 for the caller and the last administrator */
  async setStatus(caller: UserCaller, id: string, status: keyof typeof MOVES): Promise<AdminUserView> {
    const [outcome] = await this.move(caller, [id], status);
    if (outcome === undefined || outcome instanceof ApiError) throw outcome ?? new Error('one for each');
    return adminUserView(outcome);
  }

  /** The same for several, of whom some may be refused. */
  async setStatusOfAll(
    caller: UserCaller,
    ids: readonly string[],
    status: keyof typeof MOVES,
  ): Promise<BulkResults> {
    const outcomes = await this.move(caller, ids, status);
    const results = ids.map((id, index) => {
      const outcome = outcomes[index];
      return outcome instanceof ApiError ? { id, ok: false, reason: outcome.message } : { id, ok: true };
    });
    return { results };
  }

  /** @throws 404, 409 for the caller and the last administrator */
  changeRole(caller: UserCaller, id: string, role: PlatformRole): Promise<AdminUserView> {
    return this.uow.run(async () => {
      const user = await this.lockOne(caller, id, role === 'USER' ? 'demote' : undefined);
      const changes = changesBetween(adminUserView(user), { role });
      if (changes === undefined) return adminUserView(user);
      await this.users.change(id, { role });
      await this.record(caller, id, 'user.role_changed', { changes });
      return adminUserView({ ...user, role });
    });
  }

  /** A user whom the caller may do this to, as they stay until the transaction ends. @throws 403, 404, 409 */
  async lockOne(caller: UserCaller, id: string, loss: Loss | undefined): Promise<AdminUser> {
    const administrators = await this.users.lockAdministrators();
    const [user] = await this.users.lock([id]);
    if (user === undefined) throw notFound('user');
    const refusal = refusalOf(caller.id, administrators, user, loss);
    if (refusal !== undefined) throw refusal;
    return user;
  }

  /** Last in the transaction. */
  record(
    caller: UserCaller,
    id: string,
    action: `user.${string}`,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.audit.record({ orgId: null, actor: actorOf(caller), action, resourceId: id, details });
  }

  /** What has become of each: the user as they are now, or why not. */
  private move(
    caller: UserCaller,
    ids: readonly string[],
    status: keyof typeof MOVES,
  ): Promise<(AdminUser | ApiError)[]> {
    const { action, loss } = MOVES[status];
    return this.uow.run(async () => {
      const administrators = await this.users.lockAdministrators();
      const found = await this.users.lock(ids.filter(isUuid));
      const byId = new Map(found.map((user) => [user.id, user]));
      const outcomes = ids.map((id) => {
        const user = byId.get(id);
        if (user === undefined) return notFound('user');
        return refusalOf(caller.id, administrators, user, loss) ?? user;
      });
      const moved = outcomes.filter(
        (outcome): outcome is LockedUser => !(outcome instanceof ApiError) && outcome.status !== status,
      );
      if (moved.length > 0) {
        const movedIds = moved.map(({ id }) => id);
        await this.users.setStatus(movedIds, status);
        if (status === 'SUSPENDED') await this.users.endSessions(movedIds);
        for (const { id, email } of moved) await this.record(caller, id, action, { email });
      }
      return outcomes.map((outcome) => (outcome instanceof ApiError ? outcome : { ...outcome, status }));
    });
  }
}
