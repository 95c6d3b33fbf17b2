import type { ReportedFinding } from '@mcp-hub/analyzer';
import type { FindingView } from './findings.dto.js';
import type { FindingRow } from './findings.read-model.js';

/** What all findings of a list share. */
export interface FindingOrigin {
  readonly mcpId: string;
  readonly versionId: string;
  readonly snapshotId: string;
}

/** Fields that findings of earlier analyses do not have. */
function newerFields(detail: Partial<ReportedFinding>): Partial<FindingView> {
  const { group, lowered_because: reasons, by_design: byDesign, promised_by: promise } = detail;
  return {
    ...(group !== undefined && { group }),
    ...(reasons && { lowered_because: reasons }),
    ...(byDesign && { by_design: byDesign }),
    ...(promise !== undefined && { promised_by: promise }),
  };
}

/** A finding in responses. */
export function findingView(
  row: Omit<FindingRow, 'ordinal'>,
  { mcpId, versionId, snapshotId }: FindingOrigin,
): FindingView {
  const { detail } = row;
  return {
    id: row.id,
    mcp_id: mcpId,
    version_id: versionId,
    snapshot_id: snapshotId,
    rule_id: detail.rule_id,
    title: detail.title,
    description: detail.description,
    severity: detail.severity,
    confidence: detail.confidence,
    vulnerability_class: detail.vulnerability_class,
    vulnerability_class_name: detail.vulnerability_class_name,
    cwe: detail.cwe,
    cvss: detail.cvss,
    owasp_mcp: detail.owasp_mcp,
    owasp_mcp_name: detail.owasp_mcp_name,
    location: detail.location,
    remediation: detail.remediation,
    mcp_context: detail.mcp_context,
    trace: detail.trace,
    reach: detail.reach,
    ...newerFields(detail),
    suppressed_by_publisher: detail.suppressed,
    fingerprint: detail.fingerprint,
    status: row.status,
    first_detected_at: row.firstDetectedAt?.toISOString() ?? null,
    last_seen_at: row.lastSeenAt?.toISOString() ?? null,
    resolved_at: row.resolvedAt?.toISOString() ?? null,
    suppressions: row.suppressions.map((suppression) => ({
      ...suppression,
      created_at: new Date(suppression.created_at).toISOString(),
      expires_at: new Date(suppression.expires_at).toISOString(),
    })),
  };
}
