import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { hashTokenSecret, newTokenCredential } from '../../auth/api-tokens/api-token-secret.js';
import { ApiTokensRepository, type NewApiToken } from '../../auth/api-tokens/api-tokens.repository.js';
import { RegistryTrail, type RecordedChange } from '../../auth/trail/registry-trail.js';
import { RegistryChanges } from '../../auth/registry/registry-changes.js';
import { IssuedJwts } from '../../auth/jwt/issued-jwts.js';
import type { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { ResourcePattern } from '../../auth/rules/resource-pattern.js';
import { organizationSuspended } from '../../auth/rules/suspended-organization.js';
import { badRequest, conflict, forbidden, notFound } from '../../common/errors/api-error.js';
import { currentDate } from '../../common/values/clock.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import {
  DEFAULT_LIFETIME_SECONDS,
  type CreatedToken,
  type CreateTokenRequest,
  type TokenList,
} from './api-tokens.dto.js';

// The organization of a resource pattern that is about one.
const NAMED_ORGANIZATION = /^org\/([^/*]+)\//;

/** Maximum number of unexpired tokens per user, whose list is not paginated. */
const MAX_TOKENS_PER_USER = 1000;

// Of a token in the audit trail, whose messages are bounded.
const MAX_SHOWN_RESOURCES = 20;

/** The caller's own API tokens (registry contract 5). */
@Injectable()
export class ApiTokensService {
  constructor(
    private readonly tokens: ApiTokensRepository,
    private readonly changes: RegistryChanges,
    private readonly trail: RegistryTrail,
    private readonly uow: UnitOfWork,
    private readonly jwts: IssuedJwts,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * @throws 400 for a JWT in enterprise mode, 403 for a scope or resource beyond the caller's own or of a suspended organization, 409 when the caller
   * has too many.
   */
  async create(principal: RegistryPrincipal, request: CreateTokenRequest): Promise<CreatedToken> {
    const asJwt = request.format === 'jwt';
    if (asJwt && this.config.auth.mode !== 'oss') {
      throw badRequest('format', 'can be jwt in oss mode only: the identity provider issues the JWTs');
    }
    const { tokenId, secret } = newTokenCredential();
    const createdAt = currentDate();
    const lifetime = (request.expires_in ?? DEFAULT_LIFETIME_SECONDS) * 1000;
    const wanted = createdAt.getTime() + lifetime;
    // JWTs expire at whole seconds, so the token expires at the same second.
    const end = asJwt ? Math.ceil(wanted / 1000) * 1000 : wanted;
    const token: NewApiToken = {
      id: randomUUID(),
      tokenId,
      secretHash: hashTokenSecret(secret),
      owner: principal.subject,
      parentId: principal.tokenRowId ?? null,
      description: request.description,
      scopes: request.scopes,
      resources: request.resources,
      expiresAt: new Date(Math.min(end, principal.tokenExpiresAt?.getTime() ?? Infinity)),
      createdAt,
    };
    const isWritten = await this.changes.run(principal, { changesTokens: true }, async (caller) => {
      requireWithin(caller, request);
      await this.requireActive(request.resources);
      if (!(await this.tokens.insertWithin(MAX_TOKENS_PER_USER, token))) return false;
      await this.trail.record(caller, createdToken(token));
      return true;
    });
    if (!isWritten) {
      throw conflict(`a user has at most ${MAX_TOKENS_PER_USER} tokens; delete one first`);
    }
    return {
      token_id: tokenId,
      secret,
      ...(asJwt && { token: await this.jwts.ofApiToken(token) }),
      expires_at: token.expiresAt.toISOString(),
    };
  }

  /** The caller's valid tokens, without their secrets. */
  async list(principal: RegistryPrincipal): Promise<TokenList> {
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

  /** @throws 403 for resources of a suspended organization */
  private async requireActive(resources: readonly string[]): Promise<void> {
    const slugs = resources.flatMap((resource) => NAMED_ORGANIZATION.exec(resource)?.[1] ?? []);
    const suspended = slugs.length === 0 ? undefined : await this.tokens.findSuspended(slugs);
    if (suspended !== undefined) throw organizationSuspended(suspended);
  }

  /** Deletes a token and those created with it. @throws 404 for unknown tokens and those of other users. */
  async delete(principal: RegistryPrincipal, tokenId: string): Promise<void> {
    await this.uow.run(async () => {
      const id = await this.tokens.delete(principal.subject, tokenId);
      if (id === undefined) throw notFound('token');
      await this.trail.record(principal, {
        action: 'registry_token.revoked',
        resource: id,
        details: { token_id: tokenId, owner: principal.subject },
      });
    });
  }
}

const createdToken = (token: NewApiToken): RecordedChange => ({
  action: 'registry_token.created',
  resource: token.id,
  details: {
    token_id: token.tokenId,
    owner: token.owner,
    description: token.description,
    scopes: token.scopes,
    resources: token.resources.slice(0, MAX_SHOWN_RESOURCES),
    resource_count: token.resources.length,
    expires_at: token.expiresAt.toISOString(),
  },
});

function requireWithin(principal: RegistryPrincipal, { scopes, resources }: CreateTokenRequest): void {
  const scope = scopes.find((wanted) => !principal.scopes.has(wanted));
  if (scope !== undefined) throw forbidden({ field: 'scopes', scope });
  const resource = resources.find((wanted) => {
    const pattern = ResourcePattern.parse(wanted);
    return pattern === undefined || !principal.covers(pattern);
  });
  if (resource !== undefined) throw forbidden({ field: 'resources', resource });
}
