import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { USER_SNAPSHOT, type UserSnapshot } from '../identity/hub-users.repository.js';
import type { UserProfile } from '../../access/user-profile.js';

/** Absolute lifetime of a session in seconds (hub contract 1). */
export const SESSION_SECONDS = 7 * 24 * 3600;

// Idle timeout of a session in seconds.
const IDLE_SECONDS = 12 * 3600;

const IDLE = `interval '${IDLE_SECONDS} seconds'`;
const LONGEST = `interval '${SESSION_SECONDS} seconds'`;

// Condition on `s`: the session is valid.
const IS_VALID = `s.seen_at > now() - ${IDLE} AND s.created_at > now() - ${LONGEST}`;

// More browsers than any user has.
const MAX_OF_USER = 50;
const MAX_REMOVED = 100;

/** A valid session, with its user's current memberships and rights. */
export interface SessionSnapshot extends UserSnapshot {
  /** The address that the identity provider verified at the sign-in. */
  readonly verifiedEmail: string | null;
  /** Its last use was recorded within the last minute. */
  readonly seenLately: boolean;
}

/** A session to create. */
export interface NewSession {
  readonly idHash: Buffer;
  readonly userId: string;
  readonly verifiedEmail: string | null;
}

/** SQL of the sessions, by the hashes of their ids. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Reads the user of a valid session with their memberships, in one statement. */
  findSnapshot(idHash: Buffer): Promise<SessionSnapshot | undefined> {
    return this.uow.row<SessionSnapshot>(
      `SELECT ${USER_SNAPSHOT}, s.verified_email AS "verifiedEmail", s.seen_at > now() - interval '1 minute' AS "seenLately"
         FROM hub_session s JOIN hub_user u ON u.id = s.user_id
        WHERE s.id_hash = $1 AND ${IS_VALID}`,
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
   * users, and the user's oldest sessions beyond the maximum.
   */
  async create({ idHash, userId, verifiedEmail }: NewSession, replaced: Buffer | null): Promise<void> {
    await this.uow.rows(
      `WITH gone AS (
         DELETE FROM hub_session WHERE id_hash = $3 OR id_hash IN (
           SELECT id_hash FROM (SELECT id_hash FROM hub_session WHERE seen_at <= now() - ${IDLE}
                                 ORDER BY seen_at LIMIT ${MAX_REMOVED} FOR UPDATE SKIP LOCKED) over
           UNION ALL
           SELECT id_hash FROM (SELECT id_hash FROM hub_session WHERE user_id = $2
                                 ORDER BY seen_at DESC, id_hash OFFSET ${MAX_OF_USER - 1}) surplus))
       INSERT INTO hub_session (id_hash, user_id, verified_email, created_at, seen_at) VALUES ($1, $2, $4, now(), now())`,
      [idHash, userId, replaced, verifiedEmail],
    );
  }

  /** Deletes a session and returns its user; undefined if there is none. */
  end(idHash: Buffer): Promise<(UserProfile & { readonly id: string }) | undefined> {
    return this.uow.row(
      `DELETE FROM hub_session s USING hub_user u WHERE s.id_hash = $1 AND u.id = s.user_id
       RETURNING u.id, u.email, u.email_verified AS "emailVerified", u.name`,
      [idHash],
    );
  }
}
