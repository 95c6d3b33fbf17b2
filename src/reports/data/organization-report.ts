import { CONTROL_CATALOG } from '@mcp-hub/analyzer/catalogs';
import type { FrameworkCompliance } from '../../hub/assurance/posture/compliance.dto.js';
import type { ControlCount } from '../../hub/assurance/posture/controls.read-model.js';
import { oneDecimal } from '../../hub/assurance/posture/numbers.js';
import type { RiskPosture } from '../../hub/assurance/posture/posture.dto.js';
import {
  REPORT_DATA_VERSION,
  type OrganizationControl,
  type OrganizationMcp,
  type OrganizationReport,
} from '../document/report-data.js';
import type { OrganizationMcpRow, TrendRow } from './report-data.read-model.js';

/** Everything that a report about an organization is made of. */
export interface OrganizationReportSource {
  readonly frame: Pick<OrganizationReport, 'generated_at' | 'hub' | 'organization'>;
  readonly posture: RiskPosture;
  readonly trend: readonly TrendRow[];
  readonly compliance: FrameworkCompliance;
  readonly controls: readonly ControlCount[];
  readonly mcps: readonly OrganizationMcpRow[];
}

const mcpOf = (row: OrganizationMcpRow): OrganizationMcp => ({
  id: row.id,
  name: row.name,
  visible_version: row.visibleVersion,
  global_score: row.globalScore,
  grade: row.grade,
  certification_level: row.certificationLevel,
  analyzed_at: row.analyzedAt?.toISOString() ?? null,
  snapshot_hash: row.snapshotHash,
  open: { critical: row.critical, high: row.high, medium: row.medium, low: row.low },
});

function controlsOf(counts: readonly ControlCount[]): OrganizationControl[] {
  const known = new Map(counts.map((count) => [count.controlId, count]));
  return CONTROL_CATALOG.map(({ id, name, category }) => {
    const { passed = 0, failed = 0 } = known.get(id) ?? {};
    return { control_id: id, control_name: name, control_category: category, passed, failed };
  });
}

/** The data of the document about an organization. */
export const organizationReport = (source: OrganizationReportSource): OrganizationReport => ({
  schema_version: REPORT_DATA_VERSION,
  scope: 'ORGANIZATION',
  ...source.frame,
  posture: source.posture,
  trend: source.trend.map(({ date, analyzed, average }) => ({
    date,
    analyzed,
    average: average === null ? null : oneDecimal(average),
  })),
  compliance: source.compliance,
  controls: controlsOf(source.controls),
  mcps: source.mcps.map(mcpOf),
});
