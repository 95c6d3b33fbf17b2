import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONTROL_CATALOG } from '@mcp-hub/analyzer';
import { PublicationJob } from '../../src/hub/analysis/publication/publication-job.js';
import { Publications } from '../../src/hub/analysis/publication/publications.service.js';
import { SnapshotRecorder } from '../../src/hub/analysis/recording/snapshot-recorder.js';
import { anAnalysis, type ReportChange } from './analyses.js';
import { digestOf } from './builders.js';
import { tarGzOf } from './bundles.js';
import { aMcp } from './catalog.js';
import type { TestApp } from './test-app.js';

/** The files of a server that clients can run. */
export const SERVER_FILES = { 'package.json': '{"name":"files"}', 'dist/index.js': 'serve()' };

/** What its analysis says, on level 2. */
const SERVER_REPORT: ReportChange = {
  package: { ecosystem: 'npm', name: 'files', version: '1.2.0', license: 'MIT' },
  distributable: { is_distributable: true, runtime: 'node', entrypoint: 'dist/index.js' },
};

/** Passed controls, as a report has them. */
export const ALL_PASSED = CONTROL_CATALOG.map(({ id }) => ({
  control_id: id,
  passed: true,
  severity: 'high',
  message: 'as it should be',
  evidence_fingerprints: [],
  applicable: true,
  observable: true,
}));

/** Scores of level 3. */
export const SCORES = {
  global_score: 95,
  security_score: 95,
  supply_chain_score: 95,
  maturity_score: 95,
  msss_score: 95,
  msss_level: 3,
  grade: 'A',
  breakdown: {
    security: { vulnerabilities: 95, secrets: 95, code_quality: 95 },
    supply_chain: { dependencies: 95, licenses: 95, lockfile: 95 },
    maturity: { documentation: 95, tests: 95, ci_cd: 95 },
  },
};

export const bundleOfFiles = (files: Readonly<Record<string, string>>): Promise<Buffer> =>
  tarGzOf(Object.entries(files).map(([name, content]) => ({ name, content })));

/** A version that has been analyzed. */
export interface AnalyzedVersion {
  readonly mcpId: string;
  /** `owner/slug`. */
  readonly name: string;
  readonly versionId: string;
  readonly visibleVersion: string;
  readonly commitHash: string;
  readonly bundle: Buffer;
  readonly bundleDigest: string;
}

/** Options of a version; columns override those of the MCP and the version. */
export interface VersionOptions {
  readonly mcp?: Readonly<Record<string, unknown>>;
  readonly version?: Readonly<Record<string, unknown>>;
  readonly report?: ReportChange;
  readonly bundle?: Buffer;
}

/** Records the analysis of a version and requests its publication, in one transaction like the worker. */
export async function analyze(
  t: TestApp,
  { versionId, bundle }: Pick<AnalyzedVersion, 'versionId' | 'bundle'>,
  report: ReportChange = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-source-'));
  try {
    const path = join(folder, 'source.tgz');
    await writeFile(path, bundle);
    const archive = { path, sha256: createHash('sha256').update(bundle).digest('hex'), size: bundle.length };
    const analysis = await anAnalysis({ ...SERVER_REPORT, ...report });
    const publications = t.app.get(Publications, { strict: false });
    const recorder = t.app.get(SnapshotRecorder, { strict: false });
    await recorder.record({ versionId, analysis, archive }, (recorded) =>
      publications.request(versionId, recorded),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Adds a version of a new MCP with a recorded analysis; its publication is queued. */
export async function anAnalyzedVersion(t: TestApp, options: VersionOptions = {}): Promise<AnalyzedVersion> {
  const mcp = await aMcp(t, options.mcp);
  const version = await mcp.version({ semver: '1.2.0', ...options.version });
  const bundle = options.bundle ?? (await bundleOfFiles({ ...SERVER_FILES, 'README.md': mcp.name }));
  const analyzed = {
    mcpId: mcp.id,
    name: mcp.name,
    versionId: version.id,
    visibleVersion: version.visibleVersion,
    commitHash: version.commitHash,
    bundle,
    bundleDigest: digestOf(bundle),
  };
  await analyze(t, analyzed, options.report);
  return analyzed;
}

/** Makes all attempts that are due. */
export const publishDue = (t: TestApp): Promise<void> =>
  t.app.get(PublicationJob, { strict: false }).run(new AbortController().signal);

/** Makes waiting publications due, and attempts of crashed processes, too. */
export const passTime = (t: TestApp): Promise<unknown[]> =>
  t.rows(`UPDATE publication SET run_after = now(), lease_until = now() - interval '1 second'`);

/** The stored publication of a version. */
export interface StoredPublication {
  readonly status: string;
  readonly attempts: number;
  readonly failure_reason: string | null;
  readonly warnings: readonly { readonly code: string }[];
  readonly run_after: Date;
}

export async function publicationOf(t: TestApp, versionId: string): Promise<StoredPublication | undefined> {
  const [row] = await t.rows<StoredPublication>('SELECT * FROM publication WHERE version_id = $1', [
    versionId,
  ]);
  return row;
}

/** The status and level of a version in the hub. */
export async function verdictOf(t: TestApp, versionId: string): Promise<object | undefined> {
  const [row] = await t.rows<object>(
    'SELECT status, certification_level AS level FROM mcp_version WHERE id = $1',
    [versionId],
  );
  return row;
}
