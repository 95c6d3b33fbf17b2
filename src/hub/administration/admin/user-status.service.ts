import { Injectable } from '@nestjs/common';
import { ApiError, badRequest, conflict, notFound } from '../../../common/errors/api-error.js';
import { defined } from '../../../common/values/defined.js';
import { isUuid } from '../../../common/values/uuid.js';
import { AccountCredentialsRepository } from '../../../auth/accounts/account-credentials.repository.js';
import { LocalUsersService } from '../../../auth/local-users/local-users.service.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { Confirmed, UserCaller } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import {
  AccountCredentials,
  type EndingOptions,
} from '../account-credentials/account-credentials.service.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { changesBetween } from '../../audit/events/changes.js';
import { addressDetails } from '../../../auth/accounts/user-profile.js';
import { adminUserView, type AdminUser } from './admin-user.js';
import type { AdminUserView, BulkResults, ChangeRoleRequest } from './admin-users.dto.js';
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
    private readonly accounts: AccountCredentialsRepository,
    private readonly credentials: AccountCredentials,
    private readonly localUsers: LocalUsersService,
  ) {}

  /** Suspends or activates a user; the current status changes nothing. @throws 404, 409 for the caller */
  async setStatus(
    principal: UserCaller,
    id: string,
    status: keyof typeof MOVES,
    options: EndingOptions = {},
  ): Promise<AdminUserView> {
    const [outcome] = await this.move(principal, [id], status, options);
    if (outcome === undefined || outcome instanceof ApiError) throw outcome ?? new Error('missing result');
    return adminUserView(outcome);
  }

  /** Like `setStatus` for several users, each with a result of its own. */
  async setStatusOfAll(
    principal: UserCaller,
    ids: readonly string[],
    status: keyof typeof MOVES,
    options: EndingOptions = {},
  ): Promise<BulkResults> {
    const outcomes = await this.move(principal, ids, status, options);
    const results = ids.map((id, index) => {
      const outcome = outcomes[index];
      return outcome instanceof ApiError ? { id, ok: false, reason: outcome.message } : { id, ok: true };
    });
    return { results };
  }

  /**
   * Changes the roles of a user in the hub, in the registry or both.
   * @throws 400 for neither, 404, 409 for the caller, for the last administrator of the registry, and for a role in the registry
   * that the identity provider gives
   */
  changeRoles(
    principal: UserCaller,
    id: string,
    { role, registry_role: registryRole }: ChangeRoleRequest,
  ): Promise<AdminUserView> {
    if (role === undefined && registryRole === undefined) {
      throw badRequest('role', 'must be given, or registry_role');
    }
    return this.changes.run(principal, { users: [id] }, async (caller) => {
      const user = await this.requireOne(caller, id, role === 'USER' ? 'demote' : undefined);
      const wanted = defined({ role, registry_role: registryRole });
      const changes = changesBetween(adminUserView(user), wanted);
      if (changes === undefined) return adminUserView(user);
      if (role !== undefined) await this.users.change(id, { role });
      if (registryRole !== undefined) await this.setRegistryRole(id, registryRole === 'ADMIN');
      await this.record(caller, id, 'user.role_changed', { changes });
      const registryAdmin = registryRole === undefined ? user.registryAdmin : registryRole === 'ADMIN';
      return adminUserView({ ...user, role: role ?? user.role, registryAdmin });
    });
  }

  private async setRegistryRole(id: string, isAdmin: boolean): Promise<void> {
    const account = await this.accounts.ofUser(id);
    if (account?.localId == null || account.subject === null) {
      throw conflict('the identity provider decides who administers the registry');
    }
    await this.localUsers.setAdministrator(account.subject, isAdmin);
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
    { revokeTokens }: EndingOptions,
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
        if (status === 'SUSPENDED') await this.accounts.endSignIns(movedIds);
        for (const user of moved) await this.record(caller, user.id, action, addressDetails(user));
      }
      if (revokeTokens === true) {
        const concerned = outcomes.filter((outcome): outcome is AdminUser => !(outcome instanceof ApiError));
        await this.credentials.endTokensOfUsers(
          concerned.map(({ id }) => id),
          actorOf(caller),
        );
      }
      return outcomes.map((outcome) => (outcome instanceof ApiError ? outcome : { ...outcome, status }));
    });
  }
}
