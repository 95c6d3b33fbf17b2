import { Inject, Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { HAS_NO_ACCESS, ORGANIZATIONS_OF_USER } from '../local-users/local-users.repository.js';
import { ApiToken } from './api-token.entity.js';

/** A token with its owner's current access. */
export interface TokenOfSubject {
  readonly id: string;
  readonly secretHash: Buffer;
  readonly owner: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly expiresAt: Date;
  readonly ownerDisabled: boolean;
}

/** A token with its owner's current authority. */
export interface TokenWithOwner extends TokenOfSubject {
  /** The owner's local account; null if the owner's JWT was issued by another party. */
  readonly accountId: string | null;
  readonly registryAdmin: boolean;
  readonly orgs: readonly string[];
}

/** A token to insert; its issuer is that of the current mode, its account that of the owner's name. */
export type NewApiToken = Omit<ApiToken, 'issuer' | 'ownerId'>;

// Columns of a token `t`.
const TOKEN = `
  t.id, t.secret_hash AS "secretHash", t.owner, t.scopes, t.resources, t.expires_at AS "expiresAt"`;

/** SQL of the API tokens. */
@Injectable()
export class ApiTokensRepository {
  /** Tokens belong to the issuer of their owner's JWTs: those of another issuer or mode are not found. */
  private readonly issuer: string;

  constructor(
    private readonly uow: UnitOfWork,
    @Inject(APP_CONFIG) { auth }: AppConfig,
  ) {
    this.issuer = auth.mode === 'enterprise' ? auth.issuer : '';
  }

  /**
   * Inserts a token unless its owner has `limit` unexpired ones; expired ones are removed. Serialized per owner, so
   * that concurrent calls cannot exceed the limit together.
   */
  insertWithin(limit: number, token: NewApiToken): Promise<boolean> {
    return this.uow.run(async () => {
      await this.lockTokensOf(token.owner);
      // Except the token that creates this one, which may have just expired.
      await this.uow.rows(
        `DELETE FROM registry_api_token
          WHERE owner = $1 AND issuer = $2 AND expires_at <= now() AND id IS DISTINCT FROM $3`,
        [token.owner, this.issuer, token.parentId],
      );
      const tokens = this.uow.manager.getRepository(ApiToken);
      if ((await tokens.countBy({ owner: token.owner, issuer: this.issuer })) >= limit) return false;
      await tokens.insert({ ...token, issuer: this.issuer, ownerId: await this.accountOf(token.owner) });
      return true;
    });
  }

  /** The local account with this name in oss mode. */
  private async accountOf(owner: string): Promise<string | null> {
    if (this.issuer !== '') return null;
    const row = await this.uow.row<{ id: string }>('SELECT id FROM local_user WHERE username = $1', [owner]);
    return row?.id ?? null;
  }

  /** One of these organizations that is suspended; undefined if none is. */
  async findSuspended(slugs: readonly string[]): Promise<string | undefined> {
    const row = await this.uow.row<{ slug: string }>(
      'SELECT slug FROM registry_organization WHERE slug_key = ANY($1) AND suspended LIMIT 1',
      [slugs.map(nameKey)],
    );
    return row?.slug;
  }

  /** Keeps a token from being deleted until the transaction ends. */
  async keep(id: string): Promise<void> {
    await this.uow.rows('SELECT id FROM registry_api_token WHERE id = $1 FOR KEY SHARE', [id]);
  }

  /**
   * A token with what the hub says about its owner, a subject of an identity provider: all that a request in enterprise mode
   * needs, in one statement. A subject whom the hub does not know has access.
   */
  findOfSubject(tokenId: string): Promise<TokenOfSubject | undefined> {
    return this.uow.row<TokenOfSubject>(
      `SELECT ${TOKEN}, coalesce(u.status <> 'ACTIVE' OR u.refused_by_provider_at IS NOT NULL, false) AS "ownerDisabled"
         FROM registry_api_token t
         LEFT JOIN hub_user u ON u.issuer = t.issuer AND u.subject = t.owner
        WHERE t.token_id = $1 AND t.issuer = $2`,
      [tokenId, this.issuer],
    );
  }

  /** A token with the authority of its owner, a local user: all that a request in oss mode needs, in one statement. */
  findWithOwner(tokenId: string): Promise<TokenWithOwner | undefined> {
    return this.uow.row<TokenWithOwner>(
      `SELECT ${TOKEN}, u.id AS "accountId",
              ${HAS_NO_ACCESS} AS "ownerDisabled",
              coalesce(u.registry_admin, false) AS "registryAdmin",
              ${ORGANIZATIONS_OF_USER} AS orgs
         FROM registry_api_token t
         LEFT JOIN local_user u ON u.id = t.owner_id
        WHERE t.token_id = $1 AND t.issuer = $2`,
      [tokenId, this.issuer],
    );
  }

  /** Up to `limit` unexpired tokens of an owner, newest first. */
  listOf(owner: string, limit: number): Promise<ApiToken[]> {
    return this.uow.manager
      .getRepository(ApiToken)
      .createQueryBuilder('token')
      .where('token.owner = :owner AND token.issuer = :issuer AND token.expiresAt > now()', {
        owner,
        issuer: this.issuer,
      })
      .orderBy('token.createdAt', 'DESC')
      .addOrderBy('token.id')
      .limit(limit)
      .getMany();
  }

  /** Returns the id of the deleted row; undefined if the owner has no such token. Tokens created with it are deleted too. */
  delete(owner: string, tokenId: string): Promise<string | undefined> {
    return this.uow.run(async () => {
      // An insert deletes expired tokens and references its parent, in the opposite lock order of a cascading delete.
      await this.lockTokensOf(owner);
      const deleted = await this.uow.row<{ id: string }>(
        'DELETE FROM registry_api_token WHERE owner = $1 AND token_id = $2 AND issuer = $3 RETURNING id',
        [owner, tokenId, this.issuer],
      );
      return deleted?.id;
    });
  }

  /** Deletes a token, whoever owns it, with those created with it. Undefined if there is none. */
  deleteAny(tokenId: string): Promise<Pick<ApiToken, 'id' | 'owner'> | undefined> {
    return this.uow.run(async () => {
      const token = await this.uow.row<Pick<ApiToken, 'id' | 'owner'>>(
        'SELECT id, owner FROM registry_api_token WHERE token_id = $1 AND issuer = $2',
        [tokenId, this.issuer],
      );
      return token !== undefined && (await this.delete(token.owner, tokenId)) !== undefined
        ? token
        : undefined;
    });
  }

  /** Serializes creation and deletion of the owner's tokens until the transaction ends. */
  async lockTokensOf(owner: string): Promise<void> {
    await this.uow.rows(`SELECT pg_advisory_xact_lock(hashtextextended('registry_api_token ' || $1, 0))`, [
      owner,
    ]);
  }
}
