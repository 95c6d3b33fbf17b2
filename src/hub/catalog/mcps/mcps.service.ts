import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/api-error.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { McpAccesses } from './mcp-accesses.service.js';
import { narrowedBy } from './catalog-filter.js';
import { McpListsReadModel, visibleTo } from './mcp-lists.read-model.js';
import { mcpItem } from './mcp.mapper.js';
import { organizationsVisibleTo } from './mcp-visibility.js';
import type { CatalogQuery, McpDetail, McpList } from './mcps.dto.js';
import { McpsReadModel } from './mcps.read-model.js';
import { requestedFilter, requestedSearch } from './requested-search.js';
import { snapshotView } from '../snapshots/snapshot.mapper.js';
import { SnapshotsReadModel } from '../snapshots/snapshots.read-model.js';

/** Path parameters of an MCP's name. */
export interface McpName {
  readonly owner: string;
  readonly slug: string;
}

/** The catalog for its readers (hub contract 9). */
@Injectable()
export class McpsService {
  constructor(
    private readonly lists: McpListsReadModel,
    private readonly mcps: McpsReadModel,
    private readonly snapshots: SnapshotsReadModel,
    private readonly accesses: McpAccesses,
  ) {}

  /** Lists the visible MCPs. @throws 400 when `q` and `query` differ */
  async list(principal: HubPrincipal, query: CatalogQuery): Promise<McpList> {
    const { limit, offset, sort } = query;
    const selection = narrowedBy(visibleTo(organizationsVisibleTo(principal)), requestedFilter(query));
    const page = { limit, offset };
    const { ids, total } = await this.lists.page(selection, requestedSearch(query), page, sort);
    return { mcps: (await this.mcps.byIds(ids)).map(mcpItem), total, limit, offset };
  }

  /** @throws 404, also for another organization's private MCP */
  async get(principal: HubPrincipal, id: string): Promise<McpDetail> {
    const mcp = await this.mcps.findVisible(organizationsVisibleTo(principal), id);
    if (mcp === undefined) throw notFound('MCP');
    this.accesses.note(principal, mcp.visibility === 'private' ? mcp : null);
    const { latestVersion } = mcp;
    const snapshot = latestVersion === null ? undefined : await this.snapshots.latestOf(latestVersion.id);
    return { ...mcpItem(mcp), snapshot_summary: snapshot === undefined ? null : snapshotView(snapshot) };
  }

  /** @throws 404 */
  async getNamed(principal: HubPrincipal, name: McpName): Promise<McpDetail> {
    return this.get(principal, await this.idOf(principal, name));
  }

  /** Resolves a name to the id of an MCP, for the caller. @throws 404 */
  async idOf(principal: HubPrincipal, { owner, slug }: McpName): Promise<string> {
    const id = await this.mcps.idOf(organizationsVisibleTo(principal), `${owner}/${slug}`);
    if (id === undefined) throw notFound('MCP');
    return id;
  }
}
