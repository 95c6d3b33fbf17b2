import type { AnalysisReport, CycloneDx, ReportedFinding, ReportedGroup } from '@mcp-hub/analyzer';
import { profileOf } from '../../hub/catalog/mcps/mcp.entity.js';
import { SEVERITIES } from '../../hub/catalog/mcps/mcp-values.js';
import type { VersionSource } from '../../hub/catalog/mcps/version-source.js';
import { objectAddress } from '../../hub/platform/objects/object-key.js';
import {
  MAX_FINDINGS,
  REPORT_DATA_VERSION,
  type ReportEvidence,
  type ReportFinding,
  type RuleCount,
  type SnapshotReport,
} from '../document/report-data.js';
import { reportDependencies } from './bill-of-materials.js';
import type { KnownFindingRow, SubjectRow } from './report-data.read-model.js';
import {
  scoresOf,
  snapshotDifference,
  type ComparedSnapshot,
  type PreviousSnapshot,
} from './snapshot-difference.js';

/** Everything that a report about a snapshot is made of. */
export interface SnapshotReportSource {
  readonly frame: Pick<SnapshotReport, 'generated_at' | 'hub' | 'organization'>;
  readonly subject: SubjectRow;
  readonly current: ComparedSnapshot;
  /** Undefined for the first snapshot, and where another organization has recorded the previous one. */
  readonly previous: PreviousSnapshot | undefined;
  readonly previousHash: string;
  readonly known: readonly KnownFindingRow[];
  /** The documents of the snapshot. Reports of earlier analyzers lack fields. */
  readonly report: StoredReport;
  readonly sbom: CycloneDx;
}

/** A report as it was stored, maybe by an earlier analyzer. */
export type StoredReport = Pick<AnalysisReport, 'findings' | 'toolchain' | 'dependencies'> &
  Partial<Omit<AnalysisReport, 'findings' | 'toolchain' | 'dependencies'>>;

type StoredFinding = Omit<ReportedFinding, 'group'> & { readonly group?: string };

const rankOf = (severity: string): number => {
  const rank = SEVERITIES.findIndex((one) => one === severity);
  return rank < 0 ? SEVERITIES.length : rank;
};

/** The data of the document about a snapshot. */
export function snapshotReport(source: SnapshotReportSource): SnapshotReport {
  const { frame, subject, current, previous, report, sbom } = source;
  const { snapshot } = current;
  const findings = worstFirst(report.findings);
  return {
    schema_version: REPORT_DATA_VERSION,
    scope: 'SNAPSHOT',
    ...frame,
    mcp: mcpOf(subject),
    version: versionOf(subject, snapshot.versionId, snapshot.commitHash),
    snapshot: {
      id: snapshot.id,
      created_at: snapshot.createdAt.toISOString(),
      ...scoresOf(snapshot),
      grade: snapshot.grade,
      breakdown: snapshot.breakdown,
      msss_level: snapshot.msssLevel,
      certification_level: snapshot.certificationLevel,
      complete: snapshot.complete,
      incomplete_reasons: snapshot.incompleteReasons,
      finding_counts: {
        total: snapshot.totalFindings,
        critical: snapshot.criticalFindings,
        high: snapshot.highFindings,
        medium: snapshot.mediumFindings,
        low: snapshot.lowFindings,
      },
    },
    verdict: report.verdict ?? '',
    difference: previous === undefined ? null : snapshotDifference(previous, current),
    controls: current.controls.map((control) => ({
      control_id: control.controlId,
      control_name: control.controlName,
      control_category: control.controlCategory,
      passed: control.passed,
      severity: control.severity,
      message: control.message,
      applicable: control.applicable,
      observable: control.observable,
    })),
    findings: reportFindings(findings.slice(0, MAX_FINDINGS), source.known),
    groups: groupsOf(findings.slice(0, MAX_FINDINGS), report.groups ?? []),
    rule_counts: ruleCounts(findings),
    surface: snapshot.surface,
    package: snapshot.package,
    distributable: snapshot.distributable,
    dependencies: reportDependencies(sbom, report.dependencies),
    evidence: evidenceOf(source),
    toolchain: report.toolchain,
    files: report.files ?? null,
    bundles: report.bundles ?? [],
  };
}

const mcpOf = (subject: SubjectRow): SnapshotReport['mcp'] => ({
  id: subject.mcpId,
  name: subject.mcpName,
  repo_url: subject.repoUrl,
  ...profileOf(subject),
});

const versionOf = (subject: SubjectRow, id: string, commit: string): SnapshotReport['version'] => ({
  id,
  visible_version: subject.visibleVersion ?? `commit-${commit.slice(0, 7)}`,
  semver: subject.semver,
  status: subject.status ?? 'DELETED',
  source: subject.source === null ? null : sourceInWords(subject.source),
  revoked_at: subject.revokedAt?.toISOString() ?? null,
  revoked_reason: subject.revokedReason,
});

/** Where a source was fetched from. */
function sourceInWords(source: VersionSource): string {
  switch (source.kind) {
    case 'upload':
      return 'a bundle that was uploaded to the hub';
    case 'registry':
      return `${source.org}/${source.name} ${source.version} of the registry`;
    case 'repository':
      return `a commit of the repository${source.path === '' ? '' : `, folder ${source.path}`}${source.ref === '' ? '' : `, ${source.ref}`}`;
    case 'mcpb':
      return `the MCP bundle at ${source.url}`;
    case 'npm':
      return `${source.name}@${source.version} of npm`;
    case 'pypi':
      return `${source.name}==${source.version} of PyPI`;
  }
}

/** By severity, in the order of the report within one. */
const worstFirst = (findings: readonly ReportedFinding[]): ReportedFinding[] =>
  [...findings].sort((one, other) => rankOf(one.severity) - rankOf(other.severity));

/** The group of a finding; those of earlier analyzers have none, and are grouped by rule and file. */
const groupIdOf = ({ group, rule_id: rule, location }: StoredFinding): string =>
  group ?? `${rule} ${location.file_path}`;

function reportFindings(
  findings: readonly ReportedFinding[],
  rows: readonly KnownFindingRow[],
): ReportFinding[] {
  const known = new Map(rows.map((row) => [row.fingerprint, row]));
  return findings.map((finding) => {
    const row = known.get(finding.fingerprint);
    const { reason = null, authorName = null, expiresAt = null } = row ?? {};
    return {
      ...finding,
      group: groupIdOf(finding),
      status: row?.status ?? null,
      first_detected_at: row?.firstDetectedAt.toISOString() ?? null,
      suppression:
        reason === null || authorName === null || expiresAt === null
          ? null
          : { reason, author_name: authorName, expires_at: expiresAt.toISOString() },
    };
  });
}

function groupsOf(findings: readonly ReportedFinding[], groups: readonly ReportedGroup[]): ReportedGroup[] {
  const known = new Map(groups.map((group) => [group.id, group]));
  const members = Map.groupBy(findings, groupIdOf);
  return [...members]
    .flatMap(([id, [first, ...others]]) =>
      first === undefined ? [] : [known.get(id) ?? groupOf(id, [first, ...others])],
    )
    .sort((one, other) => rankOf(one.severity) - rankOf(other.severity));
}

function groupOf(id: string, findings: readonly [ReportedFinding, ...ReportedFinding[]]): ReportedGroup {
  const [first] = findings;
  const tools = new Set(findings.flatMap(({ mcp_context: { tool_names: names } }) => names));
  return {
    id,
    rule_id: first.rule_id,
    severity: first.severity,
    findings: findings.length,
    tool_names: [...tools].sort().slice(0, 200),
    cause: { file_path: first.location.file_path, line: first.location.start_line, helper: null },
  };
}

function ruleCounts(findings: readonly ReportedFinding[]): RuleCount[] {
  const members = Map.groupBy(findings, ({ rule_id: rule, severity }) => `${rankOf(severity)} ${rule}`);
  return [...members]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, [first, ...others]]) =>
      first === undefined
        ? []
        : [
            {
              rule_id: first.rule_id,
              title: first.title,
              severity: first.severity,
              findings: others.length + 1,
            },
          ],
    );
}

function evidenceOf({ current: { snapshot }, previousHash }: SnapshotReportSource): ReportEvidence {
  const digestIn = (key: string): string => objectAddress(key).digest;
  return {
    position: snapshot.position,
    previous_snapshot_id: snapshot.previousSnapshotId,
    previous_hash: previousHash,
    snapshot_hash: snapshot.snapshotHash,
    commit_hash: snapshot.commitHash,
    source: snapshot.tarballSha256,
    findings: digestIn(snapshot.findingsKey),
    report: digestIn(snapshot.reportKey),
    sarif: digestIn(snapshot.sarifKey),
    sbom: digestIn(snapshot.sbomKey),
  };
}
