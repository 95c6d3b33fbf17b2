import { forbidden, notFound } from '../../../common/errors/api-error.js';
import { nameKey } from '../../../common/values/names.js';
import { membershipIn, type CallerOrganization, type HubPrincipal } from '../../../auth/hub/hub-principal.js';

/**
 * The organization to which a caller may push (hub contract 19).
 * @throws 404 for outsiders, 403 without `mcp:write` or while the organization is suspended
 */
export function requirePushRight(principal: HubPrincipal, orgId: string): CallerOrganization {
  const membership = membershipIn(principal, orgId);
  if (membership === undefined) throw notFound('organization');
  if (membership.organization.suspended || !membership.permissions.has('mcp:write')) throw forbidden();
  return membership.organization;
}

/**
 * The organization that owns the name of an MCP, for a caller who may push to it.
 * @param mcpName `owner/slug`
 * @throws 404 and 403 as above
 */
export function requireOwnerOf(principal: HubPrincipal, mcpName: string): CallerOrganization {
  const [owner = ''] = mcpName.split('/');
  const own = organizationsOf(principal).find(({ slug }) => nameKey(slug) === nameKey(owner));
  if (own === undefined) throw notFound('organization');
  return requirePushRight(principal, own.id);
}

function organizationsOf(principal: HubPrincipal): readonly CallerOrganization[] {
  if (principal.kind === 'anonymous') return [];
  return principal.kind === 'service_token' ? [principal.organization] : principal.memberships;
}
