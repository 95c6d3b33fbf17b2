import type { Plan, AccountStatus } from '../../../auth/accounts/accounts.js';
import { profileColumns, profileFields, type UserProfile } from '../../../auth/accounts/user-profile.js';
import { LOCAL_ISSUER } from '../../../auth/local-users/local-issuer.js';
import type { PlatformRole } from '../../../auth/rules/roles.js';
import type { AdminUserView } from './admin-users.dto.js';

/** A user for platform administrators. */
export interface AdminUser extends UserProfile {
  readonly id: string;
  readonly plan: Plan;
  readonly role: PlatformRole;
  /** Whether a local user administers the registry; null for others, about whom the identity provider decides. */
  readonly registryAdmin: boolean | null;
  readonly status: AccountStatus;
  readonly createdAt: Date;
  readonly lastLoginAt: Date | null;
}

/** SQL of the columns of a user `hub_user`. */
export const ADMIN_USER = `
  id, ${profileColumns('hub_user')}, plan, role, status, created_at AS "createdAt", last_login_at AS "lastLoginAt",
  CASE WHEN issuer = '${LOCAL_ISSUER}'
       THEN (SELECT l.registry_admin FROM local_user l WHERE l.id = hub_user.subject::uuid) END AS "registryAdmin"`;

/** A user in responses. */
export const adminUserView = (user: AdminUser): AdminUserView => ({
  id: user.id,
  ...profileFields(user),
  plan: user.plan,
  role: user.role,
  registry_role: user.registryAdmin === null ? null : user.registryAdmin ? 'ADMIN' : 'USER',
  status: user.status,
  created_at: user.createdAt.toISOString(),
  last_login_at: user.lastLoginAt?.toISOString() ?? null,
});
