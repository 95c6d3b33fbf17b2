import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/api-error.js';
import { filteredBy, McpListsReadModel } from '../mcps/mcp-lists.read-model.js';
import { McpsReadModel } from '../mcps/mcps.read-model.js';
import { requestedSearch } from '../mcps/requested-search.js';
import { adminMcp } from './admin-mcp.mapper.js';
import type { AdminMcp, AdminMcpList, AdminMcpQuery } from './admin-mcps.dto.js';
import { filterOf } from './mcp-request.js';

/** All MCPs as platform administrators see them. */
@Injectable()
export class AdminMcpViews {
  constructor(
    private readonly mcps: McpsReadModel,
    private readonly lists: McpListsReadModel,
  ) {}

  /** Lists all MCPs, including private ones. @throws 400 when `q` and `query` differ */
  async list(query: AdminMcpQuery): Promise<AdminMcpList> {
    const { limit, offset } = query;
    const selection = filteredBy(filterOf(query));
    const { ids, total } = await this.lists.page(selection, requestedSearch(query), { limit, offset });
    return { mcps: (await this.mcps.byIds(ids)).map(adminMcp), total, limit, offset };
  }

  /** @throws 404 */
  async get(id: string): Promise<AdminMcp> {
    const mcp = await this.mcps.find(id);
    if (mcp === undefined) throw notFound('MCP');
    return adminMcp(mcp);
  }
}
