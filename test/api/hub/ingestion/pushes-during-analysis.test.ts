import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { AnalysisWorker } from '../../../../src/hub/analysis/runs/analysis-worker.js';
import { RegistryEventsJob } from '../../../../src/hub/ingestion/registry-events/registry-events-job.js';
import { SnapshotChainsService } from '../../../../src/hub/catalog/snapshots/snapshot-chains.service.js';
import type { Actor } from '../../../support/actors.js';
import { packedServer } from '../../../support/analyzed-packages.js';
import { digestOf, publish, setStatus, uploadBundle } from '../../../support/builders.js';
import { publicationOf, publishDue } from '../../../support/publications.js';
import { useHub } from '../../../support/suite.js';
import { finalizeUpload, initiated, initUpload, pushed, sendBundle } from '../../../support/uploads.js';
import { resolve } from '../../../support/version-requests.js';

const { t, actors } = await useHub();
const { anonymous } = actors;
const org = await actors.organization();
const NEVER = new AbortController().signal;
let admin: Actor;
beforeAll(async () => {
  admin = await t.actors.admin();
});

const aName = (): string => `${org.slug}/server-${randomUUID().slice(0, 8)}`;
const push = (name: string, version: string, bundle: Uint8Array): Promise<string> =>
  pushed(org.owner, anonymous, name, version, bundle);

const jobsOf = (versionId: string) =>
  t.rows<{ id: string; status: string }>(
    'SELECT id, status FROM analysis_job WHERE version_id = $1 ORDER BY created_at, id',
    [versionId],
  );
const versionsOf = (name: string) =>
  t.rows<{ id: string; semver: string; status: string; mcp_id: string }>(
    `SELECT v.id, v.semver, v.status, v.mcp_id FROM mcp_version v JOIN mcp m ON m.id = v.mcp_id
      WHERE m.name_key = lower($1) ORDER BY v.created_at, v.id`,
    [name],
  );
const openFindingsOf = (mcpId: string) =>
  t.rows<{ status: string }>(`SELECT status FROM finding WHERE mcp_id = $1 AND status = 'open'`, [mcpId]);

/** Lets the worker handle the queued job of a version; `during` runs while the version is ANALYZING. */
async function analyze(versionId: string, during?: () => Promise<unknown>): Promise<void> {
  const [job] = (await jobsOf(versionId)).filter(({ status }) => status === 'QUEUED');
  let meanwhile: Promise<unknown> | undefined;
  await t.app.get(AnalysisWorker).perform(job?.id ?? '', NEVER, (phase) => {
    if (phase === 'parsing') meanwhile = during?.();
  });
  await meanwhile;
}

const isIntact = async (mcpId: string, length: number): Promise<void> => {
  const chains = t.app.get(SnapshotChainsService, { strict: false });
  expect(await chains.verify(mcpId, NEVER)).toMatchObject({ length, broken: undefined });
};

describe('two pushes of one version and the same bytes at once', () => {
  it('are one version with one analysis, of one copy of the bytes', async () => {
    const [name, bundle] = [aName(), await packedServer()];
    const uploads = [];
    for (let count = 0; count < 2; count += 1) {
      const upload = await initiated(org.owner, name, '1.0.0', bundle);
      await sendBundle(anonymous, upload, bundle);
      uploads.push(upload);
    }
    const answers = await Promise.all(uploads.map((upload) => finalizeUpload(org.owner, upload)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [version, ...others] = await versionsOf(name);
    expect(others).toEqual([]);
    expect(answers.map(({ body }) => body.version_id as string)).toEqual([version?.id, version?.id]);
    expect(await jobsOf(version?.id ?? '')).toHaveLength(1);
    const kept = await t.rows('SELECT key FROM hub_object WHERE referenced AND key LIKE ANY($1)', [
      uploads.map(({ upload_id: id }) => `%${id}%`),
    ]);
    expect(kept).toHaveLength(1);
  });
});

describe('a push while the version before is ANALYZING', () => {
  it('of the same version and bytes is that version, whose analysis goes on alone', async () => {
    const [name, bundle] = [aName(), await packedServer()];
    const versionId = await push(name, '1.0.0', bundle);
    let seen: unknown;
    await analyze(versionId, async () => {
      seen = [(await versionsOf(name))[0]?.status, await push(name, 'v1.0.0', bundle)];
    });
    expect(seen).toEqual(['ANALYZING', versionId]);
    expect(await versionsOf(name)).toMatchObject([{ id: versionId, status: 'CERTIFIED' }]);
    expect(await jobsOf(versionId)).toMatchObject([{ status: 'SUCCEEDED' }]);
  });

  it('of the same version with other bytes is refused', async () => {
    const name = aName();
    const versionId = await push(name, '1.0.0', await packedServer());
    const other = await packedServer({ isVulnerable: true });
    let refused: unknown;
    await analyze(versionId, async () => {
      refused = await initUpload(org.owner, name, '1.0.0', other);
    });
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/is being analyzed with other bytes/) },
    });
    expect(await versionsOf(name)).toMatchObject([{ id: versionId, status: 'CERTIFIED' }]);
  });

  it.each(['ends before', 'ends after'])(
    'of another version gives each its own result, and findings follow the newer, which %s',
    async (order) => {
      const name = aName();
      const older = await push(name, '1.0.0', await packedServer({ isVulnerable: true }));
      let newer = '';
      await analyze(older, async () => {
        newer = await push(name, '1.1.0', await packedServer());
        if (order === 'ends before') await analyze(newer);
      });
      if (order === 'ends after') await analyze(newer);
      const versions = await versionsOf(name);
      expect(versions).toMatchObject([
        { id: older, status: 'NOT_CERTIFIED' },
        { id: newer, status: 'CERTIFIED' },
      ]);
      const mcpId = versions[0]?.mcp_id ?? '';
      expect(await openFindingsOf(mcpId)).toEqual([]);
      await isIntact(mcpId, 2);
    },
  );
});

describe('a version that is revoked', () => {
  const revoke = async (name: string, version: string): Promise<void> => {
    expect((await setStatus(admin, name, version, 'revoked')).status).toBe(200);
    await t.app.get(RegistryEventsJob).run(NEVER);
  };
  const gateOf = async (name: string, version: string): Promise<unknown> => {
    const token = await actors.serviceToken(org.id, [`ci:org:${org.id}`]);
    const { body } = await token.post('/api/v1/ci/evaluate', {
      org_id: org.id,
      environment: 'production',
      mcps: [{ name, version }],
    });
    return body.mcps[0];
  };
  /** A version of the registry with the bytes of a server. */
  const released = async (name: string): Promise<string> => {
    const bundle = await packedServer();
    const change = { bundle_digest: digestOf(bundle), bundle_size_bytes: bundle.length };
    expect((await publish(admin, name, '1.0.0', change)).status).toBe(200);
    expect((await uploadBundle(admin, org.slug, bundle)).status).toBe(200);
    expect((await setStatus(admin, name, '1.0.0', 'published')).status).toBe(200);
    await t.app.get(RegistryEventsJob).run(NEVER);
    return (await versionsOf(name))[0]?.id ?? '';
  };
  const DENIED = { result: 'DENIED', reason: 'the version is revoked' };

  it('before its analysis gets its result, and stays denied and revoked', async () => {
    const name = aName();
    const versionId = await released(name);
    await revoke(name, '1.0.0');
    await analyze(versionId);
    expect(await jobsOf(versionId)).toMatchObject([{ status: 'SUCCEEDED' }]);
    expect(await publicationOf(t, versionId)).toBeUndefined();
    expect(await gateOf(name, '1.0.0')).toMatchObject(DENIED);
    expect((await resolve(admin, name, '1.0.0')).status).toBe(404);
  });

  it('during its analysis is not certified in the registry', async () => {
    const name = aName();
    const versionId = await released(name);
    await analyze(versionId, () => revoke(name, '1.0.0'));
    await publishDue(t);
    expect(await gateOf(name, '1.0.0')).toMatchObject(DENIED);
    expect((await resolve(admin, name, '1.0.0')).status).toBe(404);
  });

  it('stays revoked when it is pushed again, and the next version is not', async () => {
    const [name, bundle] = [aName(), await packedServer()];
    const versionId = await push(name, '1.0.0', bundle);
    await analyze(versionId);
    await publishDue(t);
    expect((await resolve(admin, name, '1.0.0')).status).toBe(200);
    await revoke(name, '1.0.0');
    expect(await push(name, '1.0.0', bundle)).toBe(versionId);
    await publishDue(t);
    expect(await gateOf(name, '1.0.0')).toMatchObject(DENIED);
    expect((await resolve(admin, name, '1.0.0')).status).toBe(404);

    const next = await push(name, '1.1.0', await packedServer({ note: 'next' }));
    await analyze(next);
    await publishDue(t);
    expect(await gateOf(name, '1.1.0')).toMatchObject({ result: 'ALLOWED' });
    expect((await resolve(admin, name, 'latest')).body.resolved.version).toBe('1.1.0');
  });
});
