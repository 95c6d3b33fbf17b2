import type { FindingCounts, ReportedFinding } from '@mcp-hub/analyzer';
import { SEVERITIES } from '../../hub/catalog/mcps/mcp-values.js';
import type { ControlRow, SnapshotRow } from '../../hub/catalog/snapshots/snapshots.read-model.js';
import { surfaceDifference } from '../../hub/catalog/snapshots/surface-difference.js';
import type { ControlChange, ReportDifference, ReportScores } from '../document/report-data.js';

/** The results of a snapshot that are compared. */
export interface ComparedSnapshot {
  readonly snapshot: SnapshotRow;
  readonly controls: readonly ControlRow[];
  /** Undefined if the document could not be read. */
  readonly findings: readonly ReportedFinding[] | undefined;
}

/** The previous snapshot in the chain. */
export interface PreviousSnapshot extends ComparedSnapshot {
  readonly visibleVersion: string | null;
}

/** The scores of a snapshot. */
export const scoresOf = (snapshot: SnapshotRow): ReportScores => ({
  global_score: snapshot.globalScore,
  security_score: snapshot.securityScore,
  supply_chain_score: snapshot.supplyChainScore,
  maturity_score: snapshot.maturityScore,
  msss_score: snapshot.msssScore,
});

/** Numbers of findings, in total and by severity. */
export function countsOf(findings: readonly Pick<ReportedFinding, 'severity'>[]): FindingCounts {
  const of = (severity: string): number => findings.filter((finding) => finding.severity === severity).length;
  const [critical = 0, high = 0, medium = 0, low = 0] = SEVERITIES.map(of);
  return { total: findings.length, critical, high, medium, low };
}

function findingsDifference(before: ComparedSnapshot, now: ComparedSnapshot): ReportDifference['findings'] {
  if (before.findings === undefined || now.findings === undefined) return null;
  const known = new Set(before.findings.map(({ fingerprint }) => fingerprint));
  const current = new Set(now.findings.map(({ fingerprint }) => fingerprint));
  return {
    added: countsOf(now.findings.filter(({ fingerprint }) => !known.has(fingerprint))),
    removed: countsOf(before.findings.filter(({ fingerprint }) => !current.has(fingerprint))),
  };
}

function controlChanges(before: readonly ControlRow[], now: readonly ControlRow[]): ControlChange[] {
  const passed = new Map(before.map((control) => [control.controlId, control.passed]));
  return now.flatMap(({ controlId, controlName, passed: passes }) => {
    const earlier = passed.get(controlId);
    if (earlier === undefined || earlier === passes) return [];
    return [{ control_id: controlId, control_name: controlName, passed: passes }];
  });
}

/** What differs between a snapshot and the one before. */
export function snapshotDifference(before: PreviousSnapshot, now: ComparedSnapshot): ReportDifference {
  const { snapshot: previous, visibleVersion } = before;
  const earlier = { snapshotId: previous.id, surface: previous.surface, packageVersion: null };
  const { snapshot_id: snapshotId, ...surface } = surfaceDifference(earlier, now.snapshot.surface);
  return {
    snapshot_id: snapshotId,
    created_at: previous.createdAt.toISOString(),
    visible_version: visibleVersion,
    grade: previous.grade,
    certification_level: previous.certificationLevel,
    complete: previous.complete,
    scores: scoresOf(previous),
    same_toolchain: previous.toolchainVersion === now.snapshot.toolchainVersion,
    findings: findingsDifference(before, now),
    controls_changed: controlChanges(before.controls, now.controls),
    ...surface,
  };
}
