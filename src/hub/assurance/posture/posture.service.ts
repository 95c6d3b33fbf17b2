import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/api-error.js';
import { DAY_MS } from '../../../common/values/durations.js';
import { oneDecimal } from './numbers.js';
import type { RiskPosture } from './posture.dto.js';
import { PostureReadModel, type RiskRow } from './posture.read-model.js';

const TOP_RISKS = 10;
const PERIOD_DAYS = 30;

/** The risk of an organization as a whole. */
@Injectable()
export class PostureService {
  constructor(private readonly posture: PostureReadModel) {}

  /**
   * @param days the period of the trend
   * @throws 404 if the organization has just been deleted
   */
  async of(orgId: string, now: Date, days = PERIOD_DAYS): Promise<RiskPosture> {
    const summary = await this.posture.summary(orgId);
    if (summary === undefined) throw notFound('organization');
    const since = new Date(now.getTime() - days * DAY_MS);
    const { open, scoreBefore, newCritical, resolvedCritical } = await this.posture.trend(orgId, since);
    const end = oneDecimal(summary.global);
    const start = scoreBefore === null ? end : oneDecimal(scoreBefore);
    const [level0 = 0, level1 = 0, level2 = 0, level3 = 0] = summary.levels;
    const totalOf = (severity: string): number => open[severity] ?? 0;
    return {
      organization_id: orgId,
      organization_name: summary.organizationName,
      generated_at: now.toISOString(),
      summary: {
        total_mcps: summary.total,
        mcps_analyzed: summary.analyzed,
        mcps_pending: summary.total - summary.analyzed,
        avg_global_score: end,
        avg_security_score: oneDecimal(summary.security),
        avg_supply_chain_score: oneDecimal(summary.supplyChain),
        avg_maturity_score: oneDecimal(summary.maturity),
      },
      certification_distribution: {
        level_0_not_compliant: level0,
        level_1_baseline: level1,
        level_2_standard: level2,
        level_3_advanced: level3,
      },
      severity_totals: {
        critical: totalOf('critical'),
        high: totalOf('high'),
        medium: totalOf('medium'),
        low: totalOf('low'),
        info: totalOf('info'),
      },
      top_risks: (await this.posture.topRisks(orgId, TOP_RISKS)).map(topRisk),
      risk_trend: {
        period: `${days}d`,
        avg_score_start: start,
        avg_score_end: end,
        direction: directionOf(end - start),
        new_critical_findings: newCritical,
        resolved_critical_findings: resolvedCritical,
      },
    };
  }
}

const topRisk = (row: RiskRow): RiskPosture['top_risks'][number] => ({
  mcp_id: row.mcpId,
  mcp_name: row.mcpName,
  global_score: row.globalScore,
  cert_level: row.certificationLevel,
  critical_findings: row.critical,
  high_findings: row.high,
  last_analyzed_at: row.lastAnalyzedAt.toISOString(),
});

/** More than one point up or down is a trend. */
function directionOf(change: number): RiskPosture['risk_trend']['direction'] {
  if (Math.abs(change) <= 1) return 'stable';
  return change > 0 ? 'improving' : 'declining';
}
