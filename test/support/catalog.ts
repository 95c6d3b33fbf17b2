import { createHash, randomUUID } from 'node:crypto';
import type { ScoreBreakdown } from '../../src/hub/catalog/snapshots/snapshot.entity.js';
import { releaseKeyOf } from '../../src/hub/catalog/mcps/release-key.js';
import { repositoryKey } from '@mcp-hub/client-configurations/names';
import type { VersionSource } from '../../src/hub/catalog/mcps/version-source.js';
import { evidenceOf } from './evidence.js';
import type { TestApp } from './test-app.js';

/** Columns of a row that override the builder's defaults. */
type Change = Readonly<Record<string, unknown>>;

/** The default scores of an analysis. */
export const BREAKDOWN: ScoreBreakdown = {
  security: { vulnerabilities: 90, secrets: 100, code_quality: 80 },
  supply_chain: { dependencies: 70, licenses: 100, lockfile: 100 },
  maturity: { documentation: 60, tests: 40, ci_cd: 50 },
};

/** A passed control, as stored in the table. */
export const aControl = (controlId: string, change: Change = {}): Change => ({
  control_id: controlId,
  control_name: `Name of ${controlId}`,
  control_category: 'security',
  passed: true,
  severity: 'high',
  message: 'as it should be',
  ...change,
});

async function insert(t: TestApp, table: string, row: Change): Promise<void> {
  const columns = Object.keys(row);
  const placeholders = columns.map((_column, index) => `$${index + 1}`);
  await t.rows(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${placeholders.join(', ')})`,
    Object.values(row),
  );
}

// Distinct, increasing times.
let moments = Date.parse('2026-01-01T00:00:00Z');
const nextMoment = (): Date => new Date((moments += 1000));

/** Inserts an MCP into the catalog, newer than those before. `change` overrides columns. */
export async function aMcp(t: TestApp, change: Change = {}) {
  const id = randomUUID();
  const at = nextMoment();
  const name = (change['name'] as string | undefined) ?? `owner/mcp-${id.slice(0, 8)}`;
  const repoUrl = (change['repo_url'] as string | undefined) ?? `https://github.com/${name}`;
  await insert(t, 'mcp', {
    id,
    org_id: null,
    name,
    name_key: name.toLowerCase(),
    description: `What ${name} is`,
    repo_url: repoUrl,
    repo_key: repositoryKey(repoUrl),
    language: 'TypeScript',
    license: 'MIT',
    visibility: 'public',
    origin: 'community',
    created_at: at,
    updated_at: at,
    ...change,
  });
  return { id, name, version: (versionChange: Change = {}) => aVersionOf(t, id, versionChange) };
}

/** Inserts a version, newer than those before; it is analyzed only once it gets a snapshot. */
async function aVersionOf(t: TestApp, mcpId: string, change: Change) {
  const id = randomUUID();
  const at = (change['created_at'] as Date | undefined) ?? nextMoment();
  const commitHash = createHash('sha1').update(id).digest('hex');
  const visibleVersion = `commit-${commitHash.slice(0, 7)}-${at.toISOString().slice(0, 10).replaceAll('-', '')}`;
  await insert(t, 'mcp_version', {
    id,
    mcp_id: mcpId,
    visible_version: visibleVersion,
    commit_hash: commitHash,
    status: 'INGESTED',
    created_at: at,
    updated_at: at,
    release_key: keyOf(change),
    ...change,
  });
  const snapshot = (snapshotChange: Change = {}) => aSnapshotOf(t, { mcpId, versionId: id }, snapshotChange);
  return { id, visibleVersion, commitHash, snapshot };
}

/** As the intake sets it: every version with a number is released. */
const keyOf = ({ source, semver }: Change): string | null =>
  releaseKeyOf(
    typeof source === 'string' ? (JSON.parse(source) as VersionSource) : null,
    typeof semver === 'string' ? semver : null,
  );

interface Analyzed {
  readonly mcpId: string;
  readonly versionId: string;
}

/** Inserts the results of an analysis; the version gets its score, and is by default certified on level 2. */
async function aSnapshotOf(t: TestApp, { mcpId, versionId }: Analyzed, change: Change) {
  const { status = 'CERTIFIED', certification_level: level = 2, ...columns } = change;
  const row = {
    id: randomUUID(),
    mcp_id: mcpId,
    version_id: versionId,
    global_score: 82,
    security_score: 90,
    supply_chain_score: 88,
    maturity_score: 51,
    breakdown: JSON.stringify(BREAKDOWN),
    grade: 'B',
    complete: true,
    toolchain_version: 'mcp-hub-analyzer:1.0.0',
    scoring_version: '1.0.0',
    controls_catalog_version: '1.0.0',
    total_findings: 10,
    critical_findings: 1,
    high_findings: 2,
    medium_findings: 3,
    low_findings: 4,
    created_at: nextMoment(),
    ...(await evidenceOf(t, mcpId)),
    certification_level: level,
    ...columns,
  };
  await insert(t, 'snapshot', row);
  await t.rows(
    `UPDATE mcp_version SET status = $2, global_score = $3, certification_level = $4 WHERE id = $1`,
    [versionId, status, row.global_score, level],
  );
  const { id } = row;
  return {
    id,
    controls: async (...controls: readonly Change[]): Promise<void> => {
      for (const control of controls) {
        await insert(t, 'control_result', { id: randomUUID(), snapshot_id: id, ...control });
      }
    },
  };
}

/** Inserts a category or a tag. */
export async function aTerm(t: TestApp, table: 'category' | 'tag', slug: string): Promise<string> {
  const id = randomUUID();
  const at = nextMoment();
  await insert(t, table, { id, name: `Name of ${slug}`, slug, created_at: at, updated_at: at });
  return id;
}
