import { Injectable } from '@nestjs/common';
import { userBehind, type Confirmed, type UserCaller } from '../../../auth/hub/hub-principal.js';
import { conflict, notFound } from '../../../common/errors/api-error.js';
import { currentDate } from '../../../common/values/clock.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { McpChanges } from '../../catalog/mcps/mcp-changes.js';
import { SecretBox } from '../../notifications/outbound-webhooks/secret-box.js';
import { newWebhookSecret } from '../../notifications/outbound-webhooks/webhook-signature.js';
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

/** A new secret, and what is stored of it. */
interface Made {
  readonly secret: string;
  readonly sealed: Buffer;
}

/** Whose secret it is. */
type Source = Pick<ListedSecret, 'mcpId' | 'mcpName' | 'orgId'>;

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
    const made = this.make(mcpId);
    return this.changes.run(principal, mcpId, async (caller, { orgId, name: mcpName }) => {
      const isRotated = await this.sources.has(mcpId);
      if (!isRotated && (await this.sources.countOthersAtAddress(mcpId)) >= MAX_SECRETS) {
        throw conflict(`the repository has ${MAX_SECRETS} webhook secrets, the maximum; revoke one first`);
      }
      return this.write(caller, { mcpId, mcpName, orgId }, { ...made, isRotated, keepsCurrent });
    });
  }

  /**
   * Replaces the secret of a source whose organization is locked; the old ones end.
   * @throws 409 when the server has no key
   */
  rotateLocked(caller: Confirmed, source: Source): Promise<SourceSecretWithValue> {
    return this.write(caller, source, { ...this.make(source.mcpId), isRotated: true, keepsCurrent: false });
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

  /** @throws 409 when the server has no key */
  private make(mcpId: string): Made {
    const secret = newWebhookSecret();
    return { secret, sealed: this.secrets.seal(secret, sealedFor(mcpId)) };
  }

  private async write(
    caller: Confirmed,
    { mcpId, mcpName, orgId }: Source,
    {
      secret,
      sealed,
      isRotated,
      keepsCurrent,
    }: Made & { readonly isRotated: boolean; readonly keepsCurrent: boolean },
  ): Promise<SourceSecretWithValue> {
    const createdAt = currentDate();
    const createdBy = userBehind(caller) ?? caller.id;
    const oldSecretUntil = isRotated && keepsCurrent ? new Date(createdAt.getTime() + OLD_SECRET_MS) : null;
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
