import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { MembershipStanding } from '../access/hub-principal.js';
import type { Plan } from '../access/plan.js';
import type { PlatformRole } from '../access/roles.js';
import type { Standing } from '../access/standing.js';
import type { UserClaims } from './user-claims.js';

/** A user as a request needs them: with all that they may do now. */
export interface UserStanding {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly plan: Plan;
  readonly role: PlatformRole;
  readonly status: Standing;
  readonly memberships: readonly MembershipStanding[];
}

// More than anybody has a use for; a request carries them all.
const MAX_MEMBERSHIPS = 1000;

// Of `u`.
const STANDING = `
  u.id, u.email, u.name, u.plan, u.role, u.status,
  (SELECT coalesce(json_agg(m), '[]')
     FROM (SELECT o.id, o.slug, o.plan, o.status = 'SUSPENDED' AS suspended,
                  o.api_calls_per_min AS "apiCallsPerMin", m.role
             FROM organization_member m
             JOIN organization o ON o.id = m.org_id AND o.status <> 'DELETED'
            WHERE m.user_id = u.id
            ORDER BY o.created_at, o.id
            LIMIT ${MAX_MEMBERSHIPS}) m) AS memberships`;

/** A user about to be made. */
export interface NewUser extends UserClaims {
  readonly id: string;
  readonly role: PlatformRole;
}

/** SQL of the users. */
@Injectable()
export class HubUsersRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** A user with their memberships, by what the identity provider calls them: in one statement. */
  standingOf(issuer: string, subject: string): Promise<UserStanding | undefined> {
    return this.uow.row<UserStanding>(
      `SELECT ${STANDING} FROM hub_user u WHERE u.issuer = $1 AND u.subject = $2`,
      [issuer, subject],
    );
  }

  /** False when somebody has made the user of this subject before. */
  async insert(user: NewUser): Promise<boolean> {
    const made = await this.uow.rows(
      `INSERT INTO hub_user
         (id, issuer, subject, email, email_key, email_verified, name, role, created_at, updated_at)
       VALUES ($1, $2, $3, $4, lower($4), $5, $6, $7, now(), now())
       ON CONFLICT ON CONSTRAINT hub_user_subject_key DO NOTHING
       RETURNING id`,
      [user.id, user.issuer, user.subject, user.email, user.emailVerified, user.name, user.role],
    );
    return made.length === 1;
  }
}
