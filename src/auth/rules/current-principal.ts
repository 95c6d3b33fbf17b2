import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError } from '../../common/errors/api-error.js';
import { recordCaller } from '../../common/http/request-caller.js';
import {
  ANONYMOUS_CALLER,
  type AuthenticatedCaller,
  type HubPrincipal,
  type ServiceCaller,
  type UserCaller,
} from '../hub/hub-principal.js';
import { loggedCaller, type Identification, type Principal } from './principal.js';
import { RegistryPrincipal } from '../registry/registry-principal.js';

const identified = new WeakMap<Request, Identification>();

/** Stores the principal of a request; called by authentication only. */
export function setPrincipal(req: Request, identification: Identification): void {
  identified.set(req, identification);
  const caller = loggedCaller(identification);
  if (caller !== undefined) recordCaller(req, caller);
}

/** The principal of a request; undefined before authentication. @throws 401 when its credentials are invalid */
export function principalOf(req: Request): Principal | undefined {
  const identification = identified.get(req);
  if (identification instanceof ApiError) throw identification;
  return identification;
}

/** The same, with invalid credentials treated as missing. */
function validPrincipalOf(context: ExecutionContext): Principal | undefined {
  const identification = identified.get(context.switchToHttp().getRequest<Request>());
  return identification instanceof ApiError ? undefined : identification;
}

/** Injects the principal of the request into a registry handler; anonymous for open operations. */
export const CurrentPrincipal = createParamDecorator(
  (_data: unknown, context: ExecutionContext): RegistryPrincipal => {
    const principal = validPrincipalOf(context);
    return principal instanceof RegistryPrincipal ? principal : RegistryPrincipal.ANONYMOUS;
  },
);

/** Injects the principal of the request into a hub handler; anonymous if the rule ignores credentials. */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): HubPrincipal => {
    const principal = validPrincipalOf(context);
    return principal === undefined || principal instanceof RegistryPrincipal ? ANONYMOUS_CALLER : principal;
  },
);

/** Injects the calling user or service token into a hub handler whose rule admits both. */
export const CurrentHubCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): AuthenticatedCaller => {
    const principal = validPrincipalOf(context);
    if (principal === undefined || principal instanceof RegistryPrincipal || principal.kind === 'anonymous')
      throw new Error('the rule must admit only callers with credentials');
    return principal;
  },
);

/** Injects the calling user into a hub handler whose rule admits only users. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext): UserCaller => {
  const principal = validPrincipalOf(context);
  if (principal === undefined || principal instanceof RegistryPrincipal || principal.kind !== 'user')
    throw new Error('the rule must admit only users');
  return principal;
});

/** Injects the calling service token into a hub handler whose rule admits only service tokens. */
export const CurrentServiceToken = createParamDecorator(
  (_data: unknown, context: ExecutionContext): ServiceCaller => {
    const principal = validPrincipalOf(context);
    if (principal?.kind !== 'service_token') throw new Error('the rule must admit only service tokens');
    return principal;
  },
);
