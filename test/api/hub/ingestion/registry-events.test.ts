import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { UnitOfWork } from '../../../../src/storage/database/unit-of-work.js';
import { Outbox } from '../../../../src/storage/outbox/outbox.js';
import { RegistryEventsJob } from '../../../../src/hub/ingestion/registry-events/registry-events-job.js';
import type { ApiClient } from '../../../support/api-client.js';
import { aVersion, bundleOf, commitOf, setStatus } from '../../../support/builders.js';
import { useHub } from '../../../support/suite.js';
import { evidenceOf, evidenceSql } from '../../../support/evidence.js';
import { pushed } from '../../../support/uploads.js';

const { t, actors } = await useHub();
const NEVER = new AbortController().signal;

let admin: ApiClient;
beforeAll(async () => {
  admin = await t.actors.admin();
});

const anOrg = (): string => `org-${randomUUID().slice(0, 8)}`;

/** Applies the messages that wait. */
const settle = (): Promise<void> => t.app.get(RegistryEventsJob).run(NEVER);

const entriesOf = (name: string) =>
  t.rows<{ id: string; org_id: string | null; visibility: string; repo_url: string }>(
    'SELECT id, org_id, visibility, repo_url FROM mcp WHERE name_key = lower($1) ORDER BY created_at',
    [name],
  );

const versionsOf = (name: string) =>
  t.rows<{
    id: string;
    semver: string;
    status: string;
    commit_hash: string;
    source: Record<string, unknown>;
  }>(
    `SELECT v.id, v.semver, v.status, v.commit_hash, v.source FROM mcp_version v JOIN mcp m ON m.id = v.mcp_id
      WHERE m.name_key = lower($1) ORDER BY v.semver`,
    [name],
  );

const gateOf = async (org: { id: string }, name: string, version: string) => {
  const token = await actors.serviceToken(org.id, [`ci:org:${org.id}`]);
  const { body } = await token.post('/api/v1/ci/evaluate', {
    org_id: org.id,
    environment: 'production',
    mcps: [{ name, version }],
  });
  return body.mcps[0] as { result: string; reason?: string };
};

/** Makes a version certified, with a snapshot. */
async function certify(versionId: string): Promise<void> {
  const [version] = await t.rows<{ mcp_id: string }>('SELECT mcp_id FROM mcp_version WHERE id = $1', [
    versionId,
  ]);
  const links = evidenceSql(await evidenceOf(t, version?.mcp_id ?? ''));
  await t.rows(
    `INSERT INTO snapshot (id, mcp_id, version_id, global_score, security_score, supply_chain_score, maturity_score,
       breakdown, grade, complete, toolchain_version, scoring_version, controls_catalog_version, total_findings,
       critical_findings, high_findings, medium_findings, low_findings, created_at, ${links.columns})
     SELECT gen_random_uuid(), mcp_id, id, 90, 90, 90, 90, '{}', 'A', true, '', '', '', 0, 0, 0, 0, 0, now(), ${links.values}
       FROM mcp_version WHERE id = $1`,
    [versionId],
  );
  await t.rows(
    `UPDATE mcp_version SET status = 'CERTIFIED', certification_level = 2, global_score = 90 WHERE id = $1`,
    [versionId],
  );
}

describe('a version that is published straight to the registry', () => {
  it('creates an MCP, and its analysis is queued', async () => {
    const org = await actors.organization();
    const id = `${org.slug}/files`;
    const { bundleDigest, gitSha } = await aVersion(admin, id, '1.0.0').published();
    await settle();
    const [entry] = await entriesOf(id);
    expect(entry).toMatchObject({
      org_id: org.id,
      visibility: 'private',
      repo_url: `https://github.com/${id}`,
    });
    const [version, ...more] = await versionsOf(id);
    expect(more).toEqual([]);
    expect(version).toMatchObject({
      semver: '1.0.0',
      status: 'INGESTED',
      commit_hash: gitSha,
      source: {
        kind: 'registry',
        org: org.slug,
        name: 'files',
        version: '1.0.0',
        bundle_digest: bundleDigest,
      },
    });
    expect(await t.rows('SELECT reason FROM analysis_job WHERE version_id = $1', [version?.id])).toHaveLength(
      1,
    );
    const events = await t.rows<{ action: string; details: object }>(
      `SELECT action, details FROM audit_event WHERE org_id = $1 AND actor_name = 'registry' ORDER BY position`,
      [org.id],
    );
    expect(events.map(({ action }) => action)).toEqual(['mcp.created', 'version.ingested']);
    expect(events[0]?.details).toEqual({
      mcp_name: id,
      visibility: 'private',
      repo_url: `https://github.com/${id}`,
      source: 'registry',
    });
    expect((await org.owner.get(`/api/v1/mcps/${id}`)).status).toBe(200);
    expect((await actors.anonymous.get(`/api/v1/mcps/${id}`)).status).toBe(404);
  });

  it('leaves nothing until it is published, and nothing when that fails', async () => {
    const id = `${anOrg()}/files`;
    await aVersion(admin, id, '1.0.0').ingested();
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(409);
    await settle();
    expect(await entriesOf(id)).toEqual([]);
  });

  it('without an organization in the hub shows to everybody when the package is public', async () => {
    const [open, hidden] = [`${anOrg()}/files`, `${anOrg()}/files`];
    await aVersion(admin, open, '1.0.0', { visibility: 'public' }).published();
    await aVersion(admin, hidden, '1.0.0').published();
    await settle();
    expect((await entriesOf(open))[0]).toMatchObject({ org_id: null, visibility: 'public' });
    expect((await actors.anonymous.get(`/api/v1/mcps/${open}`)).status).toBe(200);
    expect((await actors.anonymous.get(`/api/v1/mcps/${hidden}`)).status).toBe(404);
    const administrator = await actors.user();
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [administrator.id]);
    const [{ id } = { id: '' }] = await entriesOf(hidden);
    expect((await administrator.get(`/api/v1/admin/mcps/${id}`)).body.name).toBe(hidden);
  });

  it('belongs to the organization that is created later, unless the platform knows the server otherwise', async () => {
    const slug = anOrg();
    const [own, other, foreign] = [`${slug}/Files`, `${slug}/pushed`, `${slug}-more/files`];
    for (const id of [own, other, foreign]) await aVersion(admin, id, '1.0.0').published();
    await settle();
    await t.rows(
      `UPDATE mcp_version SET source = '{"kind": "upload", "key": "x"}'
        WHERE mcp_id = (SELECT id FROM mcp WHERE name_key = $1)`,
      [other],
    );
    const administrator = await actors.user({ plan: 'ENTERPRISE' });
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [administrator.id]);
    const { body: org } = await administrator.post('/api/v1/orgs', { name: slug, slug, display_name: slug });
    expect(org.id).toEqual(expect.any(String));
    const owners = await Promise.all([own, other, foreign].map(entriesOf));
    expect(owners.map(([entry]) => entry?.org_id)).toEqual([org.id, null, null]);
    expect((await administrator.get(`/api/v1/mcps/${own}`)).body).toMatchObject({ visibility: 'private' });
    const [version] = await versionsOf(own);
    await certify(version?.id ?? '');
    expect(await gateOf(org, own, '1.0.0')).toMatchObject({ result: 'ALLOWED' });
    const events = await t.rows(
      `SELECT details FROM audit_event WHERE org_id = $1 AND actor_name = 'registry'`,
      [org.id],
    );
    expect(events).toEqual([{ details: { packages: 1 } }]);
  });

  it('follows the package when that becomes public or private', async () => {
    const id = `${anOrg()}/files`;
    const visibilities = [];
    for (const [version, visibility] of [
      ['1.0.0', 'private'],
      ['1.1.0', 'public'],
      ['1.2.0', 'private'],
    ] as const) {
      await aVersion(admin, id, version, { visibility }).published();
      await settle();
      visibilities.push((await entriesOf(id))[0]?.visibility);
    }
    expect(visibilities).toEqual(['private', 'public', 'private']);
    expect(await versionsOf(id)).toHaveLength(3);
  });

  it('does not make public what was pushed to the hub', async () => {
    const org = await actors.organization();
    const id = `${org.slug}/files`;
    await pushed(org.owner, actors.anonymous, id, '0.9.0', Buffer.from('pushed'));
    await aVersion(admin, id, '1.0.0', { visibility: 'public' }).published();
    await settle();
    expect(await entriesOf(id)).toMatchObject([{ visibility: 'private' }]);
    expect(await versionsOf(id)).toHaveLength(2);
  });

  it('is no version again when its bytes were pushed to the hub', async () => {
    const org = await actors.organization();
    const id = `${org.slug}/files`;
    const versionId = await pushed(org.owner, actors.anonymous, id, '1.0.0', bundleOf(id, '1.0.0'));
    await aVersion(admin, id, '1.0.0').published();
    await settle();
    expect((await versionsOf(id)).map((version) => version.id)).toEqual([versionId]);
  });

  it('goes to the organization that was created since', async () => {
    const slug = anOrg();
    const id = `${slug}/files`;
    await aVersion(admin, id, '1.0.0').published();
    await settle();
    const org = await actors.organization();
    await t.rows('UPDATE organization SET slug = $2, slug_key = $2 WHERE id = $1', [org.id, slug]);
    await aVersion(admin, id, '1.1.0').published();
    await settle();
    expect(await entriesOf(id)).toMatchObject([{ org_id: org.id }]);
  });

  it('leaves the platform’s own entry of its name alone', async () => {
    const org = await actors.organization();
    const id = `${org.slug}/files`;
    await t.rows(
      `INSERT INTO mcp (id, name, name_key, repo_url, repo_key, visibility, origin, created_at, updated_at)
       VALUES (gen_random_uuid(), $1, $1, 'https://github.com/a/b', 'github.com/a/b', 'public', 'official', now(), now())`,
      [id],
    );
    await aVersion(admin, id, '1.0.0').published();
    await settle();
    expect(await entriesOf(id)).toMatchObject([
      { org_id: null, visibility: 'public' },
      { org_id: org.id, visibility: 'private' },
    ]);
  });

  it('with the commit of other bytes is a version of its own, and the commit alone is ambiguous', async () => {
    const org = await actors.organization();
    const id = `${org.slug}/files`;
    const gitSha = commitOf(id);
    await aVersion(admin, id, '1.0.0', { git_sha: gitSha }).published();
    await aVersion(admin, id, '1.1.0', { git_sha: gitSha }).published();
    await settle();
    const versions = await versionsOf(id);
    expect(versions.map(({ semver }) => semver)).toEqual(['1.0.0', '1.1.0']);
    expect(versions[0]?.commit_hash).toBe(gitSha);
    expect(versions[1]?.commit_hash).toMatch(new RegExp(`^${gitSha}[0-9a-f]{24}$`));
    for (const version of versions) await certify(version.id);
    expect(await gateOf(org, id, gitSha)).toMatchObject({
      result: 'DENIED',
      reason: expect.stringMatching(/several commits/),
    });
    expect(await gateOf(org, id, '1.1.0')).toMatchObject({ result: 'ALLOWED' });
  });
});

describe('a version that is revoked in the registry', () => {
  it('is denied by the gate with its reason, shows it, and is no longer published', async () => {
    const org = await actors.organization();
    const id = `${org.slug}/files`;
    await aVersion(admin, id, '1.0.0').published();
    await settle();
    const [version] = await versionsOf(id);
    const versionId = version?.id ?? '';
    await certify(versionId);
    await t.rows(`UPDATE mcp_version SET status = 'PUBLISHED' WHERE id = $1`, [versionId]);
    expect(await gateOf(org, id, '1.0.0')).toMatchObject({ result: 'ALLOWED' });

    const revocation = { status: 'revoked', reason: 'leaks tokens' };
    const path = `/v1/org/${org.slug}/mcps/files/versions/1.0.0/status`;
    expect((await admin.post(path, revocation)).status).toBe(200);
    await settle();
    for (const reference of ['1.0.0', version?.commit_hash ?? '']) {
      expect(await gateOf(org, id, reference)).toMatchObject({
        result: 'DENIED',
        reason: 'the version is revoked: leaks tokens',
      });
    }
    expect(await gateOf(org, id, 'latest')).toMatchObject({ result: 'DENIED' });
    const [{ id: mcpId } = { id: '' }] = await entriesOf(id);
    expect((await org.owner.get(`/api/v1/mcps/${mcpId}/versions/${versionId}`)).body).toMatchObject({
      status: 'CERTIFIED',
      revoked_at: expect.any(String),
      revoked_reason: 'leaks tokens',
    });
    await settle();
    const events = await t.rows(
      `SELECT id FROM audit_event WHERE action = 'version.revoked' AND resource_id = $1`,
      [versionId],
    );
    expect(events).toHaveLength(1);
  });

  it('leaves other versions as they are, and latest is the one before', async () => {
    const org = await actors.organization();
    const id = `${org.slug}/files`;
    for (const version of ['1.0.0', '1.1.0']) {
      await aVersion(admin, id, version).published();
      await settle();
    }
    for (const { id: versionId } of await versionsOf(id)) await certify(versionId);
    expect((await setStatus(admin, id, '1.1.0', 'revoked')).status).toBe(200);
    await settle();
    expect(await gateOf(org, id, '1.1.0')).toMatchObject({
      result: 'DENIED',
      reason: 'the version is revoked',
    });
    for (const reference of ['1.0.0', 'latest']) {
      expect(await gateOf(org, id, reference)).toMatchObject({ result: 'ALLOWED' });
    }
  });

  it('may be one that was pushed to the hub', async () => {
    const org = await actors.organization();
    const id = `${org.slug}/files`;
    const versionId = await pushed(org.owner, actors.anonymous, id, '1.0.0', bundleOf(id, '1.0.0'));
    await aVersion(admin, id, '1.0.0').revoked();
    await settle();
    const rows = await t.rows('SELECT revoked_at IS NOT NULL AS revoked FROM mcp_version WHERE id = $1', [
      versionId,
    ]);
    expect(rows).toEqual([{ revoked: true }]);
  });
});

describe('messages', () => {
  it('that cannot be handled are kept and tried again, and hold back only their own package', async () => {
    const outbox = t.app.get(Outbox);
    const add = (key: string, value: string) =>
      t.app.get(UnitOfWork).run(() => outbox.add('test', key, { value }));
    for (const value of ['bad', 'good']) await add('a', value);
    await add('b', 'good');
    const handled: unknown[] = [];
    const handler = ({ value }: { readonly value?: unknown }) => {
      handled.push(value);
      return value === 'bad' ? Promise.reject(new Error('cannot')) : Promise.resolve();
    };
    expect(await outbox.handle('test', handler, NEVER)).toBe(1);
    expect(handled).toEqual(['bad', 'good']);
    expect(await t.rows(`SELECT key, attempts FROM outbox WHERE topic = 'test' ORDER BY id`)).toEqual([
      { key: 'a', attempts: 1 },
      { key: 'a', attempts: 0 },
    ]);
    await t.rows(`UPDATE outbox SET due_at = now() WHERE topic = 'test'`);
    expect(await outbox.handle('test', () => Promise.resolve(), NEVER)).toBe(2);
  });

  it('are handled once by consumers at once, and not without their change', async () => {
    const outbox = t.app.get(Outbox);
    const uow = t.app.get(UnitOfWork);
    for (let n = 0; n < 20; n += 1) await uow.run(() => outbox.add('many', String(n % 3), { n }));
    await expect(
      uow.run(async () => {
        await outbox.add('many', 'x', { n: -1 });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await expect(outbox.add('many', 'x', {})).rejects.toThrow(/transaction of a change/);
    await expect(uow.run(() => outbox.add('many', 'x', { n: 'x'.repeat(20_000) }))).rejects.toThrow(
      /too large/,
    );
    const handled: number[] = [];
    const consume = () =>
      outbox.handle('many', ({ n }) => Promise.resolve(void handled.push(Number(n))), NEVER);
    const counts = await Promise.all([consume(), consume(), consume()]);
    // A consumer may end while others hold the messages that its own wait for.
    await consume();
    expect(counts.length).toBe(3);
    expect([...handled].sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_item, n) => n));
    for (const key of [0, 1, 2]) {
      const ofKey = handled.filter((n) => n % 3 === key);
      expect(ofKey).toEqual([...ofKey].sort((a, b) => a - b));
    }
  });

  it('are handled as soon as this process has written them, once it listens', async () => {
    t.app.get(RegistryEventsJob).listen();
    const id = `${anOrg()}/files`;
    await aVersion(admin, id, '1.0.0').published();
    const until = Date.now() + 30_000;
    while ((await entriesOf(id)).length === 0) {
      if (Date.now() > until) throw new Error('the message was not handled');
      await new Promise((resolve) => setImmediate(resolve));
    }
  });
});
