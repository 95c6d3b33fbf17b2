import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from '../common/errors/api-error.js';
import { recordCaller } from '../common/http/request-caller.js';
import { ANONYMOUS, type HubPrincipal, type ServiceCaller, type UserCaller } from './hub-principal.js';
import { loggedCaller, type Identification, type Principal } from './principal.js';
import { RegistryPrincipal } from './registry-principal.js';

const identified = new WeakMap<Request, Identification>();

/** Remembers who makes a request; only authentication calls it. */
export function setPrincipal(req: Request, identification: Identification): void {
  identified.set(req, identification);
  const caller = loggedCaller(identification);
  if (caller !== undefined) recordCaller(req, caller);
}

/** Who makes a request; undefined before authentication. @throws 401 when its credentials do not hold */
export function principalOf(req: Request): Principal | undefined {
  const identification = identified.get(req);
  if (identification instanceof ApiError) throw identification;
  return identification;
}

/** The same where credentials that do not hold are as good as none. */
function validPrincipalOf(context: ExecutionContext): Principal | undefined {
  const identification = identified.get(context.switchToHttp().getRequest<Request>());
  return identification instanceof ApiError ? undefined : identification;
}

/** Hands a handler of the registry the request's principal; anonymous for open operations. */
export const CurrentPrincipal = createParamDecorator(
  (_data: unknown, context: ExecutionContext): RegistryPrincipal => {
    const principal = validPrincipalOf(context);
    return principal instanceof RegistryPrincipal ? principal : RegistryPrincipal.ANONYMOUS;
  },
);

/** Hands a handler of the hub the request's principal; anonymous where the credentials do not matter. */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): HubPrincipal => {
    const principal = validPrincipalOf(context);
    return principal === undefined || principal instanceof RegistryPrincipal ? ANONYMOUS : principal;
  },
);

/** Hands a handler of the hub the user who calls: for rules that let users in alone. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext): UserCaller => {
  const principal = validPrincipalOf(context);
  if (principal === undefined || principal instanceof RegistryPrincipal || principal.kind !== 'user')
    throw new Error('the rule lets users in alone');
  return principal;
});

/** Hands a handler of the hub the service token that calls: for rules that let service tokens in alone. */
export const CurrentServiceToken = createParamDecorator(
  (_data: unknown, context: ExecutionContext): ServiceCaller => {
    const principal = validPrincipalOf(context);
    if (principal?.kind !== 'service_token') throw new Error('the rule lets service tokens in alone');
    return principal;
  },
);
