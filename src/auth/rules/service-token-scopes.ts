import { canonicalUuid } from '../../common/values/uuid.js';
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

/** A scope with its organization's id in either case, as it is stored; any other text as it is. */
export function canonicalScope(text: string): string {
  const end = text.lastIndexOf(':') + 1;
  return `${text.slice(0, end)}${canonicalUuid(text.slice(end))}`;
}

/** The scopes that a token of the organization may have, as they are stored and sent. */
export const scopesOf = (orgId: string): readonly string[] =>
  TOKEN_SCOPES.map((scope) => writtenScope(scope, orgId));

/**
 * What a scope includes besides itself. Full access to an organization includes its gate and its private MCPs. Only the GRC
 * API asks for a scope of its own, which nothing includes.
 */
const INCLUDED: Readonly<Partial<Record<TokenScope, readonly TokenScope[]>>> = {
  'admin:org': ['ci:org', 'read:org'],
};

/** Whether scopes of a token of the organization include one; the only place that decides this. */
export const includesScope = (scopes: readonly string[], scope: TokenScope, orgId: string): boolean =>
  holdersOf(scope).some((holder) => scopes.includes(writtenScope(holder, orgId)));

/** The scopes that include a scope, itself first. */
export const holdersOf = (scope: TokenScope): readonly TokenScope[] => [
  scope,
  ...TOKEN_SCOPES.filter((other) => INCLUDED[other]?.includes(scope)),
];

/**
 * The role equivalent of a service token. Full access is that of an administrator: administrators create such tokens,
 * and must not become owners through them.
 */
export const roleOfScopes = (scopes: readonly string[], orgId: string): Role | undefined =>
  includesScope(scopes, 'admin:org', orgId) ? 'ADMIN' : undefined;

/** What a service token may do in its own organization. */
export function permissionsOfScopes(scopes: readonly string[], orgId: string): ReadonlySet<Permission> {
  const role = roleOfScopes(scopes, orgId);
  if (role !== undefined) return PERMISSIONS[role];
  return new Set(includesScope(scopes, 'read:org', orgId) ? ['mcp:read'] : []);
}
