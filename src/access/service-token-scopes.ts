import { PERMISSIONS, type Permission, type Role } from './roles.js';

/** The scopes of service tokens (hub contract 8), and which of them name an organization. */
const NAMES_ORGANIZATION = {
  'read:public': false,
  'grc:read': false,
  'read:org': true,
  'ci:org': true,
  'admin:org': true,
} as const;
export type TokenScope = keyof typeof NAMES_ORGANIZATION;
const TOKEN_SCOPES = Object.keys(NAMES_ORGANIZATION) as readonly TokenScope[];

/** A scope as it is stored and sent, such as `ci:org:<orgId>`. */
export const writtenScope = (scope: TokenScope, orgId: string): string =>
  NAMES_ORGANIZATION[scope] ? `${scope}:${orgId}` : scope;

/** The scopes that a token of the organization may have, as they are stored and sent. */
export const scopesOf = (orgId: string): readonly string[] =>
  TOKEN_SCOPES.map((scope) => writtenScope(scope, orgId));

/**
 * The role equivalent of a service token. Full access is that of an administrator: administrators create such tokens,
 * and must not become owners through them.
 */
export const roleOfScopes = (scopes: readonly string[], orgId: string): Role | undefined =>
  scopes.includes(writtenScope('admin:org', orgId)) ? 'ADMIN' : undefined;

/** What a service token may do in its own organization. */
export function permissionsOfScopes(scopes: readonly string[], orgId: string): ReadonlySet<Permission> {
  const role = roleOfScopes(scopes, orgId);
  if (role !== undefined) return PERMISSIONS[role];
  return new Set(scopes.includes(writtenScope('read:org', orgId)) ? ['mcp:read'] : []);
}
