import { Injectable } from '@nestjs/common';
import { SourceEvents } from '../source-events/source-events.js';
import type { DeliveryEffect } from './delivery-effect.js';
import { WebhookMcpsRepository } from './webhook-mcps.repository.js';
import type { SourceEvent } from './providers/webhook-provider.js';
import type { DeliveryName } from './webhook-deliveries.repository.js';

/** Handles pushes to and releases of the repositories of catalog MCPs (hub contract 15). */
@Injectable()
export class RepositoryChangesService {
  constructor(
    private readonly mcps: WebhookMcpsRepository,
    private readonly sources: SourceEvents,
  ) {}

  /** Emits, in the running transaction, the changes for each MCP of the repository. */
  async apply({ sender, deliveryId }: DeliveryName, event: SourceEvent): Promise<DeliveryEffect> {
    const servers = await this.mcps.lockByKeys(event.repositories);
    if (servers.length === 0) return { outcome: 'UNKNOWN' };
    const delivery = `${sender}:${deliveryId}`;
    await this.sources.sourcesChanged(
      servers.flatMap((server) => event.changes.map((change) => ({ ...server, ...change, delivery }))),
    );
    return { outcome: 'ACCEPTED' };
  }
}
