import { ApiProperty } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../../../common/openapi/example-ids.js';

const count = (example: number, description?: string) =>
  ApiProperty({ type: 'integer', minimum: 0, example, ...(description !== undefined && { description }) });
const score = (example: number, description?: string) =>
  ApiProperty({ example, minimum: 0, maximum: 100, ...(description !== undefined && { description }) });

class PostureSummary {
  @count(3)
  total_mcps: number;

  @count(2, 'MCPs with a complete analysis.')
  mcps_analyzed: number;

  @count(1, 'All others.')
  mcps_pending: number;

  @score(71.5, 'Averages over the analyzed MCPs; 0 without one.')
  avg_global_score: number;

  @score(64)
  avg_security_score: number;

  @score(80)
  avg_supply_chain_score: number;

  @score(77.5)
  avg_maturity_score: number;
}

class CertificationDistribution {
  @count(1)
  level_0_not_compliant: number;

  @count(0)
  level_1_baseline: number;

  @count(1)
  level_2_standard: number;

  @count(0)
  level_3_advanced: number;
}

class SeverityTotals {
  @count(1)
  critical: number;

  @count(2)
  high: number;

  @count(4)
  medium: number;

  @count(3)
  low: number;

  @count(0, 'Always 0: no finding has it.')
  info: number;
}

class TopRisk {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.mcp })
  mcp_id: string;

  @ApiProperty({ example: 'acme/files' })
  mcp_name: string;

  @score(52)
  global_score: number;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 3, example: 0 })
  cert_level: number;

  @count(1)
  critical_findings: number;

  @count(2)
  high_findings: number;

  @ApiProperty({ format: 'date-time' })
  last_analyzed_at: string;
}

/** Directions of the average score. */
const DIRECTIONS = ['improving', 'stable', 'declining'] as const;

class RiskTrend {
  @ApiProperty({ example: '30d' })
  period: string;

  @score(69, 'If nothing had been analyzed yet, the same as at the end.')
  avg_score_start: number;

  @score(71.5)
  avg_score_end: number;

  @ApiProperty({
    enum: [...DIRECTIONS],
    example: 'improving',
    description: '`stable` if the average has changed by at most one point.',
  })
  direction: (typeof DIRECTIONS)[number];

  @count(1)
  new_critical_findings: number;

  @count(0)
  resolved_critical_findings: number;
}

/** The risk of an organization as a whole. */
export class RiskPosture {
  @ApiProperty({ format: 'uuid', example: EXAMPLE_IDS.org })
  organization_id: string;

  @ApiProperty({ example: 'Acme Inc.' })
  organization_name: string;

  @ApiProperty({ format: 'date-time' })
  generated_at: string;

  @ApiProperty({ type: PostureSummary })
  summary: PostureSummary;

  @ApiProperty({ type: CertificationDistribution })
  certification_distribution: CertificationDistribution;

  @ApiProperty({ type: SeverityTotals, description: 'Numbers of open findings.' })
  severity_totals: SeverityTotals;

  @ApiProperty({ type: [TopRisk], description: 'At most ten, the worst first.' })
  top_risks: TopRisk[];

  @ApiProperty({ type: RiskTrend })
  risk_trend: RiskTrend;
}
