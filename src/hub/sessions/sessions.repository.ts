import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { USER_SNAPSHOT, type UserSnapshot } from '../identity/hub-users.repository.js';
import type { UserProfile } from '../../access/user-profile.js';

/** Seconds after which a session ends, however much it is used (hub contract 1). */
export const SESSION_SECONDS = 7 * 24 * 3600;

// Seconds without a request after which a session ends.
const IDLE_SECONDS = 12 * 3600;

const IDLE = `interval '${IDLE_SECONDS} seconds'`;
const LONGEST = `interval '${SESSION_SECONDS} seconds'`;

// More browsers than somebody has.
const MAX_OF_USER = 50;
const MAX_REMOVED = 100;

/** A session that holds, with what its user may do now. */
export interface SessionSnapshot extends UserSnapshot {
  /** The address that the identity provider vouched for at the sign-in. */
  readonly verifiedEmail: string | null;
  /** It was seen within the minute. */
  readonly seenLately: boolean;
}

/** A session that begins. */
export interface NewSession {
  readonly idHash: Buffer;
  readonly userId: string;
  readonly verifiedEmail: string | null;
}

/** SQL of the sessions, by the hashes of their ids. */
@Injectable()
export class SessionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The user of a session with their memberships, unless it is over: in one statement. */
  findSnapshot(idHash: Buffer): Promise<SessionSnapshot | undefined> {
    return this.uow.row<SessionSnapshot>(
      `SELECT ${USER_SNAPSHOT}, s.verified_email AS "verifiedEmail", s.seen_at > now() - interval '1 minute' AS "seenLately"
         FROM hub_session s JOIN hub_user u ON u.id = s.user_id
        WHERE s.id_hash = $1 AND s.seen_at > now() - ${IDLE} AND s.created_at > now() - ${LONGEST}`,
      [idHash],
    );
  }

  /** Records that a session is in use, unless another request has within the minute. */
  async recordUse(idHash: Buffer): Promise<void> {
    await this.uow.rows(
      `UPDATE hub_session SET seen_at = now() WHERE id_hash = $1 AND seen_at <= now() - interval '1 minute'`,
      [idHash],
    );
  }

  /**
   * Begins a session, in place of `replaced` where the browser had one. What is over goes, of everybody and some at a
   * time, and so do the oldest of a user who has more than enough: each session that begins makes room for more than one.
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

  /** Ends a session; undefined when there is none. */
  end(idHash: Buffer): Promise<(UserProfile & { readonly id: string }) | undefined> {
    return this.uow.row(
      `DELETE FROM hub_session s USING hub_user u WHERE s.id_hash = $1 AND u.id = s.user_id
       RETURNING u.id, u.email, u.email_verified AS "emailVerified", u.name`,
      [idHash],
    );
  }
}
