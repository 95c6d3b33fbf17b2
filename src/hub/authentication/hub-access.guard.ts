import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf, hasWaited, renewCaller, requireRate, setWaiting } from '../../access/caller.js';
import { checkAccess } from '../../access/hub-access-check.js';
import { keepAccessCheck } from '../../access/current-access.js';
import { hubAccessRuleOf } from '../../access/hub-access.decorator.js';
import { HubAuthenticator } from './hub-authenticator.js';

const organizationOf = (req: Request): string => String(req.params['orgId']);

/**
 * Enforces the `@HubAccess` rule of the handler, and then the caller's rate (hub contract 23): 401,
 * 404 for an organization that is not the caller's, 403, 403 for the plan, 429.
 */
@Injectable()
export class HubAccessGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const rule = hubAccessRuleOf(context.getHandler());
    if (rule === undefined) return true;
    const req = context.switchToHttp().getRequest<Request>();
    if (rule.kind !== 'open') {
      const orgId = organizationOf(req);
      checkAccess(rule, callerOf(req), orgId);
      keepAccessCheck((caller) => checkAccess(rule, caller, orgId));
    }
    requireRate(req);
    if (!req.complete) setWaiting(req);
    return true;
  }
}

/**
 * Asks once more who calls and whether they may, when the body let the request wait: bodies are read after the guards
 * (ADR 8), and whoever is removed or suspended meanwhile has no say any more. It stands behind the reading of bodies.
 */
@Injectable()
export class HubStandingGuard implements CanActivate {
  constructor(private readonly authenticator: HubAuthenticator) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = hubAccessRuleOf(context.getHandler());
    const req = context.switchToHttp().getRequest<Request>();
    if (rule === undefined || rule.kind === 'open' || !hasWaited(req)) return true;
    const principal = await this.authenticator.of(req);
    checkAccess(rule, principal, organizationOf(req));
    renewCaller(req, principal);
    return true;
  }
}
