import { Injectable } from '@nestjs/common';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import type { AdminTokenList, AdminTokensQuery, AdminTokenView } from './admin-tokens.dto.js';
import { TokenRevocations } from './token-revocations.js';
import { TokensReadModel, type ListedApiToken } from './tokens.read-model.js';

/** API tokens of both kinds, whoever owns them, for administrators of the platform (hub contract 18). */
@Injectable()
export class AdminTokensService {
  constructor(
    private readonly changes: HubChanges,
    private readonly tokens: TokensReadModel,
    private readonly revocations: TokenRevocations,
  ) {}

  async list(query: AdminTokensQuery): Promise<AdminTokenList> {
    const { kind, user_id: userId, org_id: orgId, q, limit, offset } = query;
    const { total, items } = await this.tokens.list({ kind, userId, orgId, q }, { limit, offset });
    return { tokens: items.map(tokenView), total, limit, offset };
  }

  /** Revokes a token with those that it created. @throws 404 */
  async revoke(principal: UserCaller, id: string): Promise<void> {
    const orgId = await this.revocations.organizationOf(id);
    await this.changes.run(principal, { organizations: [orgId] }, (caller) =>
      this.revocations.revoke(id, orgId, actorOf(caller)),
    );
  }
}

const tokenView = (token: ListedApiToken): AdminTokenView => ({
  id: token.id,
  kind: token.kind,
  name: token.name,
  owner: token.owner,
  user_id: token.userId,
  org_id: token.orgId,
  org: token.org,
  scopes: [...token.scopes],
  resources: [...token.resources],
  created_at: token.createdAt.toISOString(),
  expires_at: token.expiresAt.toISOString(),
  last_used_at: token.lastUsedAt?.toISOString() ?? null,
});
