import { Injectable } from '@nestjs/common';
import type { Confirmed } from '../../../auth/hub/hub-principal.js';
import { BadgesService } from '../../catalog/badges/badges.service.js';
import { OutboundWebhooksService } from '../../notifications/outbound-webhooks/outbound-webhooks.service.js';
import type { OutboundWebhookWithSecret } from '../../notifications/outbound-webhooks/outbound-webhooks.dto.js';
import type { CreatedServiceToken } from '../../accounts/service-tokens/service-tokens.dto.js';
import { ServiceTokensService } from '../../accounts/service-tokens/service-tokens.service.js';
import type { SourceSecretWithValue } from '../../ingestion/source-secrets/source-secrets.dto.js';
import type { ListedSecret } from '../../ingestion/source-secrets/source-secrets.repository.js';
import { SourceSecretsService } from '../../ingestion/source-secrets/source-secrets.service.js';
import type { RotatedBadge } from './member-secrets.dto.js';
import type { LiveToken } from './member-secrets.repository.js';

/** Replaces single secrets of a locked organization. */
@Injectable()
export class OwnedSecrets {
  constructor(
    private readonly tokens: ServiceTokensService,
    private readonly badges: BadgesService,
    private readonly webhooks: OutboundWebhooksService,
    private readonly sources: SourceSecretsService,
  ) {}

  replaceToken(caller: Confirmed, orgId: string, token: LiveToken): Promise<CreatedServiceToken> {
    return this.tokens.replaceLocked(caller, orgId, token);
  }

  async replaceBadge(caller: Confirmed, orgId: string, mcpId: string): Promise<RotatedBadge> {
    const { url, created_at } = await this.badges.addressLocked(caller, { orgId, mcpId });
    return { mcp_id: mcpId, url, created_at };
  }

  replaceWebhook(caller: Confirmed, orgId: string, webhookId: string): Promise<OutboundWebhookWithSecret> {
    return this.webhooks.rotateLocked(caller, { orgId, webhookId });
  }

  replaceSourceSecret(caller: Confirmed, secret: ListedSecret): Promise<SourceSecretWithValue> {
    return this.sources.rotateLocked(caller, secret);
  }
}
