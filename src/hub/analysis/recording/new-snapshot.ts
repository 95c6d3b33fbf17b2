import { HIGHEST_WITHOUT_EVIDENCE } from '@mcp-hub/analyzer/catalogs';
import { randomUUID } from 'node:crypto';
import type { AnalysisReport, SurfaceSummary } from '@mcp-hub/analyzer';
import { CONTROL_CATALOG } from '@mcp-hub/analyzer/runner';
import type { McpVersionStatus } from '../../catalog/mcps/mcp-values.js';
import type { AnalyzedMcp, AnalyzedVersion } from '../../catalog/mcps/analysis-results.repository.js';
import type { Snapshot } from '../../catalog/snapshots/snapshot.entity.js';
import { CHAIN_START, snapshotHash } from '../../catalog/snapshots/snapshot-hash.js';
import type { LastSnapshot, NewControlResult } from '../../catalog/snapshots/snapshots.repository.js';
import { surfaceDigest } from '../../catalog/snapshots/surface-digest.js';
import { surfaceDifference, type EarlierSurface } from '../../catalog/snapshots/surface-difference.js';
import { digestOf, type ObjectKeys } from './snapshot-objects.js';
import type { AnalysisResult } from './analysis-result.js';

// Tools whose details a snapshot keeps, and findings that a control result names.
const MAX_TOOLS = 1000;
const MAX_EVIDENCE = 1000;

/** What a snapshot follows. */
interface Predecessors {
  readonly last: LastSnapshot | undefined;
  /** That of an earlier version, with which it is compared. */
  readonly surface: EarlierSurface | undefined;
}

/** The level of a version: what the report says. Evidence is stored after the snapshot. */
const levelOf = ({ certification_level: level }: AnalysisReport): number =>
  Math.min(level, HIGHEST_WITHOUT_EVIDENCE);

/** The status of an analyzed version (hub contract 10). A published one stays published while it is certified. */
export function statusAfter(before: McpVersionStatus, level: number): McpVersionStatus {
  if (level === 0) return 'NOT_CERTIFIED';
  return before === 'PUBLISHED' ? 'PUBLISHED' : 'CERTIFIED';
}

/** The next snapshot of an MCP's chain. */
export function newSnapshot(
  { versionId, analysis: { report }, archive }: AnalysisResult,
  keys: ObjectKeys,
  { mcp, version }: { readonly mcp: AnalyzedMcp; readonly version: AnalyzedVersion },
  { last, surface: before }: Predecessors,
  now: Date,
): Snapshot {
  const { scores, toolchain, finding_counts: counts } = report;
  const { offered, ...reported } = report.mcp_surface;
  const surface = boundedSurface(reported);
  const unhashed = {
    id: randomUUID(),
    mcpId: mcp.id,
    orgId: mcp.orgId,
    mcpName: mcp.name,
    versionId,
    position: (last?.position ?? 0) + 1,
    previousSnapshotId: last?.id ?? null,
    commitHash: version.commitHash,
    tarballSha256: digestOf(archive.sha256),
    ...keys,
    globalScore: scores.global_score,
    securityScore: scores.security_score,
    supplyChainScore: scores.supply_chain_score,
    maturityScore: scores.maturity_score,
    msssScore: scores.msss_score,
    msssLevel: scores.msss_level,
    breakdown: scores.breakdown,
    grade: scores.grade,
    certificationLevel: levelOf(report),
    complete: report.complete,
    incompleteReasons: [...report.incomplete_reasons],
    toolchainVersion: toolchain.toolchain_version,
    scoringVersion: toolchain.scoring_version,
    controlsCatalogVersion: toolchain.controls_catalog_version,
    scannerVersion: toolchain.scanner_version,
    totalFindings: counts.total,
    criticalFindings: counts.critical,
    highFindings: counts.high,
    mediumFindings: counts.medium,
    lowFindings: counts.low,
    findingClasses: [...new Set(report.findings.map((finding) => finding.vulnerability_class))].sort(),
    surface,
    distributable: report.distributable,
    start: report.start,
    package: report.package,
    mcpb: report.mcpb ?? null,
    // What an incomplete analysis did not see is not known to be gone.
    difference: before === undefined || !report.complete ? null : surfaceDifference(before, surface),
    createdAt: after(now, last?.createdAt),
  };
  const unchained = { offered: offered ?? null, surfaceDigest: surfaceDigest(offered) };
  return {
    ...unhashed,
    ...unchained,
    snapshotHash: snapshotHash(unhashed, last?.snapshotHash ?? CHAIN_START),
  };
}

/** The results of all controls, with their names. */
export function controlResults({ controls }: AnalysisReport): NewControlResult[] {
  const catalog = new Map<string, (typeof CONTROL_CATALOG)[number]>(
    CONTROL_CATALOG.map((control) => [control.id, control]),
  );
  return controls.map((control) => ({
    controlId: control.control_id,
    controlName: catalog.get(control.control_id)?.name ?? control.control_id,
    controlCategory: catalog.get(control.control_id)?.category ?? 'SECURITY',
    passed: control.passed,
    severity: control.severity,
    message: control.message,
    evidenceFingerprints: control.evidence_fingerprints.slice(0, MAX_EVIDENCE),
    applicable: control.applicable,
    observable: control.observable,
  }));
}

/** Times of a chain increase, also when the clock does not. */
const after = (now: Date, last: Date | undefined): Date =>
  new Date(Math.max(now.getTime(), (last?.getTime() ?? 0) + 1));

const boundedSurface = ({ tool_details: details = [], ...surface }: SurfaceSummary): SurfaceSummary => ({
  ...surface,
  tool_details: details.slice(0, MAX_TOOLS),
});
