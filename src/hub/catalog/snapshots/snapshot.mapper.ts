import type { SurfaceSummary } from '@mcp-hub/analyzer';
import { scoreWeightsOf } from '@mcp-hub/analyzer/catalogs';
import type { VerifiedChain } from './snapshot-chains.service.js';
import type {
  ChainVerificationView,
  ControlList,
  ScoresView,
  SnapshotView,
  SurfaceView,
} from './snapshots.dto.js';
import type { ControlRow, SnapshotRow } from './snapshots.read-model.js';

/** A snapshot in responses. */
export const snapshotView = (snapshot: SnapshotRow): SnapshotView => ({
  id: snapshot.id,
  version_id: snapshot.versionId,
  global_score: snapshot.globalScore,
  security_score: snapshot.securityScore,
  supply_chain_score: snapshot.supplyChainScore,
  maturity_score: snapshot.maturityScore,
  toolchain_version: snapshot.toolchainVersion,
  scoring_version: snapshot.scoringVersion,
  controls_catalog_version: snapshot.controlsCatalogVersion,
  total_findings: snapshot.totalFindings,
  critical_findings: snapshot.criticalFindings,
  high_findings: snapshot.highFindings,
  medium_findings: snapshot.mediumFindings,
  low_findings: snapshot.lowFindings,
  created_at: snapshot.createdAt.toISOString(),
  certification_level: snapshot.certificationLevel,
  grade: snapshot.grade,
  msss_score: snapshot.msssScore,
  msss_level: snapshot.msssLevel,
  complete: snapshot.complete,
  incomplete_reasons: snapshot.incompleteReasons,
  commit_hash: snapshot.commitHash,
  tarball_sha256: snapshot.tarballSha256,
  scanner_version: snapshot.scannerVersion,
  position: snapshot.position,
  previous_snapshot_id: snapshot.previousSnapshotId,
  snapshot_hash: snapshot.snapshotHash,
  mcp_surface: surfaceView(snapshot.surface),
  distributable: snapshot.distributable,
  mcpb: snapshot.mcpb,
  difference: snapshot.difference,
});

const surfaceView = ({
  tools,
  transport,
  auth_signals: signals,
  capabilities,
  protocol_versions: versions = null,
}: SurfaceSummary): SurfaceView => ({
  tools: [...tools],
  transport,
  auth_signals: [...signals],
  capabilities: [...capabilities],
  protocol_versions: versions && [...versions],
});

/** The scores of a snapshot with their parts. */
export function scoresView(snapshot: SnapshotRow): ScoresView {
  const weights = scoreWeightsOf(snapshot.scoringVersion);
  const part = (score: number, weight: number, breakdown: Readonly<Record<string, number>>) => ({
    score,
    weight,
    breakdown: { ...breakdown },
  });
  const { breakdown } = snapshot;
  return {
    global_score: snapshot.globalScore,
    scores: {
      security: part(snapshot.securityScore, weights.security, breakdown.security),
      supply_chain: part(snapshot.supplyChainScore, weights.supplyChain, breakdown.supply_chain),
      maturity: part(snapshot.maturityScore, weights.maturity, breakdown.maturity),
    },
    grade: snapshot.grade,
    toolchain_version: snapshot.toolchainVersion,
    scoring_version: snapshot.scoringVersion,
  };
}

/** The control results of a snapshot with their counts. */
export function controlList(controls: readonly ControlRow[]): ControlList {
  const passed = controls.filter((control) => control.passed).length;
  return {
    controls: controls.map((control) => ({
      id: control.id,
      control_id: control.controlId,
      control_name: control.controlName,
      control_category: control.controlCategory,
      passed: control.passed,
      severity: control.severity,
      message: control.message,
      applicable: control.applicable,
      observable: control.observable,
    })),
    total: controls.length,
    passed,
    failed: controls.length - passed,
  };
}

/** The result of the verification of a chain. */
export const chainVerificationView = ({ length, hash, broken }: VerifiedChain): ChainVerificationView => ({
  valid: broken === undefined,
  snapshots: length,
  last_hash: hash,
  broken_at:
    broken === undefined
      ? null
      : { position: broken.position, snapshot_id: broken.snapshotId, reason: broken.reason },
});
