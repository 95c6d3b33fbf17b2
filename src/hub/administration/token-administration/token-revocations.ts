import { Injectable } from '@nestjs/common';
import { isTokenId } from '../../../auth/api-tokens/api-token-secret.js';
import { ApiTokensRepository } from '../../../auth/api-tokens/api-tokens.repository.js';
import { notFound } from '../../../common/errors/api-error.js';
import { isUuid } from '../../../common/values/uuid.js';
import type { Actor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { ServiceTokensService } from '../../accounts/service-tokens/service-tokens.service.js';

/** Revokes API tokens of both kinds. */
@Injectable()
export class TokenRevocations {
  constructor(
    private readonly registry: ApiTokensRepository,
    private readonly service: ServiceTokensService,
    private readonly audit: AuditService,
  ) {}

  /** The organization of a service token, to lock it; null for what has none. */
  async organizationOf(id: string): Promise<string | null> {
    return isUuid(id) ? ((await this.service.organizationOf(id)) ?? null) : null;
  }

  /**
   * Revokes a token with those that it created, in a transaction.
   * @param orgId its organization, which is locked; null for a token of the registry
   * @throws 404
   */
  async revoke(id: string, orgId: string | null, actor: Actor): Promise<void> {
    if (orgId !== null) return this.service.revokeLocked(orgId, id, actor);
    const deleted = isTokenId(id) ? await this.registry.deleteAny(id) : undefined;
    if (deleted === undefined) throw notFound('token');
    await this.audit.record({
      orgId: null,
      actor,
      action: 'registry_token.revoked',
      resourceId: deleted.id,
      details: { token_id: id, owner: deleted.owner },
    });
  }
}
