import { Injectable } from '@nestjs/common';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { notFound } from '../../../common/errors/api-error.js';
import { McpAccesses } from '../../catalog/mcps/mcp-accesses.service.js';
import { filteredBy, McpListsReadModel } from '../../catalog/mcps/mcp-lists.read-model.js';
import { McpsReadModel, type McpRow } from '../../catalog/mcps/mcps.read-model.js';
import { requestedSearch } from '../../catalog/mcps/requested-search.js';
import { adminMcp } from './admin-mcp.mapper.js';
import type { AdminMcp, AdminMcpList, AdminMcpQuery } from './admin-mcps.dto.js';
import { filterOf } from './mcp-request.js';

/** All MCPs as platform administrators see them. */
@Injectable()
export class AdminMcpViews {
  constructor(
    private readonly mcps: McpsReadModel,
    private readonly lists: McpListsReadModel,
    private readonly accesses: McpAccesses,
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
    return adminMcp(await this.require(id));
  }

  /** The same for an administrator who asks for it: reads of private MCPs are recorded. @throws 404 */
  async read(principal: HubPrincipal, id: string): Promise<AdminMcp> {
    const mcp = await this.require(id);
    this.accesses.note(principal, mcp.visibility === 'private' ? mcp : null);
    return adminMcp(mcp);
  }

  private async require(id: string): Promise<McpRow> {
    const mcp = await this.mcps.find(id);
    if (mcp === undefined) throw notFound('MCP');
    return mcp;
  }
}
