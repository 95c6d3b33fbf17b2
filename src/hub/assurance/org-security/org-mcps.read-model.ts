import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { McpArea } from './org-mcps.dto.js';

/** What members see of an MCP of their organization besides the catalog's fields. */
export interface OrgMcpRow {
  readonly id: string;
  readonly area: McpArea | null;
  /** Numbers of open findings; severities without findings are left out. */
  readonly open: Readonly<Record<string, number>>;
}

/** The MCPs of an organization as its members see them. */
@Injectable()
export class OrgMcpsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Of those with these ids that belong to the organization. */
  of(orgId: string, ids: readonly string[]): Promise<OrgMcpRow[]> {
    return this.uow.rows<OrgMcpRow>(
      `SELECT m.id,
              (SELECT json_build_object('id', a.id, 'name', a.name) FROM area a WHERE a.id = m.area_id) AS area,
              (SELECT coalesce(json_object_agg(severity, count), '{}')
                 FROM (SELECT c.severity, sum(c.count)::integer AS count
                         FROM finding_count c WHERE c.mcp_id = m.id AND c.status = 'open' GROUP BY 1) counted) AS open
         FROM mcp m
        WHERE m.org_id = $1 AND m.id = ANY ($2::uuid[])`,
      [orgId, ids],
    );
  }
}
