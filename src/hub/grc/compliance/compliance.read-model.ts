import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';

/** The open findings of a risk. */
export interface RiskFindings {
  readonly owaspMcp: string;
  readonly findings: number;
  readonly mcps: number;
  /** Of the findings. */
  readonly severities: readonly string[];
}

/** Open findings by risk. */
@Injectable()
export class ComplianceReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Risks without open findings are left out. */
  openFindings(orgId: string): Promise<RiskFindings[]> {
    return this.uow.rows<RiskFindings>(
      `SELECT owasp_mcp AS "owaspMcp", sum(count)::integer AS findings, count(DISTINCT mcp_id)::integer AS mcps,
              array_agg(DISTINCT severity) AS severities
         FROM finding_count
        WHERE org_id = $1 AND status = 'open' AND count > 0
        GROUP BY owasp_mcp
        LIMIT 100`,
      [orgId],
    );
  }
}
