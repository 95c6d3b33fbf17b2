import type { JsonObject } from '../../../common/values/json.js';
import type { ChainedSnapshot } from '../../catalog/snapshots/chain-check.js';

/** The names that lines give to the fields of snapshots, in their order. */
const FIELDS = {
  mcp_id: 'mcpId',
  position: 'position',
  id: 'id',
  version_id: 'versionId',
  commit_hash: 'commitHash',
  tarball_sha256: 'tarballSha256',
  findings_key: 'findingsKey',
  report_key: 'reportKey',
  sarif_key: 'sarifKey',
  sbom_key: 'sbomKey',
  global_score: 'globalScore',
  security_score: 'securityScore',
  supply_chain_score: 'supplyChainScore',
  maturity_score: 'maturityScore',
  msss_score: 'msssScore',
  msss_level: 'msssLevel',
  certification_level: 'certificationLevel',
  complete: 'complete',
  scanner_version: 'scannerVersion',
  toolchain_version: 'toolchainVersion',
  scoring_version: 'scoringVersion',
  controls_catalog_version: 'controlsCatalogVersion',
  previous_snapshot_id: 'previousSnapshotId',
  snapshot_hash: 'snapshotHash',
} as const satisfies Readonly<Record<string, keyof ChainedSnapshot>>;

/** A snapshot as a line of an export: all that its hash covers, and its links. */
export const snapshotLine = (snapshot: ChainedSnapshot): object => ({
  type: 'snapshot',
  ...Object.fromEntries(Object.entries(FIELDS).map(([name, field]) => [name, snapshot[field]])),
  created_at: snapshot.createdAt.toISOString(),
});

/**
 * The snapshot in such a line; undefined for other lines. A field that is missing or wrong does not match the hash.
 */
export function snapshotIn(line: JsonObject): ChainedSnapshot | undefined {
  const { mcp_id: mcpId, position, created_at: createdAt, snapshot_hash: hash } = line;
  if (typeof mcpId !== 'string' || typeof position !== 'number') return undefined;
  if (typeof createdAt !== 'string' || typeof hash !== 'string') return undefined;
  return {
    // Checked by the hash, which covers all of them.
    ...(Object.fromEntries(
      Object.entries(FIELDS).map(([name, field]) => [field, line[name]]),
    ) as unknown as ChainedSnapshot),
    createdAt: new Date(createdAt),
    isWhole: true,
  };
}
