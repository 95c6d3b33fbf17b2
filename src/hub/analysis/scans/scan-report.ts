import type { AnalysisReport, ReportedFinding } from '@mcp-hub/analyzer';
import type { ScanFinding, ScanReport } from './scans.dto.js';

type RiskLevel = 'safe' | 'low' | 'medium' | 'high' | 'critical';

const SCHEMA_VERSION = '2.0.0';
const SAFE_SCORE = 90;
const LOW_SCORE = 80;
/** More findings are counted, but not listed. */
const MAX_FINDINGS = 2000;

/** What the report of a scan is made of. */
export type ScannedReport = Pick<AnalysisReport, 'complete' | 'findings' | 'scores' | 'mcp_surface'>;

const countsOf = (findings: readonly ReportedFinding[]) => {
  const of = (severity: string): number => findings.filter((each) => each.severity === severity).length;
  return { critical: of('critical'), high: of('high'), medium: of('medium'), low: of('low'), info: 0 };
};

/** What was not analyzed may be anything: an incomplete analysis is never better than medium. */
function riskLevel(
  counts: { readonly critical: number; readonly high: number },
  score: number,
  complete: boolean,
): RiskLevel {
  if (counts.critical > 0) return 'critical';
  if (counts.high > 0) return 'high';
  if (!complete || score < LOW_SCORE) return 'medium';
  return score >= SAFE_SCORE ? 'safe' : 'low';
}

const findingOf = (finding: ReportedFinding): ScanFinding => ({
  id: finding.fingerprint,
  severity: finding.severity,
  title: finding.title,
  description: finding.description,
  file_path: finding.location.file_path,
  line_number: finding.location.start_line,
  vulnerability_class: finding.vulnerability_class,
  cwe_id: finding.cwe,
  remediation: finding.remediation,
  is_blurred: false,
});

/** The report of a scan, as the gates of agents read it (hub contract 29). */
export function scanReport(
  scanId: string,
  { complete, findings, scores, mcp_surface: surface }: ScannedReport,
): ScanReport {
  const counts = countsOf(findings);
  const score = scores.security_score;
  const level = riskLevel(counts, score, complete);
  return {
    schema_version: SCHEMA_VERSION,
    scan_id: scanId,
    risk_level: level,
    security_score: score,
    safe: level === 'safe' || level === 'low',
    complete,
    total_findings: findings.length,
    critical_count: counts.critical,
    high_count: counts.high,
    medium_count: counts.medium,
    low_count: counts.low,
    capabilities: [...surface.capabilities],
    owasp_risks: [...new Set(findings.map(({ owasp_mcp: risk }) => risk))].sort(),
    findings_summary: counts,
    findings: findings.slice(0, MAX_FINDINGS).map(findingOf),
    is_unlocked: true,
    credits_consumed: 0,
    credits_remaining: null,
  };
}
