import { ApiError } from '../../common/errors/api-error.js';
import type { RequestCaller } from '../../common/http/request-caller.js';
import type { HubPrincipal } from '../hub/hub-principal.js';
import { RegistryPrincipal } from '../registry/registry-principal.js';

/**
 * The principal of a request to either API. Authentication creates it once per request. Services take it as their first
 * argument, unless the rule of the route decides everything, and never read headers (ADR 9).
 */
export type Principal = RegistryPrincipal | HubPrincipal;

/** The principal, or why the credentials are invalid, which handlers that need no credentials ignore. */
export type Identification = Principal | ApiError;

/** A principal in the request log; undefined for anonymous callers. */
export function loggedCaller(identification: Identification): RequestCaller | undefined {
  if (identification instanceof ApiError || identification.kind === 'anonymous') return undefined;
  const { kind } = identification;
  return identification instanceof RegistryPrincipal
    ? { kind, id: identification.publicTokenId ?? identification.subject }
    : { kind, id: identification.id };
}
