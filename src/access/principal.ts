import { ApiError } from '../common/errors/api-error.js';
import type { RequestCaller } from '../common/http/request-caller.js';
import type { HubPrincipal } from './hub-principal.js';
import { RegistryPrincipal } from './registry-principal.js';

/** Who makes a request, of either API. Authentication creates it once per request; services take it as an argument. */
export type Principal = RegistryPrincipal | HubPrincipal;

/** The principal, or why the credentials do not hold: handlers that ask for none ignore that. */
export type Identification = Principal | ApiError;

/** A principal as the request log names them; undefined for nobody who is known. */
export function loggedCaller(identification: Identification): RequestCaller | undefined {
  if (identification instanceof ApiError || identification.kind === 'anonymous') return undefined;
  const { kind } = identification;
  return identification instanceof RegistryPrincipal
    ? { kind, id: identification.publicTokenId ?? identification.subject }
    : { kind, id: identification.id };
}
