import type { ReportedFinding } from '@mcp-hub/analyzer';
import { SEVERITIES } from '@mcp-hub/analyzer/catalogs';

/** Most findings that an event describes; the counts are of all. */
const MAX_FINDINGS = 100;
const MAX_TEXT = 300;

/** The version that an event is about. */
export interface EventSubject {
  readonly mcp: { readonly id: string; readonly name: string };
  readonly version: { readonly id: string; readonly visibleVersion: string; readonly semver: string | null };
  readonly snapshotId: string;
}

/** A version as events name it. */
export const subjectData = ({ mcp, version, snapshotId }: EventSubject) => ({
  mcp: { id: mcp.id, name: mcp.name },
  version: { id: version.id, visible_version: version.visibleVersion, semver: version.semver },
  snapshot_id: snapshotId,
});

/** The verdict on a version, and the one before. */
export interface Certification {
  readonly globalScore: number;
  readonly level: number;
  /** Null before the first one. */
  readonly previousLevel: number | null;
}

/** Data of `version.certified` and `version.not_certified`. */
export const certificationData = (
  subject: EventSubject,
  { globalScore, level, previousLevel }: Certification,
) => ({
  ...subjectData(subject),
  global_score: globalScore,
  certification_level: level,
  previous_certification_level: previousLevel,
});

/** Data of `finding.opened`: all findings that a snapshot has opened, the worst first. */
export function openedFindingsData(subject: EventSubject, findings: readonly ReportedFinding[]) {
  const of = (severity: string): readonly ReportedFinding[] =>
    findings.filter((finding) => finding.severity === severity);
  const described = SEVERITIES.flatMap(of).slice(0, MAX_FINDINGS);
  const counts = Object.fromEntries(SEVERITIES.map((severity) => [severity, of(severity).length]));
  return {
    ...subjectData(subject),
    counts: { total: findings.length, ...counts },
    findings: described.map(findingData),
  };
}

const short = (text: string): string => text.slice(0, MAX_TEXT).toWellFormed();

const findingData = (finding: ReportedFinding) => ({
  fingerprint: finding.fingerprint,
  rule_id: finding.rule_id,
  title: short(finding.title),
  severity: finding.severity,
  vulnerability_class: finding.vulnerability_class,
  file_path: short(finding.location.file_path),
  start_line: finding.location.start_line,
});
