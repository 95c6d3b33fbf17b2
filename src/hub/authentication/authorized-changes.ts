import { Injectable } from '@nestjs/common';
import { unauthorized } from '../../common/errors/unauthorized.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { HubUsersRepository } from '../identity/hub-users.repository.js';
import { serviceCallerOf } from '../service-tokens/service-caller.js';
import { ServiceTokensRepository } from '../service-tokens/service-tokens.repository.js';
import { ChangeLocksRepository } from './change-locks.repository.js';
import { passedCheck } from '../../access/admission.js';
import type {
  Confirmed,
  HubPrincipal,
  KnownCaller,
  ServiceCaller,
  UserCaller,
} from '../../access/hub-principal.js';

/** What a change locks before it looks at anything. */
export interface ChangeLocks {
  /** Users who are changed, or must not change. */
  readonly users?: readonly string[];
  /** Organizations of which anything is changed; null stands for none. */
  readonly organizations?: readonly (string | null)[];
}

/**
 * Changes that callers ask for. Whoever waits for a lock is asked again (hub contract 13): a caller's authority is read
 * once more after the locks, in the transaction of the change, so no trail shows a change by somebody behind the event
 * that took their right. The locks come in one order for all transactions, users before organizations before all else, so
 * no two of them wait for each other (ADR 27).
 */
@Injectable()
export class AuthorizedChanges {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly locks: ChangeLocksRepository,
    private readonly users: HubUsersRepository,
    private readonly tokens: ServiceTokensRepository,
  ) {}

  /**
   * Runs `work` in a transaction that holds the locks, with the caller as they are now. Where what is to be locked has to
   * be looked up, `locks` does so, without locking; `work` throws `TransactionConflictError` when it was too late.
   * @throws 401 for a caller who is suspended or whose token has ended; what the route's rule throws
   */
  run<T>(
    principal: UserCaller,
    locks: ChangeLocks | (() => Promise<ChangeLocks>),
    work: (caller: Confirmed<UserCaller>) => Promise<T>,
  ): Promise<T>;
  run<T>(
    principal: HubPrincipal,
    locks: ChangeLocks | (() => Promise<ChangeLocks>),
    work: (caller: Confirmed) => Promise<T>,
  ): Promise<T>;
  run<T>(
    principal: HubPrincipal,
    locks: ChangeLocks | (() => Promise<ChangeLocks>),
    work: (caller: Confirmed<never>) => Promise<T>,
  ): Promise<T> {
    if (principal.kind === 'anonymous') throw unauthorized('missing');
    const check = passedCheck<KnownCaller>(principal);
    return this.uow.run(async () => {
      await this.lock(principal, typeof locks === 'function' ? await locks() : locks);
      const caller = await this.current(principal);
      check(caller);
      return work(caller as Confirmed<never>);
    });
  }

  private async lock(caller: KnownCaller, { users = [], organizations = [] }: ChangeLocks): Promise<void> {
    const own = caller.kind === 'user' ? [caller.id] : [];
    if (users.length > 0) await this.locks.lockUsers([...users, ...own]);
    else for (const id of own) await this.locks.keepUser(id);
    // A token ends with its organization's lock held.
    const ids = [...organizations, ...(caller.kind === 'service_token' ? [caller.organization.id] : [])];
    const named = ids.filter((id) => id !== null);
    if (named.length > 0) await this.locks.lockOrganizations(named);
  }

  private current(caller: KnownCaller): Promise<KnownCaller> {
    return caller.kind === 'user' ? this.currentUser(caller) : this.currentToken(caller);
  }

  private async currentUser(caller: UserCaller): Promise<UserCaller> {
    const found = await this.users.find(caller.id);
    if (found?.status !== 'ACTIVE') throw unauthorized();
    const { plan, role, memberships } = found;
    return { ...caller, plan, role, memberships };
  }

  private async currentToken({ id }: ServiceCaller): Promise<ServiceCaller> {
    const found = await this.tokens.find(id);
    if (found?.refusal !== null) throw unauthorized();
    return serviceCallerOf(found);
  }
}
