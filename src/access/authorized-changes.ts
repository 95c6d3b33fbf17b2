import type { UnitOfWork } from '../storage/database/unit-of-work.js';
import { passedCheck } from './admission.js';
import type { AnonymousCaller } from './hub-principal.js';
import type { Principal } from './principal.js';

/**
 * Changes that callers ask for. Whoever waits for a lock is asked again (hub contract 13): a caller's authority is read
 * once more after the locks, in the transaction of the change, so that nobody changes anything, and no audit trail shows a
 * change, after the event that took their right. The locks come in one order for all transactions, so that no two of them
 * wait for each other (ADR 27).
 */
export abstract class AuthorizedChanges<P extends Exclude<Principal, AnonymousCaller>, Locks> {
  constructor(protected readonly uow: UnitOfWork) {}

  /** Takes the locks of a change, and those that keep the authority of its caller as it is, in the global order. */
  protected abstract lock(principal: P, locks: Locks): Promise<void>;

  /**
   * Runs `work` in a transaction that holds the locks, with the caller as they are now. Where what is to be locked has to
   * be looked up, `locks` does so, without locking; `work` throws `TransactionConflictError` when it was too late.
   * @throws 401 for credentials that have ended; what the route's rule throws
   */
  protected runLocked<Caller extends P, T>(
    principal: Caller,
    locks: Locks | (() => Promise<Locks>),
    work: (caller: Caller) => Promise<T>,
  ): Promise<T> {
    const check = passedCheck<Caller>(principal);
    return this.uow.run(async () => {
      await this.lock(principal, isLookup(locks) ? await locks() : locks);
      const caller = (await principal.renew()) as Caller;
      check(caller);
      return work(caller);
    });
  }
}

const isLookup = <Locks>(locks: Locks | (() => Promise<Locks>)): locks is () => Promise<Locks> =>
  typeof locks === 'function';
