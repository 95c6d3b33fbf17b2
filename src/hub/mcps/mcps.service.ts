import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/api-error.js';
import type { HubPrincipal } from '../../access/hub-principal.js';
import { McpListsReadModel, visibleTo } from './mcp-lists.read-model.js';
import { mcpItem } from './mcp.mapper.js';
import { organizationsSeenBy } from './mcp-sight.js';
import type { McpDetail, McpList, McpQuery } from './mcps.dto.js';
import { McpsReadModel } from './mcps.read-model.js';
import { requestedSearch } from './requested-search.js';
import { snapshotView } from './snapshot.mapper.js';
import { SnapshotsReadModel } from './snapshots.read-model.js';

/** The name of an MCP, in a path. */
export interface McpName {
  readonly owner: string;
  readonly slug: string;
}

/** The catalog as its readers see it (hub contract 9). */
@Injectable()
export class McpsService {
  constructor(
    private readonly lists: McpListsReadModel,
    private readonly mcps: McpsReadModel,
    private readonly snapshots: SnapshotsReadModel,
  ) {}

  /** Those that the caller sees. @throws 400 when `q` and `query` search for different things */
  async list(principal: HubPrincipal, query: McpQuery): Promise<McpList> {
    const { limit, offset } = query;
    const selection = visibleTo(organizationsSeenBy(principal));
    const { ids, total } = await this.lists.page(selection, requestedSearch(query), { limit, offset });
    return { mcps: (await this.mcps.byIds(ids)).map(mcpItem), total, limit, offset };
  }

  /** @throws 404, also for a private one of others */
  async get(principal: HubPrincipal, id: string): Promise<McpDetail> {
    const mcp = await this.mcps.findSeen(organizationsSeenBy(principal), id);
    if (mcp === undefined) throw notFound('MCP');
    const { latestVersion } = mcp;
    const snapshot = latestVersion === null ? undefined : await this.snapshots.latestOf(latestVersion.id);
    return { ...mcpItem(mcp), snapshot_summary: snapshot === undefined ? null : snapshotView(snapshot) };
  }

  /** @throws 404 */
  async getNamed(principal: HubPrincipal, name: McpName): Promise<McpDetail> {
    return this.get(principal, await this.idOf(principal, name));
  }

  /** The id of the MCP that a name stands for to the caller. @throws 404 */
  async idOf(principal: HubPrincipal, { owner, slug }: McpName): Promise<string> {
    const id = await this.mcps.idOf(organizationsSeenBy(principal), `${owner}/${slug}`);
    if (id === undefined) throw notFound('MCP');
    return id;
  }
}
