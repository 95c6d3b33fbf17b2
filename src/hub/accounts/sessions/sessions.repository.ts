import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { USER_SNAPSHOT, type UserSnapshot } from '../identity/hub-users.repository.js';
import { profileColumns, type UserProfile } from '../../../auth/accounts/user-profile.js';

/** Absolute lifetime of a session in seconds (hub contract 1). */
export const SESSION_SECONDS = 7 * 24 * 3600;

// Idle timeout of a session in seconds.
const IDLE_SECONDS = 12 * 3600;

const IDLE = `interval '${IDLE_SECONDS} seconds'`;
const LONGEST = `interval '${SESSION_SECONDS} seconds'`;

// Condition on `s`: the session is valid.
const IS_VALID = `s.seen_at > now() - ${IDLE} AND s.created_at > now() - ${LONGEST}`;

// Time between two questions to the identity provider about a session.
const REFRESH = `interval '1 hour'`;

// How long a server may take for a question, with storing the answer, before another one asks.
const CLAIM = `interval '1 minute'`;

// More browsers than any user has.
const MAX_OF_USER = 50;
const MAX_REMOVED = 100;

/** A session, with its user's current memberships and rights. */
export interface SessionSnapshot extends UserSnapshot {
  /** False for one that has expired and was not deleted yet. */
  readonly valid: boolean;
  /** The address that the identity provider verified at the sign-in. */
  readonly verifiedEmail: string | null;
  /** Its last use was recorded within the last minute. */
  readonly seenLately: boolean;
  /** The identity provider has to be asked again whether the user may still sign in. */
  readonly refreshDue: boolean;
}

/** A session about which the caller asks the identity provider. */
export interface RefreshClaim {
  readonly sealed: Buffer;
  /** The user at the provider. */
  readonly subject: string;
}

/** The user of a session that has ended, and what is left to revoke. */
export interface EndedSession extends UserProfile {
  readonly id: string;
  readonly refreshSealed: Buffer | null;
}

/** A session to create. */
export interface NewSession {
  readonly idHash: Buffer;
  readonly userId: string;
  readonly verifiedEmail: string | null;
  /** The refresh token, encrypted. */
  readonly refreshSealed: Buffer | null;
}

/** SQL of the sessions, by the hashes of their ids. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Reads the user of a session with their memberships, in one statement. */
  findSnapshot(idHash: Buffer): Promise<SessionSnapshot | undefined> {
    return this.uow.row<SessionSnapshot>(
      `SELECT ${USER_SNAPSHOT}, s.verified_email AS "verifiedEmail", s.seen_at > now() - interval '1 minute' AS "seenLately",
              coalesce(s.refresh_at <= now(), false) AS "refreshDue", ${IS_VALID} AS valid
         FROM hub_session s JOIN hub_user u ON u.id = s.user_id
        WHERE s.id_hash = $1`,
      [idHash],
    );
  }

  /** Keeps a session from being ended until the transaction ends; false if it is not valid. */
  async keep(idHash: Buffer): Promise<boolean> {
    const kept = await this.uow.rows(
      `SELECT s.user_id FROM hub_session s WHERE s.id_hash = $1 AND ${IS_VALID} FOR KEY SHARE`,
      [idHash],
    );
    return kept.length === 1;
  }

  /** Records the use of a session, at most once a minute. */
  async recordUse(idHash: Buffer): Promise<void> {
    await this.uow.rows(
      `UPDATE hub_session SET seen_at = now() WHERE id_hash = $1 AND seen_at <= now() - interval '1 minute'`,
      [idHash],
    );
  }

  /**
   * Creates a session, replacing `replaced` if the browser had one. Also deletes a batch of expired sessions of all
   * users, and the user's oldest sessions beyond the maximum. Returns the refresh token of the replaced session, encrypted.
   */
  async create(
    { idHash, userId, verifiedEmail, refreshSealed }: NewSession,
    replaced: Buffer | null,
  ): Promise<Buffer | null> {
    const row = await this.uow.row<{ sealed: Buffer | null }>(
      `WITH gone AS (
         DELETE FROM hub_session WHERE id_hash = $3 OR id_hash IN (
           SELECT id_hash FROM (SELECT id_hash FROM hub_session WHERE seen_at <= now() - ${IDLE}
                                 ORDER BY seen_at LIMIT ${MAX_REMOVED} FOR UPDATE SKIP LOCKED) over
           UNION ALL
           SELECT id_hash FROM (SELECT id_hash FROM hub_session WHERE user_id = $2
                                 ORDER BY seen_at DESC, id_hash OFFSET ${MAX_OF_USER - 1}) surplus)
         RETURNING id_hash, refresh_sealed)
       INSERT INTO hub_session (id_hash, user_id, verified_email, created_at, seen_at, refresh_sealed, refresh_at)
       VALUES ($1, $2, $4, now(), now(), $5, CASE WHEN $5::bytea IS NULL THEN NULL ELSE now() + ${REFRESH} END)
       RETURNING (SELECT refresh_sealed FROM gone WHERE id_hash = $3) AS sealed`,
      [idHash, userId, replaced, verifiedEmail, refreshSealed],
    );
    return row?.sealed ?? null;
  }

  /** Claims a due refresh for a minute: of several callers, one gets it. */
  claimRefresh(idHash: Buffer): Promise<RefreshClaim | undefined> {
    return this.uow.row<RefreshClaim>(
      `UPDATE hub_session s SET refresh_at = now() + ${CLAIM} FROM hub_user u
        WHERE s.id_hash = $1 AND s.refresh_at <= now() AND u.id = s.user_id AND ${IS_VALID}
       RETURNING s.refresh_sealed AS sealed, u.subject`,
      [idHash],
    );
  }

  /** Ends a claim for an hour. @param sealed the refresh token that replaces the session's, encrypted, or null */
  async completeRefresh(idHash: Buffer, sealed: Buffer | null): Promise<void> {
    await this.uow.rows(
      `UPDATE hub_session SET refresh_at = now() + ${REFRESH}, refresh_sealed = coalesce($2, refresh_sealed)
        WHERE id_hash = $1`,
      [idHash, sealed],
    );
  }

  /** Makes a refresh due again. */
  async releaseRefresh(idHash: Buffer): Promise<void> {
    await this.uow.rows('UPDATE hub_session SET refresh_at = now() WHERE id_hash = $1', [idHash]);
  }

  /** Deletes a session that has expired and returns its refresh token, encrypted. */
  async removeExpired(idHash: Buffer): Promise<Buffer | null> {
    const row = await this.uow.row<{ sealed: Buffer | null }>(
      `DELETE FROM hub_session s WHERE s.id_hash = $1 AND NOT (${IS_VALID}) RETURNING refresh_sealed AS sealed`,
      [idHash],
    );
    return row?.sealed ?? null;
  }

  /**
   * Records that the identity provider has refused the user of a session, unless the user has a newer session: only a sign-in
   * after that shows that the provider accepts them again.
   */
  async recordRefusal(idHash: Buffer): Promise<void> {
    await this.uow.rows(
      `UPDATE hub_user u SET refused_by_provider_at = now()
         FROM hub_session r
        WHERE r.id_hash = $1 AND u.id = r.user_id
          AND NOT EXISTS (SELECT FROM hub_session s
                           WHERE s.user_id = u.id AND s.created_at > r.created_at AND ${IS_VALID})`,
      [idHash],
    );
  }

  /** Deletes a session and returns its user; undefined if there is none. */
  end(idHash: Buffer): Promise<EndedSession | undefined> {
    return this.uow.row<EndedSession>(
      `DELETE FROM hub_session s USING hub_user u WHERE s.id_hash = $1 AND u.id = s.user_id
       RETURNING u.id, ${profileColumns('u')}, s.refresh_sealed AS "refreshSealed"`,
      [idHash],
    );
  }
}
