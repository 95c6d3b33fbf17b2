import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../common/errors/api-error.js';
import { defined } from '../../../common/values/defined.js';
import { NO_PROFILE } from '../../../auth/accounts/user-profile.js';
import { currentDate } from '../../../common/values/clock.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import type { Plan } from '../../../auth/accounts/accounts.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { changesBetween } from '../../audit/events/changes.js';
import { adminUserView } from './admin-user.js';
import type {
  AdminUserList,
  AdminUsersQuery,
  AdminUserView,
  ChangeUserRequest,
  CreateUserRequest,
} from './admin-users.dto.js';
import { AdminUsersReadModel } from './admin-users.read-model.js';
import { AdminUsersRepository, type UserChange } from './admin-users.repository.js';

/** Administration of users (hub contract 18). */
@Injectable()
export class AdminUsersService {
  constructor(
    private readonly changes: HubChanges,
    private readonly users: AdminUsersRepository,
    private readonly readModel: AdminUsersReadModel,
    private readonly audit: AuditService,
  ) {}

  async list(query: AdminUsersQuery): Promise<AdminUserList> {
    const { total, items } = await this.readModel.list(query);
    return { users: items.map(adminUserView), total, limit: query.limit, offset: query.offset };
  }

  /** @throws 404 */
  async get(id: string): Promise<AdminUserView> {
    const user = await this.readModel.find(id);
    if (user === undefined) throw notFound('user');
    return adminUserView(user);
  }

  /**
   * Creates a user in advance; the identity provider's account is linked at the first sign-in.
   * @throws 409 when another user has the address, regardless of case
   */
  async create(principal: UserCaller, request: CreateUserRequest): Promise<AdminUserView> {
    const { email, name, plan = 'FREE', role = 'USER' } = request;
    const user = { id: randomUUID(), email, name, plan, role };
    const now = currentDate();
    await this.changes.run(principal, {}, async (caller) => {
      await this.requireFree(email);
      await this.users.insert(user, now);
      await this.audit.record({
        orgId: null,
        actor: actorOf(caller),
        action: 'user.created',
        resourceId: user.id,
        details: { email, plan, role },
      });
    });
    return adminUserView({
      ...NO_PROFILE,
      ...user,
      registryAdmin: null,
      status: 'ACTIVE',
      createdAt: now,
      lastLoginAt: null,
    });
  }

  /** @throws 404, 409 when somebody else has the address */
  change(principal: UserCaller, id: string, request: ChangeUserRequest): Promise<AdminUserView> {
    return this.alter(principal, id, 'user.updated', defined(request));
  }

  /** @throws 404 */
  changePlan(principal: UserCaller, id: string, plan: Plan): Promise<AdminUserView> {
    return this.alter(principal, id, 'user.plan_changed', { plan });
  }

  /** Applies a change; does nothing if the values are current. */
  private alter(
    principal: UserCaller,
    id: string,
    action: `user.${string}`,
    change: UserChange,
  ): Promise<AdminUserView> {
    return this.changes.run(principal, { users: [id] }, async (caller) => {
      const [user] = await this.users.find([id]);
      if (user === undefined) throw notFound('user');
      const { email, ...others } = change;
      const newEmail = email === user.email ? undefined : email;
      const { name, plan, emailVerified } = user;
      const changes = changesBetween(
        { email: user.email, email_verified: emailVerified, name, plan },
        { ...change, email_verified: newEmail === undefined ? undefined : false },
      );
      if (changes === undefined) return adminUserView(user);
      if (newEmail !== undefined) await this.requireFree(newEmail, id);
      await this.users.change(id, newEmail === undefined ? others : change);
      const actor = actorOf(caller);
      await this.audit.record({ orgId: null, actor, action, resourceId: id, details: { changes } });
      return adminUserView({ ...user, ...change, emailVerified: emailVerified && newEmail === undefined });
    });
  }

  private async requireFree(email: string, exceptId?: string): Promise<void> {
    const { isTaken } = await this.users.lockEmail(email, exceptId);
    if (isTaken) throw conflict('email belongs to another user');
  }
}
