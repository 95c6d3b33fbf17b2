import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { ApiToken } from './api-token.entity.js';

/** A token with what its owner may act on now. */
export interface TokenWithOwner {
  readonly id: string;
  readonly secretHash: Buffer;
  readonly owner: string;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  readonly expiresAt: Date;
  /** False when the owner came with a JWT that somebody else signed. */
  readonly ownerKnown: boolean;
  readonly ownerDisabled: boolean;
  readonly registryAdmin: boolean;
  readonly orgs: readonly string[];
}

/** SQL of the API tokens. */
@Injectable()
export class ApiTokensRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(token: ApiToken): Promise<void> {
    await this.uow.manager.getRepository(ApiToken).insert(token);
  }

  /** Everything that a request with a token needs, in one statement. */
  findForUse(tokenId: string): Promise<TokenWithOwner | undefined> {
    return this.uow.row<TokenWithOwner>(
      `SELECT t.id, t.secret_hash AS "secretHash", t.owner, t.scopes, t.resources, t.expires_at AS "expiresAt",
              u.id IS NOT NULL AS "ownerKnown",
              u.disabled_at IS NOT NULL AS "ownerDisabled",
              coalesce(u.registry_admin, false) AS "registryAdmin",
              ARRAY(SELECT o.slug
                      FROM registry_member m
                      JOIN registry_organization o ON o.id = m.org_id
                     WHERE m.username_key = u.username_key) AS orgs
         FROM registry_api_token t
         LEFT JOIN local_user u ON u.username_key = lower(t.owner COLLATE "C") AND u.username = t.owner
        WHERE t.token_id = $1`,
      [tokenId],
    );
  }

  /** At most `limit` unexpired tokens of an owner, newest first. */
  listOf(owner: string, limit: number): Promise<ApiToken[]> {
    return this.uow.manager
      .getRepository(ApiToken)
      .createQueryBuilder('token')
      .where('token.owner = :owner AND token.expiresAt > now()', { owner })
      .orderBy('token.createdAt', 'DESC')
      .addOrderBy('token.id')
      .limit(limit)
      .getMany();
  }

  countOf(owner: string): Promise<number> {
    return this.uow.manager
      .getRepository(ApiToken)
      .createQueryBuilder('token')
      .where('token.owner = :owner AND token.expiresAt > now()', { owner })
      .getCount();
  }

  /** Whether the owner had such a token; tokens made with it go with it. */
  async delete(owner: string, tokenId: string): Promise<boolean> {
    const { affected } = await this.uow.manager.getRepository(ApiToken).delete({ owner, tokenId });
    return affected === 1;
  }
}
