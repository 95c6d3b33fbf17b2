import { CHAIN_START } from '../../hub/catalog/snapshots/snapshot-hash.js';
import type { EvidenceItem } from './evidence.dto.js';
import type { EvidenceRow } from './evidence.read-model.js';

/** A snapshot in the evidence of an organization. */
export const evidenceItem = (row: EvidenceRow): EvidenceItem => ({
  snapshot_id: row.id,
  mcp_id: row.mcpId,
  mcp_name: row.mcpName,
  version_id: row.versionId,
  commit_hash: row.commitHash,
  created_at: row.createdAt.toISOString(),
  position: row.position,
  previous_snapshot_id: row.previousSnapshotId,
  complete: row.complete,
  preview: row.preview,
  integrity: {
    tarball_sha256: row.tarballSha256,
    findings_s3_key: row.findingsKey,
    raw_report_s3_key: row.reportKey,
    sarif_s3_key: row.sarifKey,
    sbom_s3_key: row.sbomKey,
    previous_hash: row.previousSnapshotId === null ? CHAIN_START : row.previousHash,
    snapshot_hash: row.snapshotHash,
  },
  toolchain: {
    toolchain_version: row.toolchainVersion,
    scoring_version: row.scoringVersion,
    controls_catalog_version: row.controlsCatalogVersion,
    scanner_version: row.scannerVersion,
  },
  scores: {
    global_score: row.globalScore,
    security_score: row.securityScore,
    supply_chain_score: row.supplyChainScore,
    maturity_score: row.maturityScore,
    msss_score: row.msssScore,
    msss_level: row.msssLevel,
    grade: row.grade,
    certification_level: row.certificationLevel,
  },
  finding_counts: {
    total: row.totalFindings,
    critical: row.criticalFindings,
    high: row.highFindings,
    medium: row.mediumFindings,
    low: row.lowFindings,
  },
  mcp_surface: {
    tools: row.surface.tools,
    transport: row.surface.transport,
    auth_signals: row.surface.auth_signals,
  },
  distributable: {
    is_distributable: row.distributable.is_distributable,
    runtime: row.distributable.runtime,
    entrypoint: row.distributable.entrypoint,
  },
});
