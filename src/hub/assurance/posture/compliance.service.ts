import { Injectable } from '@nestjs/common';
import { rateOf } from './numbers.js';
import type { FrameworkCompliance } from './compliance.dto.js';
import { ComplianceReadModel, type RiskFindings } from './compliance.read-model.js';
import { CROSSWALK } from './crosswalk.js';
import { RISKS, type Risk } from './risks.js';

const FRAMEWORK = 'OWASP MCP Top 10';
// The risks of this API have the ids of the published list, but other names: see the crosswalk.
const FRAMEWORK_VERSION = 'fixed mapping of the GRC API, 2026-01-15';
const LIST_PATH = '/api/v1/grc/vulnerabilities';

/** The compliance of an organization with the ten risks of MCP servers. */
@Injectable()
export class ComplianceService {
  constructor(private readonly findings: ComplianceReadModel) {}

  /** @param listPath of the list of findings that `findings_url` leads to */
  async of(orgId: string, now: Date, listPath = LIST_PATH): Promise<FrameworkCompliance> {
    const open = new Map((await this.findings.openFindings(orgId)).map((row) => [row.owaspMcp, row]));
    const risks = RISKS.map((risk) => riskCompliance(risk, open.get(risk.id), listPath));
    const compliant = risks.filter(({ status }) => status === 'compliant').length;
    return {
      framework: FRAMEWORK,
      framework_version: FRAMEWORK_VERSION,
      evaluated_at: now.toISOString(),
      overall_compliance_rate: rateOf(compliant, risks.length),
      risks,
      crosswalk: CROSSWALK,
    };
  }
}

function riskCompliance(
  { id, name, classes }: Risk,
  found: RiskFindings | undefined,
  listPath: string,
): FrameworkCompliance['risks'][number] {
  return {
    risk_id: id,
    risk_name: name,
    mapped_vulnerability_classes: classes,
    finding_count: found?.findings ?? 0,
    affected_mcps: found?.mcps ?? 0,
    max_severity: found?.severity ?? null,
    status: found === undefined ? 'compliant' : 'non_compliant',
    findings_url: `${listPath}?owasp_mcp=${id}&status=open`,
  };
}
