import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { SEVERITIES, type Severity } from '../../catalog/mcps/mcp-values.js';

/** The open findings of a risk. */
export interface RiskFindings {
  readonly owaspMcp: string;
  readonly findings: number;
  readonly mcps: number;
  /** The worst of the findings. */
  readonly severity: Severity;
}

/** Open findings by risk. */
@Injectable()
export class ComplianceReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Risks without open findings are left out. */
  openFindings(orgId: string): Promise<RiskFindings[]> {
    // By MCP first: distinct MCPs of each risk would be counted by a sort of all rows, which does not fit into memory.
    return this.uow.rows<RiskFindings>(
      `SELECT owasp_mcp AS "owaspMcp", sum(findings)::integer AS findings, count(*)::integer AS mcps,
              ($2::text[])[min(rank)] AS severity
         FROM (SELECT owasp_mcp, sum(count) AS findings, min(array_position($2::text[], severity)) AS rank
                 FROM finding_count
                WHERE org_id = $1 AND status = 'open' AND count > 0
                GROUP BY owasp_mcp, mcp_id) AS of_mcp
        GROUP BY owasp_mcp
        LIMIT 100`,
      [orgId, SEVERITIES],
    );
  }
}
