import { ApiError, forbidden, notFound } from '../../common/errors/api-error.js';
import { unauthorized } from '../../common/errors/unauthorized.js';
import type { HubRule, RuleOf } from '../rules/access-rule.js';
import { membershipIn, type HubPrincipal, type CallerOrganization } from './hub-principal.js';
import { includesScope, type TokenScope } from '../rules/service-token-scopes.js';

/**
 * Checks that the rule of a route admits a caller.
 * @param orgId the organization in the path, if the rule concerns one
 * @throws 401 for anonymous callers, 404 for outsiders of the organization, 403 without permission or for the wrong
 * plan
 */
export function checkHubAccess(rule: HubRule, caller: HubPrincipal, orgId: string): void {
  if (rule.kind === 'public') return;
  if (caller.kind === 'anonymous') throw unauthorized('missing');
  if (rule.kind === 'caller') return;
  if (rule.kind === 'organization') checkOrganization(rule, caller, orgId);
  else if (rule.kind === 'service_token') checkServiceToken(rule, caller);
  else if (!isUserOf(rule, caller)) throw forbidden();
}

const isUserOf = ({ kind }: RuleOf<'user' | 'platform_admin'>, caller: HubPrincipal): boolean =>
  caller.kind === 'user' && (kind === 'user' || caller.role === 'PLATFORM_ADMIN');

/** The organization of a valid token is active. */
function checkServiceToken({ scope, enterprise }: RuleOf<'service_token'>, caller: HubPrincipal): void {
  if (caller.kind !== 'service_token') throw forbidden();
  if (!hasScope(caller, scope)) throw withoutPermission(caller);
  requirePlan(enterprise, caller.organization);
}

function checkOrganization(
  { permission, orScope, enterprise }: RuleOf<'organization'>,
  caller: HubPrincipal,
  orgId: string,
): void {
  const membership = membershipIn(caller, orgId);
  if (membership === undefined) throw notFound('organization');
  if (membership.organization.suspended) throw forbidden();
  if (!membership.permissions.has(permission) && !hasScope(caller, orScope)) throw withoutPermission(caller);
  requirePlan(enterprise, membership.organization);
}

/** Whether a service token has a scope on its own organization. */
const hasScope = (caller: HubPrincipal, scope: TokenScope | undefined): boolean =>
  caller.kind === 'service_token' &&
  scope !== undefined &&
  includesScope(caller.scopes, scope, caller.organization.id);

const withoutPermission = (caller: HubPrincipal): ApiError =>
  caller.kind === 'service_token' && caller.creatorLacksRole
    ? new ApiError(
        'forbidden',
        'the user who created the token lacks the role for it; an administrator must create another',
      )
    : forbidden();

function requirePlan(enterprise: boolean | undefined, { plan }: CallerOrganization): void {
  if (enterprise === true && plan !== 'ENTERPRISE') {
    throw new ApiError('enterprise_required', 'the organization needs the Enterprise plan for this');
  }
}
