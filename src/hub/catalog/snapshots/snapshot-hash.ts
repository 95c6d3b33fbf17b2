import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { hexOf, type Sha256Digest } from '../../../common/values/sha256-digest.js';
import { objectAddress } from '../../platform/objects/object-key.js';
import type { Snapshot } from './snapshot.entity.js';

/** The previous hash of an MCP's first snapshot. */
export const CHAIN_START = `sha256:${'0'.repeat(64)}`;

/** The fields of a snapshot that its hash covers. */
export type HashedSnapshot = Pick<
  Snapshot,
  | 'id'
  | 'mcpId'
  | 'versionId'
  | 'position'
  | 'commitHash'
  | 'createdAt'
  | 'tarballSha256'
  | 'findingsKey'
  | 'reportKey'
  | 'sarifKey'
  | 'sbomKey'
  | 'globalScore'
  | 'securityScore'
  | 'supplyChainScore'
  | 'maturityScore'
  | 'msssScore'
  | 'msssLevel'
  | 'certificationLevel'
  | 'complete'
  | 'scannerVersion'
  | 'toolchainVersion'
  | 'scoringVersion'
  | 'controlsCatalogVersion'
>;

const digestIn = (key: string): string => hexOf(objectAddress(key).digest);

/**
 * The hash of a snapshot, `sha256:<hex>`: SHA-256 over the canonical JSON (RFC 8785) of its predecessor's hash, its
 * identity, the digests of its objects, its scores and its toolchain (ADR 53). The report, whose digest it covers,
 * contains everything else.
 */
export function snapshotHash(snapshot: HashedSnapshot, previous: string): Sha256Digest {
  const canonical = canonicalize({
    previous_hash: previous,
    snapshot: {
      id: snapshot.id,
      mcp_id: snapshot.mcpId,
      version_id: snapshot.versionId,
      position: snapshot.position,
      commit_hash: snapshot.commitHash,
      created_at: snapshot.createdAt.toISOString(),
    },
    tarball_sha256: snapshot.tarballSha256,
    findings_sha256: digestIn(snapshot.findingsKey),
    report_sha256: digestIn(snapshot.reportKey),
    sarif_sha256: digestIn(snapshot.sarifKey),
    sbom_sha256: digestIn(snapshot.sbomKey),
    scores: {
      global_score: snapshot.globalScore,
      security_score: snapshot.securityScore,
      supply_chain_score: snapshot.supplyChainScore,
      maturity_score: snapshot.maturityScore,
      msss_score: snapshot.msssScore,
      msss_level: snapshot.msssLevel,
      certification_level: snapshot.certificationLevel,
      complete: snapshot.complete,
    },
    toolchain: {
      scanner_version: snapshot.scannerVersion,
      toolchain_version: snapshot.toolchainVersion,
      scoring_version: snapshot.scoringVersion,
      controls_catalog_version: snapshot.controlsCatalogVersion,
    },
  });
  if (canonical === undefined) throw new Error('the snapshot is not JSON');
  return `sha256:${createHash('sha256').update(canonical).digest('hex')}` as Sha256Digest;
}
