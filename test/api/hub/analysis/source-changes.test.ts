import { createHash, randomUUID } from 'node:crypto';
import { SourceError } from '@mcp-hub/sources';
import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SourceChangesJob } from '../../../../src/hub/analysis/runs/source-changes/source-changes-job.js';
import { PublicSource } from '../../../../src/hub/analysis/runs/sources/public-source.js';
import { aMcp } from '../../../support/catalog.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { eventsOf, platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();
const NEVER = new AbortController().signal;
let job: SourceChangesJob;
let findRef: jest.SpiedFunction<PublicSource['findRef']>;
let root: HubUserActor;
beforeAll(async () => {
  job = t.app.get(SourceChangesJob, { strict: false });
  root = await platformAdmin(t, actors);
});
beforeEach(async () => {
  await t.rows('DELETE FROM source_event');
  const sources = t.app.get(PublicSource, { strict: false });
  findRef = jest
    .spyOn(sources, 'findRef')
    .mockReset()
    .mockRejectedValue(new SourceError('unavailable', 'the host did not answer'));
  jest.spyOn(sources, 'repositoryFacts').mockRejectedValue(new SourceError('not_found', 'not public'));
});

const found = (commit: string, ref = 'refs/heads/main') => ({
  commit,
  ref,
  defaultBranch: 'refs/heads/main',
});
const COMMIT = 'abcdef0123456789abcdef0123456789abcdef01';
interface Announced {
  readonly commit?: string | null;
  readonly ref?: string;
  /** In minutes. */
  readonly age?: number;
}
const change = (mcpId: string, { commit = COMMIT, ref = 'refs/heads/main', age = 0 }: Announced = {}) =>
  t.rows(
    `INSERT INTO source_event (id, mcp_id, commit_hash, ref, delivery, created_at, default_branch)
     VALUES ($1, $2, $3, $4, 'github:1', now() - make_interval(mins => $5), 'refs/heads/main')`,
    [randomUUID(), mcpId, commit, ref, age],
  );
const versionsOf = (mcpId: string) =>
  t.rows<Record<string, unknown>>('SELECT * FROM mcp_version WHERE mcp_id = $1 ORDER BY created_at', [mcpId]);
const pending = async (): Promise<number> =>
  (await t.rows('SELECT id FROM source_event WHERE taken_at IS NULL')).length;

describe('a change that a code host announces', () => {
  it('of a package that has its source elsewhere makes no version', async () => {
    const mcp = await aMcp(t, { source: 'npm:files@1.0.0' });
    await change(mcp.id);
    await job.run(NEVER);
    expect(await versionsOf(mcp.id)).toEqual([]);
    expect(await pending()).toBe(0);
  });

  it('to a tag that does not exist is given up', async () => {
    findRef.mockRejectedValue(new SourceError('not_found', 'the ref does not exist'));
    const mcp = await aMcp(t);
    await change(mcp.id, { commit: null, ref: 'refs/tags/v1.0.0', age: 2 });
    await job.run(NEVER);
    expect(await versionsOf(mcp.id)).toEqual([]);
    expect(await pending()).toBe(0);
    expect((await eventsOf(t, mcp.id)).at(-1)).toMatchObject({
      action: 'mcp.source_unavailable',
      actor_type: 'system',
      details: { mcp_name: mcp.name, ref: 'refs/tags/v1.0.0', reason: 'the ref does not exist' },
    });
  });

  it('is given up once, however many workers run, in a trail without the credentials of an old address', async () => {
    findRef.mockRestore();
    const org = await actors.organization();
    const mcp = await aMcp(t, {
      org_id: org.id,
      repo_url: 'https://bob:hunter2@github.com/acme/files?token=hunter2',
    });
    await change(mcp.id, { commit: null, ref: 'HEAD' });
    await Promise.all([job.run(NEVER), job.run(NEVER), job.run(NEVER)]);
    const path = `/api/v1/orgs/${org.id}/audit-events`;
    expect((await (await actors.organization()).owner.get(path)).status).toBe(404);
    const { body } = await org.owner.get(`${path}?action=mcp.source_unavailable`);
    expect(body).toMatchObject({
      total: 1,
      events: [{ resource_id: mcp.id, details: { reason: expect.stringMatching(/user name or password/) } }],
    });
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect((await org.owner.get(`${path}/verify`)).body).toMatchObject({ valid: true });
  });

  it('waits for a code host that is unavailable, for an hour, and does not hold up others', async () => {
    const [waiting, old, other] = [await aMcp(t), await aMcp(t), await aMcp(t)];
    await change(waiting.id, { commit: null, ref: 'refs/tags/v1.0.0', age: 59 });
    await change(old.id, { commit: null, ref: 'refs/tags/v1.0.0', age: 61 });
    await change(other.id);
    await job.run(NEVER);
    expect(await pending()).toBe(1);
    expect(await versionsOf(other.id)).toHaveLength(1);
    findRef.mockResolvedValue(found(COMMIT, 'refs/tags/v1.0.0'));
    await job.run(NEVER);
    expect(await pending()).toBe(1);
    await t.rows('UPDATE source_event SET run_after = now() WHERE taken_at IS NULL');
    await job.run(NEVER);
    expect(await pending()).toBe(0);
    expect(await versionsOf(waiting.id)).toMatchObject([{ commit_hash: COMMIT, semver: '1.0.0' }]);
  });

  it('does not hold up others when it cannot become a version', async () => {
    const [broken, other] = [await aMcp(t), await aMcp(t)];
    // All names that it could have today.
    for (let digits = 7; digits <= COMMIT.length; digits += 1) {
      const day = new Date().toISOString().slice(0, 10).replaceAll('-', '');
      const visible_version = `commit-${COMMIT.slice(0, digits)}-${day}`;
      await broken.version({ visible_version, commit_hash: `${COMMIT.slice(0, digits)}0` });
    }
    await change(broken.id, { age: 1 });
    await change(other.id);
    await job.run(NEVER);
    expect(await versionsOf(other.id)).toHaveLength(1);
    expect(await pending()).toBe(1);
  });

  it('becomes a version with its commit, folder and analysis, once, however many workers run', async () => {
    const org = await actors.organization();
    const mcp = await aMcp(t, { org_id: org.id, source_path: 'servers/files' });
    await change(mcp.id);
    await Promise.all([job.run(NEVER), job.run(NEVER), job.run(NEVER)]);
    const versions = await versionsOf(mcp.id);
    expect(versions).toMatchObject([
      {
        status: 'INGESTED',
        commit_hash: COMMIT,
        source: {
          kind: 'repository',
          url: `https://github.com/${mcp.name}`,
          path: 'servers/files',
          commit: COMMIT,
          ref: 'refs/heads/main',
        },
      },
    ]);
    expect(await t.rows('SELECT id FROM analysis_job WHERE mcp_id = $1', [mcp.id])).toHaveLength(1);
    expect(await eventsOf(t, versions[0]?.['id'] as string)).toMatchObject([
      { action: 'version.ingested', org_id: org.id, actor_type: 'system' },
    ]);
  });

  it('to a tag gets its version number', async () => {
    const mcp = await aMcp(t);
    findRef.mockResolvedValue(found(COMMIT, 'refs/tags/v1.2.0'));
    await change(mcp.id, { commit: null, ref: 'refs/tags/v1.2.0' });
    await job.run(NEVER);
    expect(await versionsOf(mcp.id)).toMatchObject([{ semver: '1.2.0' }]);
  });
});

describe('an MCP of the catalog', () => {
  const create = (body: object) =>
    root.post('/api/v1/admin/mcps', {
      name: `acme/mcp-${randomUUID().slice(0, 8)}`,
      repo_url: 'https://github.com/acme/files',
      ...body,
    });

  it.each(['/servers', '../servers', 'a/../b', 'a'.repeat(513), 7])(
    'is refused with the path %j',
    async (path) => {
      const { status, body } = await create({ path });
      expect(status).toBe(400);
      expect(body.message).toMatch(/^path /);
    },
  );

  it('with a repository has its default branch analyzed', async () => {
    findRef.mockResolvedValue(found(COMMIT));
    const { status, body } = await create({ path: 'servers/files' });
    expect([status, body.path, body.source]).toEqual([201, 'servers/files', null]);
    await job.run(NEVER);
    expect(findRef.mock.calls.map(([url, ref]) => [url, ref])).toEqual([
      ['https://github.com/acme/files', 'HEAD'],
    ]);
    expect(await versionsOf(body.id as string)).toMatchObject([
      { commit_hash: COMMIT, source: { kind: 'repository', path: 'servers/files' } },
    ]);
  });

  it.each([
    [{ npm: '@acme/files@1.2.0' }, { kind: 'npm', name: '@acme/files', version: '1.2.0' }, '1.2.0'],
    [{ pypi: 'files==1.2' }, { kind: 'pypi', name: 'files', version: '1.2' }, null],
  ])(
    'with the package %j has that analyzed, and the next one when it changes',
    async (source, stored, semver) => {
      const { status, body } = await create({ source });
      expect([status, body.source]).toEqual([201, source]);
      const id = body.id as string;
      const { kind, name, version } = stored;
      expect(await versionsOf(id)).toMatchObject([
        {
          source: stored,
          semver,
          commit_hash: createHash('sha256').update(`${kind}:${name}@${version}`).digest('hex'),
        },
      ]);
      const change = (json: object) => root.send('PUT', `/api/v1/admin/mcps/${id}`, { json });
      await change({ description: 'Changed' });
      expect(await versionsOf(id)).toHaveLength(1);
      expect((await change({ source: { npm: 'other@2.0.0' } })).status).toBe(200);
      expect(await versionsOf(id)).toHaveLength(2);
    },
  );
});
