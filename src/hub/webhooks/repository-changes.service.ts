import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../common/values/json.js';
import { SourceEvents } from '../source-events/source-events.js';
import { codeHostEventOf } from './code-host-events.js';
import type { Effect } from './effect.js';
import { KnownRepositoriesReadModel } from './known-repositories.read-model.js';
import type { DeliveryName } from './webhook-deliveries.repository.js';
import type { CodeHost } from './webhook-values.js';

/** Pushes and releases of repositories that servers of the catalog come from (hub contract 15). */
@Injectable()
export class RepositoryChangesService {
  constructor(
    private readonly repositories: KnownRepositoriesReadModel,
    private readonly sources: SourceEvents,
  ) {}

  /** Hands on, in the running transaction, what a delivery says of each server that comes from its repository. */
  async apply(host: CodeHost, { deliveryId, event }: DeliveryName, payload: JsonObject): Promise<Effect> {
    const told = codeHostEventOf(host, event, payload);
    if (told === undefined) return { outcome: 'IGNORED' };
    const servers = await this.repositories.lockByKeys(told.repositories);
    if (servers.length === 0) return { outcome: 'UNKNOWN' };
    const delivery = `${host}:${deliveryId}`;
    await this.sources.sourcesChanged(
      servers.flatMap((server) => told.changes.map((change) => ({ ...server, ...change, delivery }))),
    );
    return { outcome: 'ACCEPTED' };
  }
}
