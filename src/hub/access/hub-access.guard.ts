import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError, forbidden, notFound, unauthorized } from '../../common/errors/api-error.js';
import { callerOf, hasWaited, renewCaller, requireRate, setWaiting } from './caller.js';
import { hubAccessRuleOf, type HubAccessRule } from './hub-access.decorator.js';
import { HubAuthenticator } from './hub-authenticator.js';
import { placeIn, type HubPrincipal, type OrganizationStanding } from './hub-principal.js';
import { organizationScope } from './service-token-scopes.js';

type RuleOf<Kind extends HubAccessRule['kind']> = Extract<HubAccessRule, { kind: Kind }>;

/**
 * Enforces the `@HubAccess` rule of the handler, and then the caller's rate (hub spec, Validation order 5 and 6): 401,
 * 404 for an organization that is not the caller's, 403, 403 for the plan, 429.
 */
@Injectable()
export class HubAccessGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const rule = hubAccessRuleOf(context.getHandler());
    if (rule === undefined) return true;
    const req = context.switchToHttp().getRequest<Request>();
    if (rule.kind !== 'open') check(rule, callerOf(req), req);
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
    check(rule, principal, req);
    renewCaller(req, principal);
    return true;
  }
}

function check(rule: Exclude<HubAccessRule, { kind: 'open' }>, principal: HubPrincipal, req: Request): void {
  if (rule.kind === 'public') return;
  if (principal.kind === 'anonymous') throw unauthorized();
  if (rule.kind === 'organization') checkOrganization(rule, principal, String(req.params['orgId']));
  else if (rule.kind === 'service_token') checkServiceToken(rule, principal);
  else if (!isUserOf(rule, principal)) throw forbidden();
}

const isUserOf = ({ kind }: RuleOf<'user' | 'platform_admin'>, principal: HubPrincipal): boolean =>
  principal.kind === 'user' && (kind === 'user' || principal.role === 'PLATFORM_ADMIN');

/** The organization of a token takes part, or the token would not hold. */
function checkServiceToken({ scope, enterprise }: RuleOf<'service_token'>, principal: HubPrincipal): void {
  if (principal.kind !== 'service_token') throw forbidden();
  const { organization, scopes } = principal;
  if (!scopes.includes(organizationScope(scope, organization.id))) throw forbidden();
  requirePlan(enterprise, organization);
}

function checkOrganization(
  { permission, enterprise }: RuleOf<'organization'>,
  principal: HubPrincipal,
  orgId: string,
): void {
  const place = placeIn(principal, orgId);
  if (place === undefined) throw notFound('organization');
  if (place.organization.suspended || !place.permissions.has(permission)) throw forbidden();
  requirePlan(enterprise, place.organization);
}

function requirePlan(enterprise: boolean | undefined, { plan }: OrganizationStanding): void {
  if (enterprise === true && plan !== 'ENTERPRISE') {
    throw new ApiError('enterprise_required', 'the organization needs the Enterprise plan for this');
  }
}
