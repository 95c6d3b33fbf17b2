import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { Plan, AccountStatus } from '../../access/accounts.js';
import type { PlatformRole } from '../../access/roles.js';
import { LOCAL_ISSUER } from '../../access/local-users/local-issuer.js';

/** SQL of a user's status. The user of a disabled local account is suspended. */
export const statusOf = (user: string): string => `
  CASE WHEN ${user}.status = 'ACTIVE' AND ${user}.issuer = '${LOCAL_ISSUER}'
            AND (SELECT l.disabled_at IS NOT NULL FROM local_user l WHERE l.id = ${user}.subject::uuid)
       THEN 'SUSPENDED' ELSE ${user}.status END`;

/** A user of the hub, identified by their identity provider or, until the first login, by their e-mail address. */
@Entity('hub_user')
@Unique('hub_user_subject_key', ['issuer', 'subject'])
@Check('hub_user_plan_check', `plan IN ('FREE', 'PRO', 'ENTERPRISE')`)
@Check('hub_user_role_check', `role IN ('USER', 'PLATFORM_ADMIN')`)
@Check('hub_user_status_check', `status IN ('ACTIVE', 'SUSPENDED', 'DELETED')`)
@Index('hub_user_email_idx', ['emailKey'])
@Index('hub_user_list_idx', ['createdAt', 'id'])
@Index('hub_user_administrator_idx', ['id'], { where: `role = 'PLATFORM_ADMIN'` })
// On an expression, which TypeORM cannot declare; it is in the migration.
@Index('hub_user_search_idx', { synchronize: false })
export class HubUser {
  @PrimaryColumn('uuid', { name: 'id', primaryKeyConstraintName: 'hub_user_pkey' })
  id: string;

  /** Issuer of `subject`; null before the first login. */
  @Column('text', { name: 'issuer', nullable: true })
  issuer: string | null;

  @Column('text', { name: 'subject', nullable: true })
  subject: string | null;

  @Column('text', { name: 'email' })
  email: string;

  @Column('text', { name: 'email_key' })
  emailKey: string;

  @Column('boolean', { name: 'email_verified', default: false })
  emailVerified: boolean;

  @Column('text', { name: 'name' })
  name: string;

  @Column('text', { name: 'plan', default: 'FREE' })
  plan: Plan;

  @Column('text', { name: 'role', default: 'USER' })
  role: PlatformRole;

  @Column('text', { name: 'status', default: 'ACTIVE' })
  status: AccountStatus;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  @Column('timestamptz', { name: 'last_login_at', nullable: true })
  lastLoginAt: Date | null;
}
