import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { digestOf } from '../../../support/builders.js';
import { useHub } from '../../../support/suite.js';
import {
  aBundle,
  finalizeUpload,
  initiated,
  initUpload,
  pushed,
  sendBundle,
} from '../../../support/uploads.js';

const { t, actors } = await useHub();
const { anonymous } = actors;
const org = await actors.organization();
const token = await actors.serviceToken(org.id, [`admin:org:${org.id}`]);

const aName = (): string => `${org.slug}/server-${randomUUID().slice(0, 8)}`;

const versionsOf = async (name: string) =>
  t.rows<{ id: string; semver: string; commit_hash: string; status: string; source: unknown }>(
    `SELECT v.id, v.semver, v.commit_hash, v.status, v.source FROM mcp_version v JOIN mcp m ON m.id = v.mcp_id
      WHERE m.name_key = lower($1) ORDER BY v.created_at, v.id`,
    [name],
  );

const eventsOf = async (resourceId: string): Promise<string[]> => {
  const rows = await t.rows<{ action: string }>(
    'SELECT action FROM audit_event WHERE resource_id = $1 ORDER BY position',
    [resourceId],
  );
  return rows.map(({ action }) => action);
};

describe('POST /api/v1/uploads/init', () => {
  it('answers 201 with a URL of the public address that ends within the hour', async () => {
    const upload = await initiated(token, aName(), '1.0.0', aBundle('init'));
    expect(upload.upload_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(upload.bundle_upload_url.startsWith(`${t.config.http.publicUrl}/api/v1/uploads/`)).toBe(true);
    const seconds = (Date.parse(upload.url_expires_at) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThan(3600);
    expect(await eventsOf(upload.upload_id)).toEqual(['upload.created']);
  });
});

describe('a push', () => {
  it('makes a version of a new private server, and queues its analysis', async () => {
    const [name, bundle] = [aName(), aBundle('first')];
    const upload = await initiated(token, name, 'v1.2.0', bundle);
    const sent = await sendBundle(anonymous, upload, bundle);
    expect([sent.status, sent.text]).toEqual([204, '']);
    const { status, body } = await finalizeUpload(token, upload);
    expect(status).toBe(200);
    expect(body).toEqual({
      version_id: expect.any(String),
      status: 'ingested',
      message: `version 1.2.0 of ${name} is queued for analysis`,
    });

    const [version] = await versionsOf(name);
    expect(version).toMatchObject({
      id: body.version_id,
      semver: '1.2.0',
      status: 'INGESTED',
      commit_hash: digestOf(bundle).slice('sha256:'.length),
      source: { kind: 'upload', key: expect.stringContaining(upload.upload_id) },
    });
    const jobs = await t.rows('SELECT status FROM analysis_job WHERE version_id = $1', [body.version_id]);
    expect(jobs).toEqual([{ status: 'QUEUED' }]);
    const shown = await org.owner.get(`/api/v1/mcps/${name}`);
    expect(shown.body).toMatchObject({ name, visibility: 'private', latest_version: { status: 'INGESTED' } });
    expect((await anonymous.get(`/api/v1/mcps/${name}`)).status).toBe(404);
    expect(await eventsOf(shown.body.id as string)).toEqual(['mcp.created']);
    expect(await t.rows('SELECT details FROM audit_event WHERE resource_id = $1', [shown.body.id])).toEqual([
      { details: { mcp_name: name, visibility: 'private', repo_url: '' } },
    ]);
    expect(await eventsOf(body.version_id as string)).toEqual(['version.ingested']);
  });

  it('is finalized once, however often that is asked', async () => {
    const [name, bundle] = [aName(), aBundle('idempotent')];
    const upload = await initiated(token, name, '1.0.0', bundle);
    await sendBundle(anonymous, upload, bundle);
    const answers = await Promise.all([1, 2, 3].map(() => finalizeUpload(token, upload)));
    answers.push(await finalizeUpload(org.owner, upload));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await versionsOf(name)).toHaveLength(1);
  });

  it('of one new server by two uploads at once makes one server', async () => {
    const name = aName();
    const bundles = [aBundle('one of two'), aBundle('two of two')];
    const uploads = await Promise.all(
      bundles.map((bundle, index) => initiated(token, name, `1.0.${index}`, bundle)),
    );
    for (const [index, upload] of uploads.entries()) {
      await sendBundle(anonymous, upload, bundles[index] ?? Buffer.alloc(0));
    }
    const answers = await Promise.all(uploads.map((upload) => finalizeUpload(token, upload)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await t.rows('SELECT id FROM mcp WHERE name_key = lower($1)', [name])).toHaveLength(1);
    expect(await versionsOf(name)).toHaveLength(2);
  });

  it('finds the server in any spelling', async () => {
    const name = aName();
    await pushed(token, anonymous, name, '1.0.0', aBundle('spelled'));
    await pushed(token, anonymous, name.toUpperCase(), '1.1.0', aBundle('SPELLED'));
    expect(await versionsOf(name)).toHaveLength(2);
  });

  it('keeps the visibility of a server that exists', async () => {
    const name = aName();
    await pushed(token, anonymous, name, '1.0.0', aBundle('public before'));
    await t.rows(`UPDATE mcp SET visibility = 'public' WHERE name_key = lower($1)`, [name]);
    await pushed(token, anonymous, name, '1.1.0', aBundle('public after'));
    expect((await anonymous.get(`/api/v1/mcps/${name}`)).body.visibility).toBe('public');
  });
});

describe('a version that exists', () => {
  const setStatus = (id: string, status: string) =>
    t.rows('UPDATE mcp_version SET status = $2 WHERE id = $1', [id, status]);

  it('is the same version again for the same bytes', async () => {
    const [name, bundle] = [aName(), aBundle('same')];
    const first = await pushed(token, anonymous, name, '1.0.0', bundle);
    await setStatus(first, 'CERTIFIED');
    expect(await pushed(token, anonymous, name, 'v1.0.0', bundle)).toBe(first);
    expect(await versionsOf(name)).toHaveLength(1);
  });

  it.each(['INGESTED', 'ANALYZING', 'CERTIFIED', 'PUBLISHED'])(
    'takes no other bytes while it is %s, neither before nor after they are sent',
    async (status) => {
      const name = aName();
      const other = aBundle(`other ${status}`);
      const early = await initiated(token, name, '1.0.0', other);
      await sendBundle(anonymous, early, other);
      await setStatus(await pushed(token, anonymous, name, '1.0.0', aBundle(`kept ${status}`)), status);
      for (const refused of [
        await finalizeUpload(token, early),
        await initUpload(token, name, '1.0.0', other),
        await initUpload(token, name, '1.0.0+build.7', other),
      ]) {
        expect(refused.status).toBe(409);
        expect(refused.body.message).toMatch(/with other bytes; push them under another version/);
      }
      expect(await versionsOf(name)).toHaveLength(1);
    },
  );

  it.each(['NOT_CERTIFIED', 'FAILED'])('takes other bytes after it is %s', async (status) => {
    const name = aName();
    await setStatus(await pushed(token, anonymous, name, '1.0.0', aBundle(`bad ${status}`)), status);
    await pushed(token, anonymous, name, '1.0.0', aBundle(`good ${status}`));
    expect((await versionsOf(name)).map(({ semver }) => semver)).toEqual(['1.0.0', '1.0.0']);
  });

  it('is analyzed from the newest copy of the same bytes after it failed, and the earlier one is given up', async () => {
    const [name, bundle] = [aName(), aBundle('again')];
    const id = await pushed(token, anonymous, name, '1.0.0', bundle);
    const keyOf = async () =>
      (await t.rows<{ key: string }>(`SELECT source->>'key' AS key FROM mcp_version WHERE id = $1`, [id]))[0]
        ?.key;
    const isKept = async (key: string | undefined) =>
      (await t.rows<{ referenced: boolean }>('SELECT referenced FROM hub_object WHERE key = $1', [key]))[0]
        ?.referenced;
    const earlier = await keyOf();
    await setStatus(id, 'FAILED');
    expect(await pushed(token, anonymous, name, '1.0.0', bundle)).toBe(id);
    const key = await keyOf();
    expect(key).not.toBe(earlier);
    expect([await isKept(key), await isKept(earlier)]).toEqual([true, false]);
  });

  it('is one of two pushes of other bytes at once', async () => {
    const name = aName();
    const bundles = [aBundle('race one'), aBundle('race two')];
    const uploads = [];
    for (const bundle of bundles) uploads.push(await initiated(token, name, '1.0.0', bundle));
    for (const [index, upload] of uploads.entries()) {
      await sendBundle(anonymous, upload, bundles[index] ?? Buffer.alloc(0));
    }
    const answers = await Promise.all(uploads.map((upload) => finalizeUpload(token, upload)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await versionsOf(name)).toHaveLength(1);
  });
});
