import { Inject, Injectable } from '@nestjs/common';
import { LOCAL_ISSUER } from '../../../auth/local-users/local-issuer.js';
import { shownEmailOf } from '../../../auth/accounts/user-profile.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { readPage, type FoundPage, type Window } from '../../../storage/database/paging.js';
import { hasWords, wordsParameter } from '../../../storage/database/search-words.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';

/** The two kinds of API tokens: of the registry, which belong to a person, and of organizations of the hub. */
export const TOKEN_KINDS = ['registry', 'service'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** A valid API token, whoever owns it. */
export interface ListedApiToken {
  /** `mcp_…` of a token of the registry, the id of a service token. */
  readonly id: string;
  readonly kind: TokenKind;
  readonly name: string;
  /** The `sub` of the owner of a token of the registry, or whoever created a service token; empty if that is not known. */
  readonly owner: string;
  /** The user of the hub who owns or created it. */
  readonly userId: string | null;
  readonly orgId: string | null;
  readonly org: string | null;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
}

/** Which tokens to list. */
export interface TokenFilter {
  readonly kind?: TokenKind | undefined;
  readonly userId?: string | undefined;
  /** The local user who owns them, also one who has not signed in to the hub. */
  readonly localId?: string | undefined;
  readonly orgId?: string | undefined;
  /** Slug of the organization. */
  readonly org?: string | undefined;
  readonly q?: string | undefined;
}

const TOKENS = `
    SELECT t.token_id AS id, 'registry' AS kind, t.description AS name, t.owner, u.id AS "userId", t.owner_id AS "localId",
           NULL::uuid AS "orgId", NULL::text AS org, t.scopes, t.resources, t.created_at AS "createdAt",
           t.expires_at AS "expiresAt", NULL::timestamptz AS "lastUsedAt"
      FROM registry_api_token t
      LEFT JOIN hub_user u
             ON u.issuer = CASE WHEN t.owner_id IS NULL THEN t.issuer ELSE '${LOCAL_ISSUER}' END
            AND u.subject = coalesce(t.owner_id::text, t.owner)
     WHERE t.issuer = $1 AND t.expires_at > now()
     UNION ALL
    SELECT t.id::text, 'service', t.name, coalesce(nullif(${shownEmailOf('u')}, ''), u.name, ''), u.id, NULL, o.id, o.slug,
           t.scopes, '{}', t.created_at, t.expires_at, t.last_used_at
      FROM service_token t
      JOIN organization o ON o.id = t.org_id AND o.status <> 'DELETED'
      LEFT JOIN hub_user u ON u.id = t.creator_user_id
     WHERE t.revoked_at IS NULL AND t.expires_at > now()`;

/** Queries of the API tokens of both kinds, for administrators and the operator. */
@Injectable()
export class TokensReadModel {
  private readonly issuer: string;

  constructor(
    private readonly uow: UnitOfWork,
    @Inject(APP_CONFIG) { auth }: AppConfig,
  ) {
    this.issuer = auth.mode === 'enterprise' ? auth.issuer : '';
  }

  /** Newest first. */
  list(
    { kind, userId, localId, orgId, org, q }: TokenFilter,
    page: Window,
  ): Promise<FoundPage<ListedApiToken>> {
    const list = {
      columns: `id, kind, name, owner, "userId", "orgId", org, scopes, resources, "createdAt", "expiresAt", "lastUsedAt"`,
      rows: `
        FROM (${TOKENS}) token
       WHERE ($2::text IS NULL OR kind = $2)
         AND (($3::uuid IS NULL AND $4::uuid IS NULL) OR "userId" = $3 OR "localId" = $4)
         AND ($5::uuid IS NULL OR "orgId" = $5)
         AND ($6::text IS NULL OR lower(org) = lower($6))
         AND ${hasWords(['name', 'owner'], '$7')}`,
      values: [
        this.issuer,
        kind ?? null,
        userId ?? null,
        localId ?? null,
        orgId ?? null,
        org ?? null,
        wordsParameter(q),
      ],
      order: '"createdAt" DESC, id DESC',
      key: 'id',
    } as const;
    return readPage<ListedApiToken>(this.uow, list, page);
  }
}
