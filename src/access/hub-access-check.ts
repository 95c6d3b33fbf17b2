import { ApiError, forbidden, notFound } from '../common/errors/api-error.js';
import { unauthorized } from '../common/errors/unauthorized.js';
import type { HubRule, RuleOf } from './access-rule.js';
import { membershipIn, type HubPrincipal, type CallerOrganization } from './hub-principal.js';
import { organizationScope } from './service-token-scopes.js';

/**
 * Whether a caller may, by the rule of a route.
 * @param orgId the organization of the path, where the rule is about one
 * @throws 401 for nobody, 404 for an organization that is not the caller's, 403, 403 for the plan
 */
export function checkHubAccess(rule: HubRule, caller: HubPrincipal, orgId: string): void {
  if (rule.kind === 'public') return;
  if (caller.kind === 'anonymous') throw unauthorized('missing');
  if (rule.kind === 'organization') checkOrganization(rule, caller, orgId);
  else if (rule.kind === 'service_token') checkServiceToken(rule, caller);
  else if (!isUserOf(rule, caller)) throw forbidden();
}

const isUserOf = ({ kind }: RuleOf<'user' | 'platform_admin'>, caller: HubPrincipal): boolean =>
  caller.kind === 'user' && (kind === 'user' || caller.role === 'PLATFORM_ADMIN');

/** The organization of a token is active, or the token would not hold. */
function checkServiceToken({ scope, enterprise }: RuleOf<'service_token'>, caller: HubPrincipal): void {
  if (caller.kind !== 'service_token') throw forbidden();
  const { organization, scopes } = caller;
  if (!scopes.includes(organizationScope(scope, organization.id))) throw withoutPermission(caller);
  requirePlan(enterprise, organization);
}

function checkOrganization(
  { permission, enterprise }: RuleOf<'organization'>,
  caller: HubPrincipal,
  orgId: string,
): void {
  const membership = membershipIn(caller, orgId);
  if (membership === undefined) throw notFound('organization');
  if (membership.organization.suspended) throw forbidden();
  if (!membership.permissions.has(permission)) throw withoutPermission(caller);
  requirePlan(enterprise, membership.organization);
}

const withoutPermission = (caller: HubPrincipal): ApiError =>
  caller.kind === 'service_token' && caller.creatorLacksRole
    ? new ApiError(
        'forbidden',
        'who created the token lacks the role for it; an administrator must create another',
      )
    : forbidden();

function requirePlan(enterprise: boolean | undefined, { plan }: CallerOrganization): void {
  if (enterprise === true && plan !== 'ENTERPRISE') {
    throw new ApiError('enterprise_required', 'the organization needs the Enterprise plan for this');
  }
}
