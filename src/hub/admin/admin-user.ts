import type { Plan, AccountStatus } from '../../access/accounts.js';
import type { PlatformRole } from '../../access/roles.js';
import type { AdminUserView } from './admin-users.dto.js';

/** A user for platform administrators. */
export interface AdminUser {
  readonly id: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly plan: Plan;
  readonly role: PlatformRole;
  readonly status: AccountStatus;
  readonly createdAt: Date;
  readonly lastLoginAt: Date | null;
}

/** A user in responses. */
export const adminUserView = (user: AdminUser): AdminUserView => ({
  id: user.id,
  email: user.email,
  email_verified: user.emailVerified,
  name: user.name,
  plan: user.plan,
  role: user.role,
  status: user.status,
  created_at: user.createdAt.toISOString(),
  last_login_at: user.lastLoginAt?.toISOString() ?? null,
});
