import type { Principal } from './principal.js';

/** Throws unless a principal may do what a request asks for. */
export type AccessCheck<P extends Principal = Principal> = (principal: P) => void;

const checks = new WeakMap<Principal, AccessCheck<never>>();

/** Keeps the check that a request's principal has passed, for changes to repeat once they hold their locks (ADR 27). */
export const keepCheck = <P extends Principal>(principal: P, check: AccessCheck<P>): void =>
  void checks.set(principal, check);

/** The check that a principal has passed. @throws for one whom no route's rule has let in */
export function passedCheck<P extends Principal>(principal: P): AccessCheck<P> {
  const check = checks.get(principal);
  if (check === undefined) throw new Error('changes by a caller belong to a request');
  return check as AccessCheck<P>;
}
