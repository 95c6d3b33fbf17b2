import { AsyncLocalStorage } from 'node:async_hooks';
import type { HubPrincipal } from './hub-principal.js';

/** Throws unless a caller may do what the running request asks for. */
export type AccessCheck = (caller: HubPrincipal) => void;

const running = new AsyncLocalStorage<{ check?: AccessCheck }>();

/** Runs `work` as a request whose access check is not known yet. */
export const runRequest = <T>(work: () => T): T => running.run({}, work);

/** Keeps the check that the running request has passed, for changes to repeat once they hold their locks. */
export function keepAccessCheck(check: AccessCheck): void {
  const request = running.getStore();
  if (request === undefined) throw new Error('the request has not come through the entry of the hub');
  request.check = check;
}

/** The check that the running request has passed. @throws outside a request that a route's rule has let in */
export function currentAccessCheck(): AccessCheck {
  const check = running.getStore()?.check;
  if (check === undefined) throw new Error('changes by a caller belong to a request');
  return check;
}
