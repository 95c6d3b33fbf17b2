import { forbidden } from '../common/errors/api-error.js';
import type { Plan } from './accounts.js';
import { PERMISSIONS, type Permission, type PlatformRole, type Role } from './roles.js';
import { permissionsOfScopes, roleOfScopes } from './service-token-scopes.js';

/** An organization as its members and tokens meet it. */
export interface CallerOrganization {
  readonly id: string;
  readonly slug: string;
  readonly plan: Plan;
  readonly suspended: boolean;
  /** The organization's own limit of requests a minute; null for that of its plan. */
  readonly apiCallsPerMin: number | null;
}

/** A user's place in an organization. */
export interface CallerMembership extends CallerOrganization {
  readonly role: Role;
}

/** Nobody who is known. */
export interface AnonymousCaller {
  readonly kind: 'anonymous';
}

/** A user, by a JWT of the identity provider or a session. What they may do is read from the database on each request. */
export interface UserCaller {
  readonly kind: 'user';
  readonly id: string;
  readonly email: string;
  /** Whether the provider has ever vouched for `email`. */
  readonly emailVerified: boolean;
  /** The address that the JWT at hand, or the sign-in of the session, vouches for: the one that rights go by. */
  readonly verifiedEmail: string | undefined;
  readonly name: string;
  readonly plan: Plan;
  readonly role: PlatformRole;
  readonly memberships: readonly CallerMembership[];
  /** Reads what the user may do by now. @throws 401 for one who is suspended or deleted */
  readonly renew: () => Promise<UserCaller>;
}

/** Automation of one organization, by a service token. */
export interface ServiceCaller {
  readonly kind: 'service_token';
  readonly id: string;
  readonly name: string;
  /** What it may do now: nothing when `creatorLacksRole`. */
  readonly scopes: readonly string[];
  readonly organization: CallerOrganization;
  /** It was given `admin:org` by a user who could not give it any more. */
  readonly creatorLacksRole: boolean;
  /** Reads what the token may do by now. @throws 401 when it has ended */
  readonly renew: () => Promise<ServiceCaller>;
}

/** Callers who can change something. */
export type AuthenticatedCaller = UserCaller | ServiceCaller;

/** Who calls the hub. */
export type HubPrincipal = AnonymousCaller | AuthenticatedCaller;

export const ANONYMOUS: AnonymousCaller = { kind: 'anonymous' };

declare const CONFIRMED: unique symbol;

/**
 * A caller whose authority was read again within the transaction of a change, after its locks. Only `HubChanges`
 * makes one; whoever records a change needs one.
 */
export type Confirmed<Caller extends AuthenticatedCaller = AuthenticatedCaller> = Caller & {
  readonly [CONFIRMED]: true;
};

/** A caller's place in an organization. */
export interface Membership {
  readonly organization: CallerOrganization;
  readonly permissions: ReadonlySet<Permission>;
  /** The role that counts where roles are compared; none for tokens that do not stand for one. */
  readonly role: Role | undefined;
}

/** A caller's place in an organization; undefined for those outside, whether it exists or not. */
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

/** The role that a caller has in an organization. @throws 403 for those without one */
export function roleIn(principal: HubPrincipal, orgId: string): Role {
  const role = membershipIn(principal, orgId)?.role;
  if (role === undefined) throw forbidden();
  return role;
}
