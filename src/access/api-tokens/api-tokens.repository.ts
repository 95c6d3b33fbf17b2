import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { HAS_NO_ACCESS, ORGANIZATIONS_OF_USER } from '../local-users/local-users.repository.js';
import { ApiToken } from './api-token.entity.js';

/** A token with its owner's current authority. */
export interface TokenWithOwner {
  readonly id: string;
  readonly secretHash: Buffer;
  readonly owner: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly expiresAt: Date;
  /** False if the owner's JWT was issued by another party. */
  readonly hasLocalOwner: boolean;
  readonly ownerDisabled: boolean;
  readonly registryAdmin: boolean;
  readonly orgs: readonly string[];
}

/** A token to insert; its issuer is that of the current mode. */
export type NewApiToken = Omit<ApiToken, 'issuer'>;

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
      await tokens.insert({ ...token, issuer: this.issuer });
      return true;
    });
  }

  /** Keeps a token from being deleted until the transaction ends. */
  async keep(id: string): Promise<void> {
    await this.uow.rows('SELECT id FROM registry_api_token WHERE id = $1 FOR KEY SHARE', [id]);
  }

  async find(tokenId: string): Promise<ApiToken | undefined> {
    const found = await this.uow.manager.getRepository(ApiToken).findOneBy({ tokenId, issuer: this.issuer });
    return found ?? undefined;
  }

  /** A token with the authority of its owner, a local user: all that a request in oss mode needs, in one statement. */
  findWithOwner(tokenId: string): Promise<TokenWithOwner | undefined> {
    return this.uow.row<TokenWithOwner>(
      `SELECT t.id, t.secret_hash AS "secretHash", t.owner, t.scopes, t.resources, t.expires_at AS "expiresAt",
              u.id IS NOT NULL AS "hasLocalOwner",
              ${HAS_NO_ACCESS} AS "ownerDisabled",
              coalesce(u.registry_admin, false) AS "registryAdmin",
              ${ORGANIZATIONS_OF_USER} AS orgs
         FROM registry_api_token t
         LEFT JOIN local_user u ON u.username_key = lower(t.owner COLLATE "C") AND u.username = t.owner
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

  /** Returns whether the owner had the token. Tokens created with it are deleted too. */
  delete(owner: string, tokenId: string): Promise<boolean> {
    return this.uow.run(async () => {
      // An insert deletes expired tokens and references its parent, in the opposite lock order of a cascading delete.
      await this.lockTokensOf(owner);
      const { affected } = await this.uow.manager
        .getRepository(ApiToken)
        .delete({ owner, tokenId, issuer: this.issuer });
      return affected === 1;
    });
  }

  /** Serializes creation and deletion of the owner's tokens until the transaction ends. */
  async lockTokensOf(owner: string): Promise<void> {
    await this.uow.rows(`SELECT pg_advisory_xact_lock(hashtextextended('registry_api_token ' || $1, 0))`, [
      owner,
    ]);
  }
}
