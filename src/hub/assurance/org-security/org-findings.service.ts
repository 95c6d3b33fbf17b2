import { Injectable } from '@nestjs/common';
import { findingView } from '../../catalog/findings/finding.mapper.js';
import { SEVERITIES } from '../../catalog/mcps/mcp-values.js';
import { searchTerm } from '../../catalog/mcps/search-term.js';
import type { OrgFindingList, OrgFindingQuery, OrgFindingView } from './org-findings.dto.js';
import { OrgFindingsReadModel, type OrgFindingRow } from './org-findings.read-model.js';

/** The findings of an organization for its members (hub contract 40). */
@Injectable()
export class OrgFindingsService {
  constructor(private readonly findings: OrgFindingsReadModel) {}

  async list(orgId: string, query: OrgFindingQuery): Promise<OrgFindingList> {
    const { limit, offset } = query;
    const severities = [...new Set(query.severity?.split(','))];
    const filter = {
      severities,
      vulnerabilityClass: query.vulnerability_class,
      status: query.status,
      mcpId: query.mcp_id,
      ruleId: query.rule_id,
      owaspMcp: query.owasp_mcp,
      suppressed: query.suppressed,
      text: searchTerm(query.q)?.text,
    };
    const { items, totals } = await this.findings.page(orgId, filter, { limit, offset });
    const counted = severities.length === 0 ? SEVERITIES : severities;
    const { critical = 0, high = 0, medium = 0, low = 0 } = totals;
    return {
      findings: items.map(view),
      severity_totals: { critical, high, medium, low },
      total: counted.reduce((sum, severity) => sum + (totals[severity] ?? 0), 0),
      limit,
      offset,
    };
  }
}

const view = (row: OrgFindingRow): OrgFindingView =>
  Object.assign(findingView(row, row), { mcp_name: row.mcpName, visible_version: row.visibleVersion });
