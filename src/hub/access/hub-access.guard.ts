import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { ApiError, forbidden, notFound, unauthorized } from '../../common/errors/api-error.js';
import { callerOf, requireRate } from './caller.js';
import { hubAccessRuleOf, type HubAccessRule } from './hub-access.decorator.js';
import { placeIn, type HubPrincipal } from './hub-principal.js';
import { organizationScope } from './service-token-scopes.js';

type OrganizationRule = Extract<HubAccessRule, { kind: 'organization' }>;

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
    return true;
  }
}

function check(rule: Exclude<HubAccessRule, { kind: 'open' }>, principal: HubPrincipal, req: Request): void {
  if (rule.kind === 'public') return;
  if (principal.kind === 'anonymous') throw unauthorized();
  if (rule.kind === 'organization') checkOrganization(rule, principal, String(req.params['orgId']));
  else if (!holds(rule, principal)) throw forbidden();
}

function holds(
  rule: Extract<HubAccessRule, { kind: 'user' | 'service_token' | 'platform_admin' }>,
  principal: Exclude<HubPrincipal, { kind: 'anonymous' }>,
): boolean {
  if (rule.kind === 'service_token') {
    return (
      principal.kind === 'service_token' &&
      principal.scopes.includes(organizationScope(rule.scope, principal.organization.id))
    );
  }
  if (principal.kind !== 'user') return false;
  return rule.kind === 'user' || principal.role === 'PLATFORM_ADMIN';
}

function checkOrganization(
  { permission, enterprise }: OrganizationRule,
  principal: HubPrincipal,
  orgId: string,
): void {
  const place = placeIn(principal, orgId);
  if (place === undefined) throw notFound('organization');
  if (place.organization.suspended || !place.permissions.has(permission)) throw forbidden();
  if (enterprise === true && place.organization.plan !== 'ENTERPRISE') {
    throw new ApiError('enterprise_required', 'the organization needs the Enterprise plan for this');
  }
}
