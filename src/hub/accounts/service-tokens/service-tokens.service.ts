import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { badRequest, conflict, notFound } from '../../../common/errors/api-error.js';
import { unauthorized } from '../../../common/errors/unauthorized.js';
import { currentDate, currentTime } from '../../../common/values/clock.js';
import { DAY_MS } from '../../../common/values/durations.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { Confirmed, HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import { canonicalScope, scopesOf } from '../../../auth/rules/service-token-scopes.js';
import type { Actor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import type { SearchedPageQuery } from '../../platform/http/page.dto.js';
import { hashServiceToken, makeServiceToken, SHOWN_CHARACTERS } from './service-token-secret.js';
import { createdServiceToken, serviceTokenView } from './service-token.mapper.js';
import {
  DEFAULT_LIFETIME_DAYS,
  type CreatedServiceToken,
  type CreateServiceTokenRequest,
  type ServiceTokenList,
} from './service-tokens.dto.js';
import { ServiceTokensRepository, type NewToken } from './service-tokens.repository.js';

/** Maximum number of valid tokens of an organization. */
const MAX_LIVE_TOKENS = 1000;

/**
 * Service tokens of organizations (hub contract 8). They belong to the organization: a token keeps working after its
 * creator leaves, except that one with `admin:org` then has no rights. Revoking a token revokes the tokens that it
 * created.
 */
@Injectable()
export class ServiceTokensService {
  constructor(
    private readonly changes: HubChanges,
    private readonly tokens: ServiceTokensRepository,
    private readonly audit: AuditService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  private get defaultDays(): number {
    return Math.min(DEFAULT_LIFETIME_DAYS, this.config.serviceTokens.maxDays);
  }

  /**
   * Creates a token. Only this response has its secret.
   * @throws 400 for a scope that the organization's tokens cannot have, or a lifetime beyond that of the calling
   * token; 409 when the organization has too many tokens
   */
  async create(
    principal: HubPrincipal,
    orgId: string,
    request: CreateServiceTokenRequest,
  ): Promise<CreatedServiceToken> {
    const { name, description = '' } = request;
    const scopes = request.scopes.map(canonicalScope);
    const allowed = scopesOf(orgId);
    if (!scopes.every((scope) => allowed.includes(scope))) {
      throw badRequest('scopes', `must be among ${allowed.join(', ')}`);
    }
    const { maxDays } = this.config.serviceTokens;
    if ((request.expires_in_days ?? 0) > maxDays) {
      throw badRequest('expires_in_days', `must not be greater than ${maxDays}`);
    }
    const secret = makeServiceToken(scopes);
    const tokenHash = hashServiceToken(secret);
    const token = await this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const made: NewToken = {
        id: randomUUID(),
        orgId,
        name,
        description,
        tokenHash,
        tokenPrefix: secret.slice(0, SHOWN_CHARACTERS),
        scopes,
        createdBy: caller.id,
        createdAt: currentDate(),
        expiresAt: await this.expiryFor(caller, orgId, request.expires_in_days),
      };
      await this.insert(made, actorOf(caller));
      return made;
    });
    return createdServiceToken(token, secret);
  }

  /**
   * Revokes a token and makes it again, with another secret, in a transaction that has locked the organization. Tokens that it
   * created are not revoked with it. Only this response has the secret.
   */
  async replaceLocked(
    caller: Confirmed,
    orgId: string,
    {
      id,
      name,
      description,
      scopes,
      expiresAt,
    }: Pick<NewToken, 'id' | 'name' | 'description' | 'scopes' | 'expiresAt'>,
  ): Promise<CreatedServiceToken> {
    const secret = makeServiceToken(scopes);
    const made: NewToken = {
      id: randomUUID(),
      orgId,
      name,
      description,
      tokenHash: hashServiceToken(secret),
      tokenPrefix: secret.slice(0, SHOWN_CHARACTERS),
      scopes,
      createdBy: caller.id,
      createdAt: currentDate(),
      expiresAt,
    };
    await this.tokens.revokeOne(orgId, id);
    const actor = actorOf(caller);
    const details = { name, replaced_by: made.id };
    await this.audit.record({ orgId, actor, action: 'token.revoked', resourceId: id, details });
    await this.insert(made, actor);
    return createdServiceToken(made, secret);
  }

  /** All tokens, including expired and revoked ones. */
  async list(orgId: string, page: SearchedPageQuery): Promise<ServiceTokenList> {
    const { total, items } = await this.tokens.list(orgId, page);
    return { tokens: items.map(serviceTokenView), total, limit: page.limit, offset: page.offset };
  }

  /** Revokes a token and those that it created, immediately and permanently. Idempotent. @throws 404 */
  async revoke(principal: HubPrincipal, orgId: string, id: string): Promise<void> {
    await this.changes.run(principal, { organizations: [orgId] }, (caller) =>
      this.revokeLocked(orgId, id, actorOf(caller)),
    );
  }

  /** The same in a transaction that has locked the organization. @throws 404 */
  async revokeLocked(orgId: string, id: string, actor: Actor): Promise<void> {
    const revoked = await this.tokens.revoke(orgId, id);
    if (revoked.length === 0 && !(await this.tokens.exists(orgId, id))) throw notFound('token');
    for (const { id: revokedId, name } of revoked) {
      const details = revokedId === id ? { name } : { name, revoked_with: id };
      await this.audit.record({ orgId, actor, action: 'token.revoked', resourceId: revokedId, details });
    }
  }

  /** The organization of a token, valid or not. */
  organizationOf(id: string): Promise<string | undefined> {
    return this.tokens.organizationOf(id);
  }

  /** A token cannot create one that outlives it. */
  private async expiryFor(caller: Confirmed, orgId: string, days: number | undefined): Promise<Date> {
    const wanted = new Date(currentTime() + (days ?? this.defaultDays) * DAY_MS);
    if (caller.kind !== 'service_token') return wanted;
    const own = await this.tokens.expiryOf(orgId, caller.id);
    if (own === undefined) throw unauthorized();
    if (wanted <= own) return wanted;
    if (days === undefined) return own;
    throw badRequest(
      'expires_in_days',
      'must not be longer than the remaining lifetime of the calling token',
    );
  }

  private async insert(token: NewToken, actor: Actor): Promise<void> {
    if (!(await this.tokens.insert(token, MAX_LIVE_TOKENS))) {
      throw conflict(`the organization has ${MAX_LIVE_TOKENS} valid tokens; revoke one first`);
    }
    const { id, orgId, name, scopes, expiresAt } = token;
    const details = { name, scopes, expires_at: expiresAt.toISOString() };
    await this.audit.record({ orgId, actor, action: 'token.created', resourceId: id, details });
  }
}
