import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { SIGN_IN_COOKIE_SECONDS } from './transaction-seal.js';

// A server that has not completed a sign-in until then has ended.
const LONGEST = `interval '1 minute'`;

const MAX_REMOVED = 100;

/** Whether a server may complete a sign-in: it may, another one is doing so, or it is finished. */
export type SignInClaimResult = 'claimed' | 'running' | 'finished';

const hashOf = (state: string): Buffer => createHash('sha256').update(state).digest();

/** SQL of the claims of sign-ins: a code of the identity provider is valid once, on whichever server. */
@Injectable()
export class SignInClaimsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Claims a sign-in, and deletes a batch of claims whose sign-ins have expired. */
  async claim(state: string): Promise<SignInClaimResult> {
    const claimed = await this.uow.rows(
      `WITH gone AS (
         DELETE FROM sign_in_claim WHERE state_hash IN (
           SELECT state_hash FROM sign_in_claim
            WHERE claimed_at <= now() - interval '${SIGN_IN_COOKIE_SECONDS} seconds'
            ORDER BY claimed_at LIMIT ${MAX_REMOVED} FOR UPDATE SKIP LOCKED))
       INSERT INTO sign_in_claim AS c (state_hash, claimed_at, finished) VALUES ($1, now(), false)
       ON CONFLICT (state_hash) DO UPDATE SET claimed_at = now()
        WHERE NOT c.finished AND c.claimed_at <= now() - ${LONGEST}
       RETURNING state_hash`,
      [hashOf(state)],
    );
    return claimed.length === 1 ? 'claimed' : this.resultOf(state);
  }

  /** What became of a claimed sign-in; `claimed` if it may be claimed again. */
  async resultOf(state: string): Promise<SignInClaimResult> {
    const row = await this.uow.row<{ finished: boolean }>(
      'SELECT finished FROM sign_in_claim WHERE state_hash = $1',
      [hashOf(state)],
    );
    return row === undefined ? 'claimed' : row.finished ? 'finished' : 'running';
  }

  /** Ends a claim for good. */
  async finish(state: string): Promise<void> {
    await this.uow.rows('UPDATE sign_in_claim SET finished = true WHERE state_hash = $1', [hashOf(state)]);
  }

  /** Lets the sign-in be claimed again. */
  async release(state: string): Promise<void> {
    await this.uow.rows('DELETE FROM sign_in_claim WHERE state_hash = $1 AND NOT finished', [hashOf(state)]);
  }
}
