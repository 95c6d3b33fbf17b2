import { Injectable } from '@nestjs/common';
import { unauthorized } from '../../common/errors/unauthorized.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { AuthorizedChanges } from '../rules/authorized-changes.js';
import { HubLocksRepository } from '../locks/hub-locks.repository.js';
import type { Confirmed, HubPrincipal, AuthenticatedCaller, UserCaller } from './hub-principal.js';

/** What a change of the hub locks before it reads anything. */
export interface HubLocks {
  /** Users to change, or to protect from changes. */
  readonly users?: readonly string[];
  /** Organizations with anything to change; null for none. */
  readonly organizations?: readonly (string | null)[];
}

/** Changes of the hub on behalf of callers. */
@Injectable()
export class HubChanges extends AuthorizedChanges<AuthenticatedCaller, HubLocks> {
  constructor(
    uow: UnitOfWork,
    private readonly locks: HubLocksRepository,
  ) {
    super(uow);
  }

  /**
   * Runs a change with `runLocked`.
   * @throws 401 for a caller who is suspended or whose token has ended; the errors of the route's rule
   */
  run<T>(
    principal: UserCaller,
    locks: HubLocks | (() => Promise<HubLocks>),
    work: (caller: Confirmed<UserCaller>) => Promise<T>,
  ): Promise<T>;
  run<T>(
    principal: HubPrincipal,
    locks: HubLocks | (() => Promise<HubLocks>),
    work: (caller: Confirmed) => Promise<T>,
  ): Promise<T>;
  run<T>(
    principal: HubPrincipal,
    locks: HubLocks | (() => Promise<HubLocks>),
    work: (caller: Confirmed<never>) => Promise<T>,
  ): Promise<T> {
    if (principal.kind === 'anonymous') throw unauthorized('missing');
    return this.runLocked<AuthenticatedCaller, T>(principal, locks, (caller) =>
      work(caller as Confirmed<never>),
    );
  }

  /** Lock order: users before organizations. */
  protected async lock(
    caller: AuthenticatedCaller,
    { users = [], organizations = [] }: HubLocks,
  ): Promise<undefined> {
    // The user whose suspension ends the caller's authority.
    const user = caller.kind === 'user' ? caller.id : caller.dependsOnUser;
    if (users.length > 0) await this.locks.lockUsers([...users, ...(user === null ? [] : [user])]);
    else if (user !== null) await this.locks.lockUserShared(user);
    // Tokens are revoked under the lock of their organization.
    const ids = [...organizations, ...(caller.kind === 'service_token' ? [caller.organization.id] : [])];
    const named = ids.filter((id) => id !== null);
    if (named.length > 0) await this.locks.lockOrganizations(named);
    return undefined;
  }
}
