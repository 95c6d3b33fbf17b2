import { forbidden } from '../../common/errors/api-error.js';
import type { Plan } from '../accounts/accounts.js';
import type { UserProfile } from '../accounts/user-profile.js';
import { PERMISSIONS, type Permission, type PlatformRole, type Role } from '../rules/roles.js';
import { permissionsOfScopes, roleOfScopes } from '../rules/service-token-scopes.js';

/** The organization of a caller: a member or a service token. */
export interface CallerOrganization {
  readonly id: string;
  readonly slug: string;
  readonly plan: Plan;
  readonly suspended: boolean;
  /** The organization's own limit of requests per minute; null for that of its plan. */
  readonly apiCallsPerMin: number | null;
}

/** A user's membership in an organization. */
export interface CallerMembership extends CallerOrganization {
  readonly role: Role;
}

/** A caller without credentials. */
export interface AnonymousCaller {
  readonly kind: 'anonymous';
}

/**
 * A user, authenticated by a JWT of the identity provider or a session. Permissions are read from the database on each
 * request.
 */
export interface UserCaller extends UserProfile {
  readonly kind: 'user';
  readonly id: string;
  /** The address verified by the current JWT or the sign-in of the session; permissions depend on this one. */
  readonly verifiedEmail: string | undefined;
  readonly plan: Plan;
  readonly role: PlatformRole;
  readonly memberships: readonly CallerMembership[];
  /** The part of the hub that acts with the user's rights but not at their request; events name it as the actor. */
  readonly actingSystem?: string;
  /** Reads the user's current permissions. @throws 401 for a suspended or deleted user, or an ended session */
  readonly renew: () => Promise<UserCaller>;
}

/** Automation of one organization, authenticated by a service token. */
export interface ServiceCaller {
  readonly kind: 'service_token';
  readonly id: string;
  readonly name: string;
  /** Its current scopes: empty if `creatorLacksRole`. */
  readonly scopes: readonly string[];
  readonly organization: CallerOrganization;
  /** It was given `admin:org`, which its creator may no longer grant. */
  readonly creatorLacksRole: boolean;
  /** The user on whose role its authority depends: the creator if it has `admin:org`. Otherwise null. */
  readonly dependsOnUser: string | null;
  /** Reads the token's current permissions. @throws 401 when it has ended */
  readonly renew: () => Promise<ServiceCaller>;
}

/** Callers with credentials. */
export type AuthenticatedCaller = UserCaller | ServiceCaller;

/** The caller of a hub operation. */
export type HubPrincipal = AnonymousCaller | AuthenticatedCaller;

export const ANONYMOUS_CALLER: AnonymousCaller = { kind: 'anonymous' };

declare const CONFIRMED: unique symbol;

/**
 * A caller whose authority was read again within the transaction of a change, after its locks. Created only by
 * `HubChanges`; required to record a change.
 */
export type Confirmed<Caller extends AuthenticatedCaller = AuthenticatedCaller> = Caller & {
  readonly [CONFIRMED]: true;
};

/** The user who is the caller, or on whom it depends: who has seen what only one response shows. */
export const userBehind = (caller: AuthenticatedCaller): string | null =>
  caller.kind === 'user' ? caller.id : caller.dependsOnUser;

/** A caller's membership in an organization. */
export interface Membership {
  readonly organization: CallerOrganization;
  readonly permissions: ReadonlySet<Permission>;
  /** The role to use in comparisons; undefined for tokens without an equivalent role. */
  readonly role: Role | undefined;
}

/** A caller's membership in an organization; undefined for outsiders, whether it exists or not. */
export function membershipIn(principal: HubPrincipal, orgId: string): Membership | undefined {
  if (principal.kind === 'anonymous') return undefined;
  if (principal.kind === 'service_token') {
    const { organization, scopes } = principal;
    if (organization.id !== orgId) return undefined;
    const role = roleOfScopes(scopes, orgId);
    return { organization, permissions: permissionsOfScopes(scopes, orgId), role };
  }
  const membership = principal.memberships.find(({ id }) => id === orgId);
  if (membership === undefined) return undefined;
  const { role } = membership;
  return { organization: membership, permissions: PERMISSIONS[role], role };
}

/** The role of a caller in an organization. @throws 403 for callers without one */
export function roleIn(principal: HubPrincipal, orgId: string): Role {
  const role = membershipIn(principal, orgId)?.role;
  if (role === undefined) throw forbidden();
  return role;
}
