import type { Principal } from './principal.js';

/** Throws unless a principal is allowed to make a request. */
export type AccessCheck<P extends Principal = Principal> = (principal: P) => void;

const checks = new WeakMap<Principal, AccessCheck<never>>();

/**
 * Keeps the check that the principal of a request has passed, so that changes can repeat it once they hold their locks
 * (ADR 27).
 */
export const keepCheck = <P extends Principal>(principal: P, check: AccessCheck<P>): void =>
  void checks.set(principal, check);

/** The check that a principal has passed. @throws for a principal that was not admitted by the rule of a route */
export function passedCheck<P extends Principal>(principal: P): AccessCheck<P> {
  const check = checks.get(principal);
  if (check === undefined) throw new Error('changes by a caller belong to a request');
  return check as AccessCheck<P>;
}
