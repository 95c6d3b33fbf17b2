import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AnalysisWorker } from '../../../../src/hub/analysis/runs/analysis-worker.js';
import { IsolatedAnalysis } from '../../../../src/hub/analysis/runs/isolated-analysis.js';
import { PublicSource } from '../../../../src/hub/analysis/runs/sources/public-source.js';
import { VersionIntake } from '../../../../src/hub/catalog/intake/version-intake.js';
import type { Actor } from '../../../support/actors.js';
import { anAnalysis } from '../../../support/analyses.js';
import { digestOf } from '../../../support/builders.js';
import { aMcp } from '../../../support/catalog.js';
import {
  analyze,
  anAnalyzedVersion,
  bundleOfFiles,
  publicationOf,
  publishDue,
  verdictOf,
} from '../../../support/publications.js';
import { useHub } from '../../../support/suite.js';
import { resolve } from '../../../support/version-requests.js';

const { t } = await useHub();
const COMMIT = 'abcdef0123456789abcdef0123456789abcdef01';
const FOLDERS: Readonly<Record<string, Buffer>> = {
  one: await bundleOfFiles({ 'package.json': '{"name":"one"}' }),
  other: await bundleOfFiles({ 'package.json': '{"name":"other"}' }),
};
const bytesIn = (folder: string): Buffer => FOLDERS[folder] ?? Buffer.alloc(0);

let worker: AnalysisWorker;
let intake: VersionIntake;
let run: jest.SpiedFunction<IsolatedAnalysis['run']>;
let admin: Actor;
beforeAll(async () => {
  worker = t.app.get(AnalysisWorker, { strict: false });
  intake = t.app.get(VersionIntake, { strict: false });
  admin = await t.actors.admin();
});
beforeEach(() => {
  jest
    .spyOn(t.app.get(PublicSource, { strict: false }), 'fetch')
    .mockImplementation(async (source, { folder }) => {
      const bytes = bytesIn(source.kind === 'repository' ? source.path : '');
      const path = join(folder, 'source.tar.gz');
      await writeFile(path, bytes);
      return { path, sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length };
    });
  run = jest
    .spyOn(t.app.get(IsolatedAnalysis, { strict: false }), 'run')
    .mockImplementation(() => anAnalysis());
});
afterEach(() => {
  jest.restoreAllMocks();
});

const learn = (mcpId: string, path: string) =>
  intake.ingest({
    mcpId,
    source: { kind: 'repository', url: 'https://github.com/acme/files', path, commit: COMMIT, ref: '' },
    kind: 'branch',
    commitHash: COMMIT,
    semver: null,
  });
/** Analyzes what is queued of an MCP. */
async function analyzeQueued(mcpId: string): Promise<void> {
  const [job] = await t.rows<{ id: string }>(
    `SELECT id FROM analysis_job WHERE mcp_id = $1 AND status = 'QUEUED'`,
    [mcpId],
  );
  await worker.perform(job?.id ?? '', new AbortController().signal);
}
const recordedOf = async (mcpId: string): Promise<string[]> => {
  const rows = await t.rows<{ digest: string }>(
    'SELECT tarball_sha256 AS digest FROM snapshot WHERE mcp_id = $1 ORDER BY position',
    [mcpId],
  );
  return rows.map(({ digest }) => digest);
};

describe('a version whose server is in another folder now', () => {
  it('is analyzed as it is there, and not as it was stored before', async () => {
    const { id } = await aMcp(t);
    for (const folder of ['one', 'other']) {
      await learn(id, folder);
      await analyzeQueued(id);
    }
    expect(await recordedOf(id)).toEqual([digestOf(bytesIn('one')), digestOf(bytesIn('other'))]);
  });

  it('has no result of the folder before if it moves during an analysis', async () => {
    const { id } = await aMcp(t);
    await learn(id, 'one');
    run.mockImplementationOnce(async () => {
      await learn(id, 'other');
      return anAnalysis();
    });
    await analyzeQueued(id);
    expect(await recordedOf(id)).toEqual([]);
    await analyzeQueued(id);
    expect(await recordedOf(id)).toEqual([digestOf(bytesIn('other'))]);
  });

  it('says nothing about the bytes that the registry has', async () => {
    const version = await anAnalyzedVersion(t, {
      mcp: { name: `owner-${randomUUID().slice(0, 8)}/files` },
      report: { certification_level: 1 },
    });
    await publishDue(t);
    expect(await verdictOf(t, version.versionId)).toEqual({ status: 'PUBLISHED', level: 1 });
    await analyze(t, { ...version, bundle: bytesIn('other') }, { certification_level: 2 });
    expect(await verdictOf(t, version.versionId)).toEqual({ status: 'CERTIFIED', level: 2 });
    await publishDue(t);
    const { resolved } = (await resolve(admin, version.name, '1.2.0')).body;
    expect(resolved).toMatchObject({ certification_level: 1, bundle: { digest: version.bundleDigest } });
    // The name of the version in the hub means the earlier bytes there.
    expect(await publicationOf(t, version.versionId)).toMatchObject({
      status: 'FAILED',
      failure_reason: expect.stringContaining('an alias names another version'),
    });
    expect(await verdictOf(t, version.versionId)).toEqual({ status: 'CERTIFIED', level: 2 });
  });
});
