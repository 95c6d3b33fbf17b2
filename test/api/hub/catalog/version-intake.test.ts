import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { AnalysisQueue } from '../../../../src/hub/catalog/intake/analysis-queue.js';
import { VersionIntake, type IngestedVersion } from '../../../../src/hub/catalog/intake/version-intake.js';
import { UnitOfWork } from '../../../../src/storage/database/unit-of-work.js';
import { aMcp } from '../../../support/catalog.js';
import { useTestApp } from '../../../support/suite.js';

const t = await useTestApp();
let intake: VersionIntake;
let queue: AnalysisQueue;
beforeAll(() => {
  intake = t.app.get(VersionIntake, { strict: false });
  queue = t.app.get(AnalysisQueue, { strict: false });
});

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const SOURCE = { kind: 'npm', name: 'files', version: '1.0.0' } as const;
const pushed = (mcpId: string, change: Partial<IngestedVersion> = {}): IngestedVersion => ({
  mcpId,
  source: SOURCE,
  kind: 'release',
  commitHash: COMMIT,
  semver: '1.0.0',
  ...change,
});

const versionsOf = (mcpId: string) =>
  t.rows<Record<string, unknown>>('SELECT * FROM mcp_version WHERE mcp_id = $1 ORDER BY created_at, id', [
    mcpId,
  ]);
const jobsOf = (mcpId: string) =>
  t.rows<Record<string, unknown>>(
    'SELECT version_id, reason, status, attempts FROM analysis_job WHERE mcp_id = $1 ORDER BY created_at, id',
    [mcpId],
  );
const today = (): string => new Date().toISOString().slice(0, 10).replaceAll('-', '');

describe('the intake of a version', () => {
  it('is 404 for an MCP that was deleted, and leaves nothing behind', async () => {
    const id = randomUUID();
    await expect(intake.ingest(pushed(id))).rejects.toMatchObject({ kind: 'not_found' });
    expect(await jobsOf(id)).toEqual([]);
  });

  it('leaves nothing behind when the transaction of its caller fails', async () => {
    const { id } = await aMcp(t);
    const uow = t.app.get(UnitOfWork, { strict: false });
    const failed = uow.run(async () => {
      await intake.ingest(pushed(id));
      throw new Error('too late');
    });
    await expect(failed).rejects.toThrow('too late');
    expect(await versionsOf(id)).toEqual([]);
    expect(await jobsOf(id)).toEqual([]);
  });

  it('creates an ingested version with its source and queues its analysis', async () => {
    const { id } = await aMcp(t);
    const given = { sourceSize: 5_000_000_000, tarballSha256: `sha256:${'a'.repeat(64)}` };
    const { versionId, isNew } = await intake.ingest(pushed(id, given));
    expect(isNew).toBe(true);
    expect(await versionsOf(id)).toMatchObject([
      {
        id: versionId,
        visible_version: `commit-0123456-${today()}`,
        commit_hash: COMMIT,
        semver: '1.0.0',
        source: SOURCE,
        source_size: '5000000000',
        tarball_sha256: given.tarballSha256,
        status: 'INGESTED',
        failure_reason: null,
      },
    ]);
    expect(await jobsOf(id)).toEqual([
      { version_id: versionId, reason: 'ingest', status: 'QUEUED', attempts: 0 },
    ]);
  });

  it('gives two callers at once one version with one active job', async () => {
    const { id } = await aMcp(t);
    const results = await Promise.all([1, 2, 3, 4].map(() => intake.ingest(pushed(id))));
    expect(new Set(results.map(({ versionId }) => versionId)).size).toBe(1);
    expect(results.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await versionsOf(id)).toHaveLength(1);
    expect(await jobsOf(id)).toHaveLength(1);
  });

  it('gives commits that begin alike on one day names of different length', async () => {
    const { id } = await aMcp(t);
    const commits = [COMMIT, COMMIT.replace(/7$/, '8'), `${COMMIT.slice(0, 9)}${'f'.repeat(31)}`];
    for (const commitHash of commits) await intake.ingest(pushed(id, { commitHash }));
    const names = (await versionsOf(id)).map((row) => row['visible_version']);
    expect(names).toEqual(
      ['0123456', '01234567', '012345678'].map((digits) => `commit-${digits}-${today()}`),
    );
  });

  it('keeps the commits of different MCPs apart', async () => {
    const [one, other] = [await aMcp(t), await aMcp(t)];
    const results = [await intake.ingest(pushed(one.id)), await intake.ingest(pushed(other.id))];
    expect(results.map(({ isNew }) => isNew)).toEqual([true, true]);
  });

  it.each(['CERTIFIED', 'NOT_CERTIFIED', 'PUBLISHED'])(
    'queues nothing for a commit whose version is %s',
    async (status) => {
      const mcp = await aMcp(t);
      const version = await mcp.version({ status, commit_hash: COMMIT, semver: '1.0.0' });
      expect(await intake.ingest(pushed(mcp.id))).toEqual({
        versionId: version.id,
        isNew: false,
        isPromoted: false,
        takesSource: false,
        replaced: null,
      });
      expect(await jobsOf(mcp.id)).toEqual([]);
    },
  );

  it('starts a version again that has failed, with the new source', async () => {
    const mcp = await aMcp(t);
    const replaced = { kind: 'upload', key: 'earlier' };
    const version = await mcp.version({
      status: 'FAILED',
      failure_reason: 'gone',
      commit_hash: COMMIT,
      source: JSON.stringify(replaced),
      semver: '1.0.0',
    });
    expect(await intake.ingest(pushed(mcp.id))).toEqual({
      versionId: version.id,
      isNew: false,
      isPromoted: false,
      takesSource: true,
      replaced,
    });
    expect(await versionsOf(mcp.id)).toMatchObject([
      { status: 'INGESTED', failure_reason: null, source: SOURCE },
    ]);
    expect(await jobsOf(mcp.id)).toHaveLength(1);
  });
});

describe('the intake of a commit whose MCP has moved to another folder', () => {
  const repository = (path: string) =>
    ({ kind: 'repository', url: 'https://github.com/a/b', path, commit: COMMIT, ref: 'HEAD' }) as const;

  it('keeps the version and its status, and analyzes what is there now', async () => {
    const mcp = await aMcp(t);
    const version = await mcp.version({
      status: 'CERTIFIED',
      commit_hash: COMMIT,
      source: JSON.stringify(repository('')),
      tarball_sha256: `sha256:${'a'.repeat(64)}`,
    });
    for (const path of ['', 'server']) await intake.ingest(pushed(mcp.id, { source: repository(path) }));
    expect(await versionsOf(mcp.id)).toMatchObject([
      { id: version.id, status: 'CERTIFIED', source: repository('server'), tarball_sha256: null },
    ]);
    expect(await jobsOf(mcp.id)).toHaveLength(1);
  });
});

describe('the intake of a commit that a publisher to the registry has declared', () => {
  const declaring = async (commitHash: string, digest: string) => {
    const mcp = await aMcp(t);
    const source = { kind: 'registry', org: 'acme', name: 'files', version: '1.0.0', bundle_digest: digest };
    const given = { status: 'CERTIFIED', commit_hash: commitHash, semver: '1.0.0' };
    return { mcp, declared: await mcp.version({ ...given, source: JSON.stringify(source) }) };
  };
  const OTHER = `sha256:${'b'.repeat(64)}`;

  it('makes a version of its own of what is fetched, once', async () => {
    const { mcp, declared } = await declaring(COMMIT, OTHER);
    const { versionId, isNew } = await intake.ingest(pushed(mcp.id));
    expect(isNew).toBe(true);
    expect(versionId).not.toBe(declared.id);
    expect((await versionsOf(mcp.id)).find(({ id }) => id === versionId)).toMatchObject({
      commit_hash: expect.stringMatching(new RegExp(`^${COMMIT}[0-9a-f]{24}$`)),
      status: 'INGESTED',
      source: SOURCE,
    });
    expect(await jobsOf(mcp.id)).toMatchObject([{ version_id: versionId, status: 'QUEUED' }]);
    expect(await intake.ingest(pushed(mcp.id))).toMatchObject({ versionId, isNew: false });
  });

  it('knows pushed bytes by their digest alone', async () => {
    const digits = 'a'.repeat(64);
    const push = { source: { kind: 'upload', key: 'pushed' }, commitHash: digits } as const;
    const same = await declaring(digits, `sha256:${digits}`);
    expect(await intake.ingest(pushed(same.mcp.id, push))).toMatchObject({ versionId: same.declared.id });
    const { mcp } = await declaring(digits, OTHER);
    expect(await intake.ingest(pushed(mcp.id, push))).toMatchObject({ isNew: true });
  });
});

describe('the queue of analyses', () => {
  it('has at most one active job for a version, however many callers ask at once', async () => {
    const mcp = await aMcp(t);
    const version = await mcp.version();
    const asked = await Promise.all(
      (['advisories', 'reanalysis', 'retry'] as const).map((reason) => queue.request([version.id], reason)),
    );
    expect(asked.flat()).toHaveLength(1);
    expect(await jobsOf(mcp.id)).toHaveLength(1);
  });

  it('takes a new job once the last one has ended, and none for a version that was deleted', async () => {
    const mcp = await aMcp(t);
    const version = await mcp.version();
    await queue.request([version.id], 'ingest');
    await t.rows(`UPDATE analysis_job SET status = 'SUCCEEDED' WHERE mcp_id = $1`, [mcp.id]);
    expect(await queue.request([version.id, randomUUID()], 'reanalysis')).toHaveLength(1);
    await t.rows('DELETE FROM mcp WHERE id = $1', [mcp.id]);
    expect(await jobsOf(mcp.id)).toEqual([]);
  });
});

describe('what a version is to its MCP', () => {
  const URL = 'https://github.com/acme/files';
  const commitOf = (digit: string): string => digit.repeat(40);
  const announced = (
    mcpId: string,
    digit: string,
    kind: IngestedVersion['kind'],
    ref: string,
    semver: string | null = null,
  ) =>
    intake.ingest({
      mcpId,
      source: { kind: 'repository', url: URL, path: '', commit: commitOf(digit), ref },
      kind,
      commitHash: commitOf(digit),
      semver,
    });
  const places = (mcpId: string) =>
    t.rows<Record<string, unknown>>(
      `SELECT left(commit_hash, 1) AS commit, semver, ref, preview, release_key IS NOT NULL AS released
         FROM mcp_version WHERE mcp_id = $1 ORDER BY commit_hash`,
      [mcpId],
    );

  it('is what its announcement says, with its ref', async () => {
    const { id } = await aMcp(t);
    await announced(id, 'a', 'branch', 'refs/heads/main');
    await announced(id, 'b', 'release', 'refs/tags/v1.2.0', '1.2.0');
    await announced(id, 'c', 'preview', 'refs/heads/topic');
    expect(await places(id)).toEqual([
      { commit: 'a', semver: null, ref: 'refs/heads/main', preview: false, released: false },
      { commit: 'b', semver: '1.2.0', ref: 'refs/tags/v1.2.0', preview: false, released: true },
      { commit: 'c', semver: null, ref: 'refs/heads/topic', preview: true, released: false },
    ]);
  });

  it('never becomes less: not by a preview, another branch or a lower tag', async () => {
    const { id } = await aMcp(t);
    await announced(id, 'a', 'release', 'refs/tags/v2.0.0', '2.0.0');
    await announced(id, 'b', 'branch', 'refs/heads/main');
    for (const kind of ['preview', 'branch'] as const) {
      const again = await announced(id, 'a', kind, 'refs/heads/topic');
      expect(again).toMatchObject({ isNew: false, isPromoted: false });
    }
    await announced(id, 'b', 'preview', 'refs/heads/topic');
    expect(await announced(id, 'a', 'release', 'refs/tags/v1.9.1', '1.9.1')).toMatchObject({
      isPromoted: false,
    });
    expect(await places(id)).toEqual([
      { commit: 'a', semver: '2.0.0', ref: 'refs/tags/v2.0.0', preview: false, released: true },
      { commit: 'b', semver: null, ref: 'refs/heads/main', preview: false, released: false },
    ]);
  });

  it('becomes more when its commit comes to the default branch, and when it is released', async () => {
    const { id } = await aMcp(t);
    const { versionId } = await announced(id, 'a', 'preview', 'refs/heads/topic');
    const onMain = await announced(id, 'a', 'branch', 'refs/heads/main');
    expect(onMain).toMatchObject({ versionId, isNew: false, isPromoted: true });
    expect(await places(id)).toMatchObject([{ preview: false, ref: 'refs/heads/main', released: false }]);
    await announced(id, 'a', 'release', 'refs/tags/v1.0.0', '1.0.0');
    const tagged = await announced(id, 'a', 'release', 'refs/tags/v1.1.0', '1.1.0');
    expect(tagged).toMatchObject({ versionId, isPromoted: true });
    expect(await places(id)).toEqual([
      { commit: 'a', semver: '1.1.0', ref: 'refs/tags/v1.1.0', preview: false, released: true },
    ]);
  });

  it('keeps the order in which commits came to the default branch, also when the clock does not', async () => {
    const { id } = await aMcp(t);
    for (const digit of ['a', 'b', 'c']) await announced(id, digit, 'branch', 'refs/heads/main');
    await announced(id, 'd', 'preview', 'refs/heads/topic');
    await t.rows(
      `UPDATE mcp_version SET landed_at = now() + interval '1 hour' WHERE commit_hash = $1 AND mcp_id = $2`,
      [commitOf('c'), id],
    );
    await announced(id, 'e', 'branch', 'refs/heads/main');
    await announced(id, 'd', 'branch', 'refs/heads/main');
    const rows = await t.rows<{ commit: string }>(
      `SELECT left(commit_hash, 1) AS commit FROM mcp_version WHERE mcp_id = $1 ORDER BY landed_at`,
      [id],
    );
    expect(rows.map(({ commit }) => commit).join('')).toBe('abced');
  });
});
