import type { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { readmitted } from './admission.js';
import type { AnonymousCaller } from '../hub/hub-principal.js';
import type { Principal } from './principal.js';

/**
 * Changes on behalf of callers. Authorization is checked again after the locks are acquired (hub contract 13): the
 * caller's authority is read again in the transaction of the change, so that no change is made, and no audit trail
 * shows one, after the event that revoked the caller's permission. All transactions take the locks in one global order,
 * so that they do not deadlock (ADR 27).
 */
export abstract class AuthorizedChanges<P extends Exclude<Principal, AnonymousCaller>, Locks> {
  constructor(protected readonly uow: UnitOfWork) {}

  /**
   * Takes the locks of a change, and those that keep the caller's authority from changing, in the global order. Returns what
   * the locked rows say about callers, to be checked after their authority.
   */
  protected abstract lock(principal: P, locks: Locks): Promise<((caller: P) => void) | undefined>;

  /**
   * Runs `work` in a transaction that holds the locks, with the caller's current authority. A function `locks` looks up
   * what to lock, without locking it; `work` throws `TransactionConflictError` if that has changed meanwhile.
   * @throws 401 for credentials that have ended; the errors of the route's rule
   */
  protected runLocked<Caller extends P, T>(
    principal: Caller,
    locks: Locks | (() => Promise<Locks>),
    work: (caller: Caller) => Promise<T>,
  ): Promise<T> {
    return this.uow.run(async () => {
      const check = await this.lock(principal, isLookup(locks) ? await locks() : locks);
      const caller = await readmitted(principal);
      check?.(caller);
      return work(caller);
    });
  }
}

const isLookup = <Locks>(locks: Locks | (() => Promise<Locks>)): locks is () => Promise<Locks> =>
  typeof locks === 'function';
