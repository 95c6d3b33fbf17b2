import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { recordCaller } from '../common/http/request-caller.js';
import { ApiError, rateLimited } from '../common/errors/api-error.js';
import type { Rate } from './rate.js';
import { ANONYMOUS, type HubPrincipal, type ServiceCaller, type UserCaller } from './hub-principal.js';

/** What is known of a request's caller before its handler is. */
export interface Caller {
  /** Who it is, or why the credentials do not hold: handlers that ask for none do not mind. */
  readonly principal: HubPrincipal | ApiError;
  readonly rate: Rate;
}

const callers = new WeakMap<Request, Caller>();

/** Remembers who calls; only the entry of the hub does. */
export function setCaller(req: Request, caller: Caller): void {
  callers.set(req, caller);
  const { principal } = caller;
  if (principal instanceof ApiError || principal.kind === 'anonymous') return;
  recordCaller(req, { kind: principal.kind, id: principal.id });
}

const waiting = new WeakSet<Request>();

/** Remembers that a body was still on its way when the caller was found to be allowed. */
export const setWaiting = (req: Request): void => void waiting.add(req);

/** Whether a body kept a request that had been allowed waiting. */
export const hasWaited = (req: Request): boolean => waiting.has(req);

/** The caller as they are now. */
export const renewCaller = (req: Request, principal: HubPrincipal): void =>
  setCaller(req, { ...known(req), principal });

const known = (req: Request): Caller => {
  const caller = callers.get(req);
  if (caller === undefined) throw new Error('the request has not come through the entry of the hub');
  return caller;
};

/** Who makes a request. @throws 401 when its credentials do not hold */
export function callerOf(req: Request): HubPrincipal {
  const { principal } = known(req);
  if (principal instanceof ApiError) throw principal;
  return principal;
}

/** @throws 429 when the caller has made more requests than the minute has for them */
export function requireRate(req: Request): void {
  const { rate } = known(req);
  if (!rate.exceeded) return;
  throw rateLimited(`${rate.limit} requests a minute are made`, rate.retryAfterSeconds);
}

/** Hands a controller method the request's principal; anonymous where the credentials do not matter. */
export const CurrentCaller = createParamDecorator(
  (_data: unknown, context: ExecutionContext): HubPrincipal => {
    const { principal } = known(context.switchToHttp().getRequest<Request>());
    return principal instanceof ApiError ? ANONYMOUS : principal;
  },
);

/** Hands a controller method the user who calls: for handlers whose rule lets users in alone. */
export const CurrentUser = createParamDecorator((_data: unknown, context: ExecutionContext): UserCaller => {
  const { principal } = known(context.switchToHttp().getRequest<Request>());
  if (principal instanceof ApiError || principal.kind !== 'user')
    throw new Error('the rule lets users in alone');
  return principal;
});

/** Hands a controller method the service token that calls: for handlers whose rule lets service tokens in alone. */
export const CurrentServiceToken = createParamDecorator(
  (_data: unknown, context: ExecutionContext): ServiceCaller => {
    const { principal } = known(context.switchToHttp().getRequest<Request>());
    if (principal instanceof ApiError || principal.kind !== 'service_token')
      throw new Error('the rule lets service tokens in alone');
    return principal;
  },
);
