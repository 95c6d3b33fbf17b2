import { Injectable } from '@nestjs/common';
import type { UserCaller } from '../../access/hub-principal.js';
import { conflict, notFound } from '../../common/errors/api-error.js';
import { currentDate } from '../../common/values/clock.js';
import { actorOf } from '../audit/actor.js';
import { AuditService } from '../audit/audit.service.js';
import { McpChanges } from '../mcps/mcp-changes.js';
import { SecretBox } from '../outbound-webhooks/secret-box.js';
import { newWebhookSecret } from '../outbound-webhooks/webhook-signature.js';
import { sealedFor } from './sealed-for.js';
import type {
  SourceSecretList,
  SourceSecretRequest,
  SourceSecretsQuery,
  SourceSecretView,
  SourceSecretWithValue,
} from './source-secrets.dto.js';
import { SourceSecretsRepository, type ListedSecret } from './source-secrets.repository.js';

/** Most secrets for one repository: each delivery is compared with all of them. Code hosts allow as many webhooks. */
export const MAX_SECRETS = 20;

// How long the secret before counts too, if that is asked for.
const OLD_SECRET_MS = 24 * 60 * 60 * 1000;

/** Webhook secrets of single sources, for platform administrators (ADR 114). */
@Injectable()
export class SourceSecretsService {
  constructor(
    private readonly changes: McpChanges,
    private readonly sources: SourceSecretsRepository,
    private readonly secrets: SecretBox,
    private readonly audit: AuditService,
  ) {}

  /** Oldest first, without values. */
  async list({ mcp_id: mcpId, limit, offset }: SourceSecretsQuery): Promise<SourceSecretList> {
    const { items, total } = await this.sources.list(mcpId, { limit, offset });
    return { webhook_secrets: items.map(secretView), total, limit, offset };
  }

  /**
   * Gives a source a secret, in place of the one that it has.
   * @throws 404, 409 when the server has no key or the repository has the maximum number
   */
  async replace(
    principal: UserCaller,
    mcpId: string,
    { keep_previous: keepsCurrent = false }: SourceSecretRequest,
  ): Promise<SourceSecretWithValue> {
    const secret = newWebhookSecret();
    const sealed = this.secrets.seal(secret, sealedFor(mcpId));
    const createdAt = currentDate();
    return this.changes.run(principal, mcpId, async (caller, { orgId, name: mcpName }) => {
      const isRotated = await this.sources.has(mcpId);
      if (!isRotated && (await this.sources.countOthersAtAddress(mcpId)) >= MAX_SECRETS) {
        throw conflict(`the repository has ${MAX_SECRETS} webhook secrets, the maximum; revoke one first`);
      }
      const oldSecretUntil = isRotated && keepsCurrent ? new Date(createdAt.getTime() + OLD_SECRET_MS) : null;
      const createdBy = caller.id;
      await this.sources.replace({
        mcpId,
        secret: sealed,
        createdAt,
        createdBy,
        keepCurrentUntil: oldSecretUntil,
      });
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: isRotated ? 'mcp.webhook_secret_rotated' : 'mcp.webhook_secret_created',
        resourceId: mcpId,
        details: { mcp_name: mcpName, old_secret_until: oldSecretUntil?.toISOString() ?? null },
      });
      const view = secretView({ mcpId, mcpName, orgId, createdAt, createdBy, oldSecretUntil });
      return { ...view, secret };
    });
  }

  /** Ends the secret of a source: the secret of its code host counts again. @throws 404 */
  revoke(principal: UserCaller, mcpId: string): Promise<void> {
    return this.changes.run(principal, mcpId, async (caller, { orgId, name }) => {
      if (!(await this.sources.delete(mcpId))) throw notFound('webhook secret');
      await this.audit.record({
        orgId,
        actor: actorOf(caller),
        action: 'mcp.webhook_secret_revoked',
        resourceId: mcpId,
        details: { mcp_name: name },
      });
    });
  }
}

const secretView = (secret: ListedSecret) =>
  ({
    mcp_id: secret.mcpId,
    mcp_name: secret.mcpName,
    org_id: secret.orgId,
    created_at: secret.createdAt.toISOString(),
    created_by: secret.createdBy,
    old_secret_until: secret.oldSecretUntil?.toISOString() ?? null,
  }) satisfies SourceSecretView;
