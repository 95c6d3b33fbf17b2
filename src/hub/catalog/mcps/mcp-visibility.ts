import { membershipIn, type HubPrincipal } from '../../../auth/hub/hub-principal.js';

/**
 * The organizations whose private MCPs a caller can see (hub contract 9): those with permission to read MCPs that are
 * not suspended. Public MCPs are visible to everybody.
 */
export function organizationsVisibleTo(principal: HubPrincipal): string[] {
  return candidatesOf(principal).filter((id) => {
    const membership = membershipIn(principal, id);
    return (
      membership !== undefined && !membership.organization.suspended && membership.permissions.has('mcp:read')
    );
  });
}

function candidatesOf(principal: HubPrincipal): string[] {
  if (principal.kind === 'anonymous') return [];
  if (principal.kind === 'service_token') return [principal.organization.id];
  return principal.memberships.map(({ id }) => id);
}
