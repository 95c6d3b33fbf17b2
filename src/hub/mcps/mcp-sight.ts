import { membershipIn, type HubPrincipal } from '../../access/hub-principal.js';

/**
 * The organizations whose private MCPs a caller sees (hub contract 9): those that they may read MCPs of, and that are
 * not suspended. Public ones are seen by everybody.
 */
export function organizationsSeenBy(principal: HubPrincipal): string[] {
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
