import type { AnonymousCaller } from '../hub/hub-principal.js';
import type { Principal } from './principal.js';

/** Throws unless a principal is allowed to make a request. */
export type AccessCheck<P extends Principal = Principal> = (principal: P) => void;

const checks = new WeakMap<Principal, AccessCheck<never>>();

/**
 * Keeps the check that the principal of a request has passed, so that it can be repeated: changes do so once they hold their
 * locks (ADR 27).
 */
export const keepCheck = <P extends Principal>(principal: P, check: AccessCheck<P>): void =>
  void checks.set(principal, check);

/** The check that a principal has passed. @throws for a principal that was not admitted by the rule of a route */
function passedCheck<P extends Principal>(principal: P): AccessCheck<P> {
  const check = checks.get(principal);
  if (check === undefined) throw new Error('changes by a caller belong to a request');
  return check as AccessCheck<P>;
}

/**
 * A caller with current authority, which passes the check of the request again: what takes long ends when the caller may no
 * longer do it.
 * @throws 401 for credentials that have ended; the errors of the route's rule
 */
export async function readmitted<P extends Exclude<Principal, AnonymousCaller>>(principal: P): Promise<P> {
  const check = passedCheck(principal);
  const caller = (await principal.renew()) as P;
  check(caller);
  return caller;
}
