import { Injectable } from '@nestjs/common';
import { narrowedBy } from '../../catalog/mcps/catalog-filter.js';
import { McpListsReadModel, type McpSelection } from '../../catalog/mcps/mcp-lists.read-model.js';
import { mcpItem } from '../../catalog/mcps/mcp.mapper.js';
import { McpsReadModel, type McpRow } from '../../catalog/mcps/mcps.read-model.js';
import { requestedSearch } from '../../catalog/mcps/requested-search.js';
import type { OrgMcpItem, OrgMcpList, OrgMcpQuery } from './org-mcps.dto.js';
import { OrgMcpsReadModel, type OrgMcpRow } from './org-mcps.read-model.js';

const ofOrganization = (orgId: string, areaId: string | undefined): McpSelection => ({
  condition: `m.org_id = $1${areaId === undefined ? '' : ' AND m.area_id = $2'}`,
  values: [orgId, ...(areaId === undefined ? [] : [areaId])],
});

/** The MCPs of an organization for its members (hub contract 40). */
@Injectable()
export class OrgMcpsService {
  constructor(
    private readonly lists: McpListsReadModel,
    private readonly mcps: McpsReadModel,
    private readonly details: OrgMcpsReadModel,
  ) {}

  /** @throws 400 when `q` and `query` differ */
  async list(orgId: string, query: OrgMcpQuery): Promise<OrgMcpList> {
    const { limit, offset, sort } = query;
    const selection = narrowedBy(ofOrganization(orgId, query.area_id), { minLevel: query.min_level });
    const page = { limit, offset };
    const { ids, total } = await this.lists.page(selection, requestedSearch(query), page, sort);
    const rows = await this.mcps.byIds(ids);
    const details = new Map((await this.details.of(orgId, ids)).map((row) => [row.id, row]));
    return { mcps: rows.map((mcp) => view(mcp, details.get(mcp.id))), total, limit, offset };
  }
}

function view(mcp: McpRow, details: OrgMcpRow | undefined): OrgMcpItem {
  const { critical = 0, high = 0, medium = 0, low = 0 } = details?.open ?? {};
  return { ...mcpItem(mcp), area: details?.area ?? null, open: { critical, high, medium, low } };
}
