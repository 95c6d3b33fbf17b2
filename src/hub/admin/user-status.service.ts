import { Injectable } from '@nestjs/common';
import { ApiError, notFound, conflict } from '../../common/errors/api-error.js';
import { isUuid } from '../../common/values/uuid.js';
import { HubChanges } from '../../access/hub-changes.js';
import type { Confirmed, UserCaller } from '../../access/hub-principal.js';
import { actorOf } from '../audit/actor.js';
import type { PlatformRole } from '../../access/roles.js';
import { AuditService } from '../audit/audit.service.js';
import { changesBetween } from '../audit/changes.js';
import { addressDetails } from '../identity/profile-changes.js';
import { adminUserView, type AdminUser } from './admin-user.js';
import type { AdminUserView, BulkResults } from './admin-users.dto.js';
import { AdminUsersRepository } from './admin-users.repository.js';

/** Actions that take away access. */
type Loss = 'suspend' | 'demote' | 'delete';

/**
 * Why an administrator cannot do this to a user; undefined if they can. The platform always keeps an active
 * administrator (hub contract 18), because administrators cannot suspend, demote or delete themselves.
 */
const refusalOf = (callerId: string, user: AdminUser, loss: Loss | undefined): ApiError | undefined =>
  loss !== undefined && user.id === callerId ? conflict(`you cannot ${loss} yourself`) : undefined;

const MOVES = {
  SUSPENDED: { action: 'user.suspended', loss: 'suspend' },
  ACTIVE: { action: 'user.activated', loss: undefined },
} as const;

/** Changes the status and the platform role of users (hub contract 18). */
@Injectable()
export class UserStatusService {
  constructor(
    private readonly changes: HubChanges,
    private readonly users: AdminUsersRepository,
    private readonly audit: AuditService,
  ) {}

  /** Suspends or activates a user; the current status changes nothing. @throws 404, 409 for the caller */
  async setStatus(principal: UserCaller, id: string, status: keyof typeof MOVES): Promise<AdminUserView> {
    const [outcome] = await this.move(principal, [id], status);
    if (outcome === undefined || outcome instanceof ApiError) throw outcome ?? new Error('missing result');
    return adminUserView(outcome);
  }

  /** Like `setStatus` for several users, each with a result of its own. */
  async setStatusOfAll(
    principal: UserCaller,
    ids: readonly string[],
    status: keyof typeof MOVES,
  ): Promise<BulkResults> {
    const outcomes = await this.move(principal, ids, status);
    const results = ids.map((id, index) => {
      const outcome = outcomes[index];
      return outcome instanceof ApiError ? { id, ok: false, reason: outcome.message } : { id, ok: true };
    });
    return { results };
  }

  /** @throws 404, 409 for the caller */
  changeRole(principal: UserCaller, id: string, role: PlatformRole): Promise<AdminUserView> {
    return this.changes.run(principal, { users: [id] }, async (caller) => {
      const user = await this.requireOne(caller, id, role === 'USER' ? 'demote' : undefined);
      const changes = changesBetween(adminUserView(user), { role });
      if (changes === undefined) return adminUserView(user);
      await this.users.change(id, { role });
      await this.record(caller, id, 'user.role_changed', { changes });
      return adminUserView({ ...user, role });
    });
  }

  /** A locked user on whom the caller may perform the action. @throws 404, 409 */
  async requireOne(caller: Confirmed, id: string, loss: Loss | undefined): Promise<AdminUser> {
    const [user] = await this.users.find([id]);
    if (user === undefined) throw notFound('user');
    const refusal = refusalOf(caller.id, user, loss);
    if (refusal !== undefined) throw refusal;
    return user;
  }

  record(
    caller: Confirmed,
    id: string,
    action: `user.${string}`,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.audit.record({ orgId: null, actor: actorOf(caller), action, resourceId: id, details });
  }

  /** The result for each id: the updated user or the error. */
  private move(
    principal: UserCaller,
    ids: readonly string[],
    status: keyof typeof MOVES,
  ): Promise<(AdminUser | ApiError)[]> {
    const { action, loss } = MOVES[status];
    const users = ids.filter(isUuid);
    return this.changes.run(principal, { users }, async (caller) => {
      const found = await this.users.find(users);
      const byId = new Map(found.map((user) => [user.id, user]));
      const outcomes = ids.map((id) => {
        const user = byId.get(id);
        if (user === undefined) return notFound('user');
        return refusalOf(caller.id, user, loss) ?? user;
      });
      const moved = outcomes.filter(
        (outcome): outcome is AdminUser => !(outcome instanceof ApiError) && outcome.status !== status,
      );
      if (moved.length > 0) {
        const movedIds = moved.map(({ id }) => id);
        await this.users.setStatus(movedIds, status);
        if (status === 'SUSPENDED') await this.users.endSessions(movedIds);
        for (const user of moved) await this.record(caller, user.id, action, addressDetails(user));
      }
      return outcomes.map((outcome) => (outcome instanceof ApiError ? outcome : { ...outcome, status }));
    });
  }
}
