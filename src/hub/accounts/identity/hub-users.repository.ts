import { Injectable } from '@nestjs/common';
import type { Identity } from '../../../auth/organization-names/organization-names.repository.js';
import { LOCAL_ISSUER } from '../../../auth/local-users/local-issuer.js';
import { emailKey } from '../../../common/values/email-address.js';
import { readTogether, type Indexed } from '../../../storage/database/read-together.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { CallerMembership } from '../../../auth/hub/hub-principal.js';
import type { Plan, AccountStatus } from '../../../auth/accounts/accounts.js';
import { ROLES, type PlatformRole } from '../../../auth/rules/roles.js';
import type { UserClaims } from './user-claims.js';
import { profileColumns, type UserProfile } from '../../../auth/accounts/user-profile.js';
import { SubjectsRepository, subjectHash } from '../../../auth/accounts/subjects.repository.js';
import { credentialsValidFromOf, HubUser, statusOf } from './hub-user.entity.js';

/** A user as the caller of a request, with their current memberships. */
export interface UserSnapshot extends UserProfile {
  readonly id: string;
  readonly plan: Plan;
  readonly role: PlatformRole;
  readonly status: AccountStatus;
  /** When the credentials of the user ended last, in milliseconds since 1970; null if they never did. */
  readonly credentialsValidFrom: number | null;
  readonly memberships: readonly CallerMembership[];
}

// More than any user has; every request reads all of them.
const MAX_MEMBERSHIPS = 1000;

/**
 * Columns of a user `u` for a request. The highest roles come first, then the latest memberships; those beyond the
 * limit are ignored.
 */
export const USER_SNAPSHOT = `
  u.id, ${credentialsValidFromOf('u')} AS "credentialsValidFrom", ${profileColumns('u')}, u.plan, u.role,
  ${statusOf('u')} AS status,
  (SELECT coalesce(json_agg(m), '[]')
     FROM (SELECT o.id, o.slug, o.plan, o.status = 'SUSPENDED' AS suspended,
                  o.api_calls_per_min AS "apiCallsPerMin", m.role
             FROM organization_member m
             JOIN organization o ON o.id = m.org_id AND o.status <> 'DELETED'
            WHERE m.user_id = u.id
            ORDER BY array_position(ARRAY['${ROLES.join(`', '`)}'], m.role), m.created_at DESC, o.id
            LIMIT ${MAX_MEMBERSHIPS}) m) AS memberships`;

/** Identifies a user at an identity provider. */
type Subject = Pick<UserClaims, 'issuer' | 'subject'>;

/** The result of a first login; the profile is the one from before it. */
export interface NewUser extends UserProfile {
  readonly id: string;
  /** Whether it was linked to a user that an administrator created with the address. */
  readonly bound: boolean;
}

/** A profile with what decides whether a sign-in still counts. */
export type LockedProfile = UserProfile & Pick<UserSnapshot, 'credentialsValidFrom'>;

/** SQL of the users. */
@Injectable()
export class HubUsersRepository {
  private readonly read: (subject: Subject) => Promise<UserSnapshot | undefined>;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly subjects: SubjectsRepository,
  ) {
    this.read = readTogether(
      this.uow,
      (subjects) => this.findSnapshots(subjects),
      ({ issuer, subject }) => JSON.stringify([issuer, subject]),
    );
  }

  /** Reads a user with their memberships by issuer and subject. Concurrent calls share one statement. */
  findSnapshot(issuer: string, subject: string): Promise<UserSnapshot | undefined> {
    return this.read({ issuer, subject });
  }

  /** A user by their id. */
  find(id: string): Promise<UserSnapshot | undefined> {
    return this.uow.row<UserSnapshot>(`SELECT ${USER_SNAPSHOT} FROM hub_user u WHERE u.id = $1`, [id]);
  }

  /** The issuer and subject of a user; undefined before the first login. */
  identityOf(id: string): Promise<Identity | undefined> {
    return this.uow.row<Identity>(
      'SELECT issuer, subject FROM hub_user WHERE id = $1 AND subject IS NOT NULL',
      [id],
    );
  }

  /** When the last account with this subject was deleted, in milliseconds since 1970; null if none was. */
  deletionOf(issuer: string, subject: string): Promise<number | null> {
    return this.subjects.deletionOf(issuer, subject);
  }

  private findSnapshots(subjects: readonly Subject[]): Promise<Indexed<UserSnapshot>[]> {
    return this.uow.rows<Indexed<UserSnapshot>>(
      `SELECT asked.place::integer, ${USER_SNAPSHOT}
         FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS asked (issuer, subject, place)
         JOIN hub_user u ON u.issuer = asked.issuer AND u.subject = asked.subject`,
      [subjects.map(({ issuer }) => issuer), subjects.map(({ subject }) => subject)],
    );
  }

  /**
   * Creates the user at the first login or, when an administrator created one with the verified address, links that
   * one; the caller sets their profile. Undefined if another request did either. One statement.
   * @throws a unique violation of `hub_user_subject_key` when another request does so concurrently
   */
  createOrBind(
    id: string,
    { issuer, subject, email, emailVerified }: UserClaims,
  ): Promise<NewUser | undefined> {
    return this.uow.row<NewUser>(
      `WITH bound AS (
         UPDATE hub_user
            SET issuer = $2, subject = $3,
                credentials_valid_from = (SELECT deleted_at FROM deleted_subject WHERE subject_hash = $6),
                updated_at = now()
          WHERE subject IS NULL AND id = (
                  SELECT w.id FROM hub_user w
                   WHERE $4 AND w.email_key = $5 AND w.subject IS NULL AND w.status <> 'DELETED'
                     AND NOT EXISTS (SELECT FROM hub_user k WHERE k.issuer = $2 AND k.subject = $3)
                   ORDER BY w.created_at, w.id LIMIT 1 FOR NO KEY UPDATE)
         RETURNING hub_user.*),
       made AS (
         INSERT INTO hub_user
           (id, issuer, subject, email, email_key, name, created_at, updated_at, credentials_valid_from)
         SELECT $1, $2, $3, '', '', '', now(), now(),
                (SELECT deleted_at FROM deleted_subject WHERE subject_hash = $6)
          WHERE NOT EXISTS (SELECT FROM bound)
         ON CONFLICT ON CONSTRAINT hub_user_subject_key DO NOTHING
         RETURNING hub_user.*)
       SELECT bound.id, true AS bound, ${profileColumns('bound')} FROM bound
        UNION ALL
       SELECT made.id, false, ${profileColumns('made')} FROM made`,
      [id, issuer, subject, emailVerified, emailKey(email), subjectHash(issuer, subject)],
    );
  }

  /** Reads the profile of an active user and locks their row until the transaction ends. */
  lockProfile(id: string): Promise<LockedProfile | undefined> {
    return this.uow.row<LockedProfile>(
      `SELECT ${profileColumns('u')}, ${credentialsValidFromOf('u')} AS "credentialsValidFrom"
         FROM hub_user u WHERE u.id = $1 AND u.status = 'ACTIVE' FOR NO KEY UPDATE OF u`,
      [id],
    );
  }

  async changeProfile(id: string, profile: UserProfile): Promise<void> {
    await this.uow.manager
      .getRepository(HubUser)
      .update({ id }, { ...profile, emailKey: emailKey(profile.email), updatedAt: () => 'now()' });
  }

  async recordSignIn(id: string): Promise<void> {
    await this.uow.rows(
      'UPDATE hub_user SET last_login_at = now(), refused_by_provider_at = NULL WHERE id = $1',
      [id],
    );
  }

  /** The oldest active user with this verified address. */
  findActiveByEmail(email: string): Promise<{ readonly id: string } | undefined> {
    return this.uow.row<{ id: string }>(
      `SELECT id FROM hub_user
        WHERE email_key = $1 AND email_verified AND status = 'ACTIVE'
        ORDER BY created_at, id LIMIT 1`,
      [emailKey(email)],
    );
  }

  /**
   * Gives a user the role of a platform administrator, unless the settings have given it before: who was demoted stays so.
   * Returns whether the role has changed.
   * @param isListed whether the settings name the user's address; the first local administrator needs none
   */
  async giveRoleOnce(id: string, isListed: boolean): Promise<boolean> {
    const given = await this.uow.row<{ role: PlatformRole }>(
      `UPDATE hub_user u SET role = 'PLATFORM_ADMIN', platform_role_given = true, updated_at = now()
         FROM (SELECT id, role FROM hub_user WHERE id = $1 FOR NO KEY UPDATE) before
        WHERE u.id = before.id AND NOT u.platform_role_given
          AND ($2 OR (u.issuer = '${LOCAL_ISSUER}'
                      AND EXISTS (SELECT FROM local_user l WHERE l.first_administrator AND l.id::text = u.subject)))
        RETURNING before.role`,
      [id, isListed],
    );
    return given !== undefined && given.role !== 'PLATFORM_ADMIN';
  }
}
