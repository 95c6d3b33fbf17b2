import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { Plan, AccountStatus } from '../../../auth/accounts/accounts.js';
import type { PlatformRole } from '../../../auth/rules/roles.js';
import { milliseconds } from '../../../auth/accounts/credential-times.js';
import { LOCAL_ISSUER } from '../../../auth/local-users/local-issuer.js';

/** SQL of a user's status. The user of a disabled local account is suspended. */
export const statusOf = (user: string): string => `
  CASE WHEN ${user}.status = 'ACTIVE' AND ${user}.issuer = '${LOCAL_ISSUER}'
            AND (SELECT l.disabled_at IS NOT NULL FROM local_user l WHERE l.id = ${user}.subject::uuid)
       THEN 'SUSPENDED' ELSE ${user}.status END`;

/** SQL of when the credentials of a user ended last, in milliseconds since 1970. Those of a local user end with the account's. */
export const credentialsValidFromOf = (user: string): string => `
  CASE WHEN ${user}.issuer = '${LOCAL_ISSUER}'
       THEN (SELECT ${milliseconds('l.credentials_valid_from')} FROM local_user l WHERE l.id = ${user}.subject::uuid)
       ELSE ${milliseconds(`${user}.credentials_valid_from`)} END`;

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

  /**
   * When sessions and JWTs ended last: those that are older belong to a deleted account with the same subject, or were ended.
   * Null if none did. Local users have theirs in `local_user`.
   */
  @Column('timestamptz', { name: 'credentials_valid_from', nullable: true })
  credentialsValidFrom: Date | null;

  /** The settings have given the role of a platform administrator; they do so once. */
  @Column('boolean', { name: 'platform_role_given', default: false })
  platformRoleGiven: boolean;

  /** When the identity provider refused a refresh token; null after the next sign-in. */
  @Column('timestamptz', { name: 'refused_by_provider_at', nullable: true })
  refusedByProviderAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  @Column('timestamptz', { name: 'last_login_at', nullable: true })
  lastLoginAt: Date | null;
}
