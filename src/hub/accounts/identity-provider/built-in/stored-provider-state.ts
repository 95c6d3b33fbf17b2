import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { currentTime } from '../../../../common/values/clock.js';
import { UnitOfWork } from '../../../../storage/database/unit-of-work.js';

const MAX_REMOVED = 100;

// More than the number of concurrent sign-ins. Anyone may begin one, so beyond it the oldest are removed.
const MAX_SIGN_INS = 10_000;
const SHORT_LIVED = new Set(['Interaction', 'AuthorizationCode']);

// The id of a refresh token is the token.
const hashOf = (id: string): Buffer => hash('sha256', id, 'buffer');

/** How far the time of the database is ahead of the process's, by which the provider judges. */
export const secondsAhead = (): number => Math.round((currentTime() - Date.now()) / 1000);

/** The same with its times moved: stored ones are by the clock of the database, for servers with other clocks (ADR 112). */
function moved<T extends AdapterPayload>(payload: T, seconds: number): T {
  const { iat, exp } = payload;
  return {
    ...payload,
    ...(iat !== undefined && { iat: iat + seconds }),
    ...(exp !== undefined && { exp: exp + seconds }),
  };
}

/**
 * State of the built-in provider in the database, for all servers: unfinished sign-ins, which may go on at another server,
 * and refresh tokens and their grants, on which sessions depend.
 */
@Injectable()
export class StoredProviderState {
  private puts = 0;

  constructor(private readonly uow: UnitOfWork) {}

  /** The storage adapter of one model of `oidc-provider`. */
  readonly adapterOf = (kind: string): Adapter => ({
    upsert: (id, payload, expiresIn) => this.put(kind, id, payload, expiresIn),
    find: (id) => this.find(kind, id),
    findByUid: () => Promise.resolve(undefined),
    findByUserCode: () => Promise.resolve(undefined),
    consume: async (id) => {
      await this.uow.rows(
        `UPDATE built_in_provider_state
            SET payload = payload || jsonb_build_object('consumed', floor(extract(epoch FROM now())))
          WHERE kind = $1 AND id_hash = $2`,
        [kind, hashOf(id)],
      );
    },
    destroy: async (id) => {
      await this.uow.rows('DELETE FROM built_in_provider_state WHERE kind = $1 AND id_hash = $2', [
        kind,
        hashOf(id),
      ]);
    },
    revokeByGrantId: async (grantId) => {
      await this.uow.rows('DELETE FROM built_in_provider_state WHERE kind = $1 AND grant_id = $2', [
        kind,
        grantId,
      ]);
    },
  });

  /** Also removes a batch of what has expired. */
  private async put(
    kind: string,
    id: string,
    { jti: _id, ...payload }: AdapterPayload,
    expiresIn = 0,
  ): Promise<void> {
    await this.uow.rows(
      `WITH expired AS (
         DELETE FROM built_in_provider_state WHERE (kind, id_hash) IN (
           SELECT kind, id_hash FROM built_in_provider_state WHERE expires_at <= now()
            ORDER BY expires_at LIMIT ${MAX_REMOVED} FOR UPDATE SKIP LOCKED))
       INSERT INTO built_in_provider_state (kind, id_hash, grant_id, payload, expires_at)
       VALUES ($1, $2, $3, $4, now() + $5 * interval '1 second')
       ON CONFLICT (kind, id_hash) DO UPDATE
         SET grant_id = excluded.grant_id, payload = excluded.payload, expires_at = excluded.expires_at`,
      [kind, hashOf(id), payload.grantId ?? null, JSON.stringify(moved(payload, secondsAhead())), expiresIn],
    );
    this.puts += 1;
    if (SHORT_LIVED.has(kind) && this.puts % MAX_REMOVED === 0) await this.removeOldest(kind);
  }

  private async removeOldest(kind: string): Promise<void> {
    await this.uow.rows(
      `DELETE FROM built_in_provider_state
        WHERE kind = $1
          AND expires_at <= (SELECT expires_at FROM built_in_provider_state WHERE kind = $1
                              ORDER BY expires_at DESC OFFSET ${MAX_SIGN_INS} LIMIT 1)`,
      [kind],
    );
  }

  private async find(kind: string, id: string): Promise<AdapterPayload | undefined> {
    const row = await this.uow.row<{ payload: AdapterPayload }>(
      `SELECT payload FROM built_in_provider_state WHERE kind = $1 AND id_hash = $2 AND expires_at > now()`,
      [kind, hashOf(id)],
    );
    return row && { ...moved(row.payload, -secondsAhead()), jti: id };
  }
}
