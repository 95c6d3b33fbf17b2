import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hashTokenSecret, newTokenCredential } from '../../auth/api-tokens/api-token-secret.js';

import { ApiTokensRepository, type NewApiToken } from '../../auth/api-tokens/api-tokens.repository.js';
import type { Principal } from '../../auth/principal.js';
import { ResourcePattern } from '../../auth/resource-pattern.js';
import { conflict, forbidden, notFound, unauthorized } from '../../common/errors/api-error.js';
import { isForeignKeyViolation } from '../../storage/database/database-errors.js';
import {
  DEFAULT_LIFETIME_SECONDS,
  type CreatedToken,
  type CreateTokenRequest,
  type TokenList,
} from './api-tokens.dto.js';

/** Tokens that one user can have at a time; the list is never paged. */
export const MAX_TOKENS_PER_USER = 1000;

/** The caller's own API tokens (registry spec, API token; decisions, registry 5). */
@Injectable()
export class ApiTokensService {
  constructor(private readonly tokens: ApiTokensRepository) {}

  /** @throws 403 for a scope or resource beyond the caller's own, 409 when the caller has too many. */
  async create(principal: Principal, request: CreateTokenRequest): Promise<CreatedToken> {
    requireWithin(principal, request);
    const { tokenId, secret } = newTokenCredential();
    const createdAt = new Date();
    const lifetime = (request.expires_in ?? DEFAULT_LIFETIME_SECONDS) * 1000;
    const end = Math.min(createdAt.getTime() + lifetime, principal.tokenExpiresAt?.getTime() ?? Infinity);
    const written = await this.insert({
      id: randomUUID(),
      tokenId,
      secretHash: hashTokenSecret(secret),
      owner: principal.subject,
      parentId: principal.tokenRowId ?? null,
      description: request.description,
      scopes: request.scopes,
      resources: request.resources,
      expiresAt: new Date(end),
      createdAt,
    });
    if (!written) throw conflict(`a user has at most ${MAX_TOKENS_PER_USER} tokens; delete one first`);
    return { token_id: tokenId, secret, expires_at: new Date(end).toISOString() };
  }

  /** @throws 401 when the token that makes this one has just been deleted. */
  private async insert(token: NewApiToken): Promise<boolean> {
    try {
      return await this.tokens.insertWithin(MAX_TOKENS_PER_USER, token);
    } catch (error) {
      if (isForeignKeyViolation(error, 'registry_api_token_parent_id_fkey')) throw unauthorized();
      throw error;
    }
  }

  /** The caller's tokens that still hold, without their secrets. */
  async list(principal: Principal): Promise<TokenList> {
    const tokens = await this.tokens.listOf(principal.subject, MAX_TOKENS_PER_USER);
    return {
      tokens: tokens.map((token) => ({
        token_id: token.tokenId,
        description: token.description,
        scopes: token.scopes,
        resources: token.resources,
        expires_at: token.expiresAt.toISOString(),
      })),
    };
  }

  /** Ends a token and those that it created. @throws 404 for unknown ones and those of others. */
  async delete(principal: Principal, tokenId: string): Promise<void> {
    if (!(await this.tokens.delete(principal.subject, tokenId))) throw notFound('token');
  }
}

function requireWithin(principal: Principal, { scopes, resources }: CreateTokenRequest): void {
  const scope = scopes.find((wanted) => !principal.scopes.has(wanted));
  if (scope !== undefined) throw forbidden({ field: 'scopes', scope });
  const resource = resources.find((wanted) => {
    const pattern = ResourcePattern.parse(wanted);
    return pattern === undefined || !principal.covers(pattern);
  });
  if (resource !== undefined) throw forbidden({ field: 'resources', resource });
}
