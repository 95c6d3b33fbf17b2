import { Injectable } from '@nestjs/common';
import { creatorLacksRole, userItDependsOn } from './creator-role.js';
import { readTogether, type Indexed } from '../../../storage/database/read-together.js';
import { hasWords, wordsParameter } from '../../../storage/database/search-words.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { CallerOrganization } from '../../../auth/hub/hub-principal.js';
import { readPage, type FoundPage } from '../../../storage/database/paging.js';
import type { SearchedPageQuery } from '../../platform/http/page.dto.js';
import type { ServiceToken } from './service-token.entity.js';

/** Why a token is not valid. */
export type TokenRefusal = 'revoked' | 'expired' | 'organization_suspended' | 'organization_deleted';

/** A stored token, with the current state of its organization. */
export interface ServiceTokenSnapshot {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly organization: CallerOrganization;
  /** Null for a valid token. */
  readonly refusal: TokenRefusal | null;
  /** It has `admin:org`, which its creator could not grant now. */
  readonly creatorLacksRole: boolean;
  /** The user on whose role its authority depends, if it has `admin:org`. */
  readonly dependsOnUser: string | null;
  /** Its last use while invalid was recorded within the last minute. */
  readonly refusedLately: boolean;
}

/** A token in an organization's list. */
export type ListedToken = Pick<
  ServiceToken,
  | 'id'
  | 'name'
  | 'description'
  | 'tokenPrefix'
  | 'scopes'
  | 'createdAt'
  | 'expiresAt'
  | 'lastUsedAt'
  | 'revokedAt'
  | 'createdBy'
> & { readonly creatorLacksRole: boolean };

/** A token revoked by this request. */
export interface RevokedToken {
  readonly id: string;
  readonly name: string;
}

/** A token to create. */
export type NewToken = Omit<
  ServiceToken,
  'revokedAt' | 'lastUsedAt' | 'refusedAt' | 'organization' | 'creatorUserId'
>;

// Condition on `t`: the token is valid.
const IS_LIVE = `t.revoked_at IS NULL AND t.expires_at > now()`;

// Columns of `t` and its organization `o`.
const TOKEN_SNAPSHOT = `
  t.id, t.name, t.scopes,
  json_build_object('id', o.id, 'slug', o.slug, 'plan', o.plan, 'suspended', o.status <> 'ACTIVE',
                    'apiCallsPerMin', o.api_calls_per_min) AS organization,
  CASE WHEN t.revoked_at IS NOT NULL THEN 'revoked'
       WHEN t.expires_at <= now() THEN 'expired'
       WHEN o.status <> 'ACTIVE' THEN 'organization_' || lower(o.status) END AS refusal,
  ${creatorLacksRole('t')} AS "creatorLacksRole", ${userItDependsOn('t')} AS "dependsOnUser",
  coalesce(t.refused_at > now() - interval '1 minute', false) AS "refusedLately"`;

/** SQL of the service tokens. */
@Injectable()
export class ServiceTokensRepository {
  /** Reads the token with this hash and whether it is valid. Concurrent calls share one statement. */
  readonly findSnapshot: (hash: Buffer) => Promise<ServiceTokenSnapshot | undefined>;

  constructor(private readonly uow: UnitOfWork) {
    this.findSnapshot = readTogether(
      this.uow,
      (hashes) => this.findSnapshots(hashes),
      (hash) => hash.toString('latin1'),
    );
  }

  /** Reads a token by its id, and whether it is valid. */
  find(id: string): Promise<ServiceTokenSnapshot | undefined> {
    return this.uow.row<ServiceTokenSnapshot>(
      `SELECT ${TOKEN_SNAPSHOT} FROM service_token t JOIN organization o ON o.id = t.org_id WHERE t.id = $1`,
      [id],
    );
  }

  private findSnapshots(hashes: readonly Buffer[]): Promise<Indexed<ServiceTokenSnapshot>[]> {
    // A subselect hides the number of hashes from the planner. With a known small number, the custom plan would look
    // cheaper than the generic one, and the statement would be planned for every request, which takes five times as
    // long as executing it.
    return this.uow.rows<Indexed<ServiceTokenSnapshot>>(
      `SELECT asked.place::integer, ${TOKEN_SNAPSHOT}
         FROM unnest((SELECT $1::bytea[])) WITH ORDINALITY AS asked (hash, place)
         JOIN service_token t ON t.token_hash = asked.hash
         JOIN organization o ON o.id = t.org_id`,
      [hashes],
    );
  }

  /**
   * Records the last uses of several tokens, by how many milliseconds ago they were: the clock is that of the database. A row
   * that another server or a revocation is writing is left out, so that no transactions deadlock; that server has a use of
   * about the same time.
   */
  async recordUses(uses: readonly { readonly id: string; readonly agoMs: number }[]): Promise<void> {
    await this.uow.rows(
      `WITH used AS (
         SELECT t.id, now() - make_interval(secs => u.ago / 1000) AS at
           FROM unnest($1::uuid[], $2::double precision[]) AS u (id, ago)
           JOIN service_token t ON t.id = u.id
            FOR NO KEY UPDATE OF t SKIP LOCKED)
       UPDATE service_token t SET last_used_at = used.at FROM used
        WHERE t.id = used.id AND (t.last_used_at IS NULL OR t.last_used_at < used.at)`,
      [uses.map(({ id }) => id), uses.map(({ agoMs }) => agoMs)],
    );
  }

  /** Records a use of an invalid token; false if one was recorded within the last minute. */
  async recordRefusal(id: string): Promise<boolean> {
    const recorded = await this.uow.rows(
      `UPDATE service_token SET refused_at = now()
        WHERE id = $1 AND (refused_at IS NULL OR refused_at <= now() - interval '1 minute')
        RETURNING id`,
      [id],
    );
    return recorded.length === 1;
  }

  /** The tokens of an organization, newest first. */
  list(orgId: string, page: SearchedPageQuery): Promise<FoundPage<ListedToken>> {
    const list = {
      columns: `t.id, t.name, t.description, t.token_prefix AS "tokenPrefix", t.scopes, t.created_at AS "createdAt",
                t.expires_at AS "expiresAt", t.last_used_at AS "lastUsedAt", t.revoked_at AS "revokedAt",
                t.created_by AS "createdBy", ${creatorLacksRole('t')} AS "creatorLacksRole"`,
      rows: `FROM service_token t WHERE t.org_id = $1 AND ${hasWords(['t.name', 't.description'], '$2')}`,
      values: [orgId, wordsParameter(page.q)],
      order: '"createdAt" DESC, id DESC',
      key: 'id',
    } as const;
    return readPage<ListedToken>(this.uow, list, page);
  }

  /** When a valid token of the organization expires; undefined if it is not valid. */
  async expiryOf(orgId: string, id: string): Promise<Date | undefined> {
    const row = await this.uow.row<{ expiresAt: Date }>(
      `SELECT expires_at AS "expiresAt" FROM service_token t WHERE org_id = $1 AND id = $2 AND ${IS_LIVE}`,
      [orgId, id],
    );
    return row?.expiresAt;
  }

  /** Creates a token; false if the organization already has `maxLive` valid ones. The organization must be locked. */
  async insert(token: NewToken, maxLive: number): Promise<boolean> {
    const made = await this.uow.rows(
      `INSERT INTO service_token
         (id, org_id, name, description, token_hash, token_prefix, scopes, created_by, created_at, expires_at,
          creator_user_id)
       SELECT $1::uuid, $2::uuid, $3, $4, $5::bytea, $6, $7::text[], $8::uuid, $9::timestamptz, $10::timestamptz,
              coalesce((SELECT p.creator_user_id FROM service_token p WHERE p.id = $8), $8)
        WHERE (SELECT count(*) FROM service_token t WHERE t.org_id = $2 AND ${IS_LIVE}) < $11
       RETURNING id`,
      [
        token.id,
        token.orgId,
        token.name,
        token.description,
        token.tokenHash,
        token.tokenPrefix,
        token.scopes,
        token.createdBy,
        token.createdAt,
        token.expiresAt,
        maxLive,
      ],
    );
    return made.length === 1;
  }

  /** Revokes a token, without those that it created. The organization must be locked. */
  async revokeOne(orgId: string, id: string): Promise<void> {
    await this.uow.rows(
      'UPDATE service_token SET revoked_at = now() WHERE org_id = $1 AND id = $2 AND revoked_at IS NULL',
      [orgId, id],
    );
  }

  /**
   * Revokes a token and all valid tokens that it created, directly or through others: whoever stole a token may have
   * created more. Returns the tokens revoked now; none if the organization has no such token. The organization must be
   * locked.
   */
  revoke(orgId: string, id: string): Promise<RevokedToken[]> {
    return this.uow.rows<RevokedToken>(
      `WITH RECURSIVE gone AS (
         SELECT id FROM service_token WHERE org_id = $1 AND id = $2
          UNION
         SELECT t.id FROM service_token t JOIN gone g ON t.created_by = g.id
          WHERE t.org_id = $1 AND ${IS_LIVE}),
       revoked AS (
         UPDATE service_token t SET revoked_at = now() FROM gone g
          WHERE t.id = g.id AND t.revoked_at IS NULL
         RETURNING t.id, t.name, t.created_at)
       SELECT id, name FROM revoked ORDER BY id <> $2, created_at, id`,
      [orgId, id],
    );
  }

  /** The organization of a token, valid or not. */
  async organizationOf(id: string): Promise<string | undefined> {
    const row = await this.uow.row<{ orgId: string }>(
      'SELECT org_id AS "orgId" FROM service_token WHERE id = $1',
      [id],
    );
    return row?.orgId;
  }

  /** Whether the organization has a token with this id, valid or not. */
  async exists(orgId: string, id: string): Promise<boolean> {
    const found = await this.uow.rows('SELECT id FROM service_token WHERE org_id = $1 AND id = $2', [
      orgId,
      id,
    ]);
    return found.length === 1;
  }
}
