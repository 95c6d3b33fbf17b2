import { VULNERABILITY_CLASSES } from '@mcp-hub/analyzer/catalogs';
import { ApiProperty } from '@nestjs/swagger';
import { SEVERITIES } from '../../catalog/mcps/mcp-values.js';
import { RISK_IDS } from './risks.js';

/** Whether a risk has open findings. */
const RISK_STATUSES = ['compliant', 'non_compliant'] as const;

class RiskCompliance {
  @ApiProperty({ enum: [...RISK_IDS], example: 'MCP05' })
  risk_id: string;

  @ApiProperty({ example: 'Command & Code Injection' })
  risk_name: string;

  @ApiProperty({ enum: [...VULNERABILITY_CLASSES], isArray: true, example: ['A', 'B', 'D'] })
  mapped_vulnerability_classes: readonly string[];

  @ApiProperty({ type: 'integer', minimum: 0, example: 2, description: 'Number of open findings.' })
  finding_count: number;

  @ApiProperty({ type: 'integer', minimum: 0, example: 1 })
  affected_mcps: number;

  @ApiProperty({ type: String, enum: [...SEVERITIES], nullable: true, example: 'critical' })
  max_severity: string | null;

  @ApiProperty({ enum: [...RISK_STATUSES], example: 'non_compliant' })
  status: (typeof RISK_STATUSES)[number];

  @ApiProperty({
    example: '/api/v1/grc/vulnerabilities?owasp_mcp=MCP05&status=open',
    description: 'Path of these findings.',
  })
  findings_url: string;
}

class PublishedRisk {
  @ApiProperty({ enum: [...RISK_IDS], example: 'MCP02' })
  risk_id: string;

  @ApiProperty({ example: 'Privilege Escalation via Scope Creep' })
  published_title: string;
}

/** The compliance of an organization with a framework. */
export class FrameworkCompliance {
  @ApiProperty({ example: 'OWASP MCP Top 10' })
  framework: string;

  @ApiProperty({ example: 'fixed mapping of the GRC API, 2026-01-15' })
  framework_version: string;

  @ApiProperty({ format: 'date-time' })
  evaluated_at: string;

  @ApiProperty({
    minimum: 0,
    maximum: 1,
    example: 0.9,
    description: 'Rate of compliant risks, with at most four decimals.',
  })
  overall_compliance_rate: number;

  @ApiProperty({ type: [RiskCompliance] })
  risks: RiskCompliance[];

  @ApiProperty({
    type: [PublishedRisk],
    description: 'The titles that the beta of 2025 of the published list gives to these ids.',
  })
  crosswalk: readonly PublishedRisk[];
}
