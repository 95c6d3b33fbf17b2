import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { recordCaller } from '../common/http/request-caller.js';
import { Principal } from './principal.js';

const principals = new WeakMap<Request, Principal>();

/** Remembers who makes a request; only authentication calls it. */
export const setPrincipal = (req: Request, principal: Principal): void => {
  principals.set(req, principal);
  recordCaller(req, { kind: principal.kind, id: principal.publicTokenId ?? principal.subject });
};

/** Who makes a request; anonymous until authentication has run. */
export const principalOf = (req: Request): Principal => principals.get(req) ?? Principal.ANONYMOUS;

/** Hands a controller method the request's principal. */
export const CurrentPrincipal = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  principalOf(context.switchToHttp().getRequest<Request>()),
);
