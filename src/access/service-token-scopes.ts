import { PERMISSIONS, type Permission, type Role } from './roles.js';

/** Scopes of service tokens on one organization (hub contract 8). */
export const ORGANIZATION_SCOPES = ['read:org', 'ci:org', 'admin:org'] as const;
export type OrganizationScope = (typeof ORGANIZATION_SCOPES)[number];

/** Scopes of service tokens without an organization. */
const PLAIN_SCOPES = ['read:public', 'grc:read'] as const;

/** A scope as it is stored and sent, such as `ci:org:<orgId>`. */
export const organizationScope = (scope: OrganizationScope, orgId: string): string => `${scope}:${orgId}`;

/** Whether `text` is a scope that a token of the organization may have (hub contract 8). */
export const isScopeOf = (text: string, orgId: string): boolean =>
  PLAIN_SCOPES.some((scope) => scope === text) ||
  ORGANIZATION_SCOPES.some((scope) => organizationScope(scope, orgId) === text);

/**
 * The role equivalent of a service token. Full access is that of an administrator: administrators create such tokens,
 * and must not become owners through them.
 */
export const roleOfScopes = (scopes: readonly string[], orgId: string): Role | undefined =>
  scopes.includes(organizationScope('admin:org', orgId)) ? 'ADMIN' : undefined;

/** What a service token may do in its own organization. */
export function permissionsOfScopes(scopes: readonly string[], orgId: string): ReadonlySet<Permission> {
  const role = roleOfScopes(scopes, orgId);
  if (role !== undefined) return PERMISSIONS[role];
  return new Set(scopes.includes(organizationScope('read:org', orgId)) ? ['mcp:read'] : []);
}
