import canonicalize from 'canonicalize';
import { hexOf, isSha256Digest } from '../../../common/values/sha256-digest.js';
import type { Snapshot } from '../../catalog/snapshots/snapshot.entity.js';

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';

/** The type of the predicate: the hub's own, described in the hub contract 24. */
const CERTIFICATION_PREDICATE = 'urn:mcp-hub:attestation:certification:v1';

/** What an attestation is about. */
export interface AttestedVersion {
  /** `<org>/<name>` in the registry. */
  readonly packageId: string;
  /** `commit-<short hash>-<date>`. */
  readonly visibleVersion: string;
  /** `sha256:<hex>` of the bundle. */
  readonly bundleDigest: string;
  /** The level once this attestation is stored (ADR 58). */
  readonly level: number;
}

/** The result of a control. */
export interface AttestedControl {
  readonly controlId: string;
  readonly passed: boolean;
}

/** What of a snapshot an attestation states. */
export type AttestedSnapshot = Pick<
  Snapshot,
  | 'id'
  | 'snapshotHash'
  | 'position'
  | 'createdAt'
  | 'commitHash'
  | 'complete'
  | 'globalScore'
  | 'securityScore'
  | 'supplyChainScore'
  | 'maturityScore'
  | 'msssScore'
  | 'msssLevel'
  | 'grade'
  | 'criticalFindings'
  | 'highFindings'
  | 'mediumFindings'
  | 'lowFindings'
  | 'scannerVersion'
  | 'toolchainVersion'
  | 'scoringVersion'
  | 'controlsCatalogVersion'
>;

/**
 * The in-toto statement about a version: its bundle, and the results of its analysis. Canonical JSON (RFC 8785), so that
 * a snapshot always has the same statement.
 */
export function certificationStatement(
  { packageId, visibleVersion, bundleDigest, level }: AttestedVersion,
  snapshot: AttestedSnapshot,
  controls: readonly AttestedControl[],
): Buffer {
  if (!isSha256Digest(bundleDigest)) throw new Error('the digest of the bundle is malformed');
  const text = canonicalize({
    _type: STATEMENT_TYPE,
    subject: [{ name: packageId, digest: { sha256: hexOf(bundleDigest) } }],
    predicateType: CERTIFICATION_PREDICATE,
    predicate: {
      visible_version: visibleVersion,
      commit_hash: snapshot.commitHash,
      certification_level: level,
      snapshot: {
        id: snapshot.id,
        hash: snapshot.snapshotHash,
        position: snapshot.position,
        evaluated_at: snapshot.createdAt.toISOString(),
        complete: snapshot.complete,
      },
      scores: {
        global_score: snapshot.globalScore,
        security_score: snapshot.securityScore,
        supply_chain_score: snapshot.supplyChainScore,
        maturity_score: snapshot.maturityScore,
        msss_score: snapshot.msssScore,
        msss_level: snapshot.msssLevel,
        grade: snapshot.grade,
      },
      finding_counts: {
        critical: snapshot.criticalFindings,
        high: snapshot.highFindings,
        medium: snapshot.mediumFindings,
        low: snapshot.lowFindings,
      },
      toolchain: {
        scanner_version: snapshot.scannerVersion,
        toolchain_version: snapshot.toolchainVersion,
        scoring_version: snapshot.scoringVersion,
        controls_catalog_version: snapshot.controlsCatalogVersion,
      },
      controls: [...controls]
        .sort((one, other) => (one.controlId < other.controlId ? -1 : 1))
        .map(({ controlId, passed }) => ({ control_id: controlId, passed })),
    },
  });
  if (text === undefined) throw new Error('the statement is not JSON');
  return Buffer.from(text);
}
