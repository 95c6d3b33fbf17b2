import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { UploadCleanupJob } from '../../../../src/hub/ingestion/uploads/upload-cleanup-job.js';
import { signedQuery } from '../../../../src/hub/ingestion/uploads/upload-url.js';
import type { Sha256Digest } from '../../../../src/common/values/sha256-digest.js';
import type { ApiResponse } from '../../../support/api-client.js';
import { digestOf } from '../../../support/builders.js';
import { useHub } from '../../../support/suite.js';
import {
  aBundle,
  BUNDLE_TYPE,
  finalizeUpload,
  initiated,
  initUpload,
  sendBundle,
  targetOf,
  type Initiated,
} from '../../../support/uploads.js';
import { Wire } from '../../../support/wire.js';

const MAX_BYTES = 2000;

const expectRefused = ({ status, body }: ApiResponse, expected: number): void => {
  expect({ status, code: body?.code }).toEqual({
    status: expected,
    code: expect.stringMatching(/^[A-Z_]+$/),
  });
};

const { t, actors } = await useHub({ LIMITS_BUNDLE_BYTES: String(MAX_BYTES) });
const { anonymous } = actors;
const org = await actors.organization();
const token = await actors.serviceToken(org.id, [`admin:org:${org.id}`]);
const other = await actors.organization();
const stranger = await actors.serviceToken(other.id, [`admin:org:${other.id}`]);

const aName = (): string => `${org.slug}/server-${randomUUID().slice(0, 8)}`;
const start = (bundle: Uint8Array): Promise<Initiated> => initiated(token, aName(), '1.0.0', bundle);

/** The URL of an upload with a changed query. */
const changed = (upload: Initiated, change: Readonly<Record<string, string>>): string => {
  const url = new URL(upload.bundle_upload_url);
  for (const [name, value] of Object.entries(change)) url.searchParams.set(name, value);
  return url.pathname + url.search;
};

const put = (target: string, bytes: Uint8Array) => anonymous.put(target, new Uint8Array(bytes), BUNDLE_TYPE);

/** Whether the bytes of an upload are missing, so that it cannot be finalized. */
async function expectMissing(upload: Initiated): Promise<void> {
  const { status, body } = await finalizeUpload(token, upload);
  expect(status).toBe(409);
  expect(body.message).toMatch(/bytes of the upload are missing/);
}

describe('POST /api/v1/uploads/init is refused', () => {
  it.each<[string, object, RegExp]>([
    ['a name without a slug', { mcp_name: org.slug }, /mcp_name/],
    ['a name that is no text', { mcp_name: 7 }, /mcp_name/],
    ['a version that is none', { mcp_version: 'latest' }, /mcp_version/],
    ['a version with two v', { mcp_version: 'vv1.0.0' }, /mcp_version/],
    ['a digest in upper case', { bundle_digest: digestOf('x').toUpperCase() }, /bundle_digest/],
    ['no digest', { bundle_digest: undefined }, /bundle_digest/],
  ])('with 400 for %s', async (_what, change, message) => {
    const request = { mcp_name: aName(), mcp_version: '1.0.0', bundle_digest: digestOf('x'), ...change };
    const refused = await token.post('/api/v1/uploads/init', request);
    expectRefused(refused, 400);
    expect(refused.body.message).toMatch(message);
  });

  it('to callers who may not push to the organization of the name', async () => {
    const bundle = aBundle('rights');
    const name = aName();
    expectRefused(await initUpload(anonymous, name, '1.0.0', bundle), 401);
    expectRefused(await initUpload(stranger, name, '1.0.0', bundle), 404);
    expectRefused(await initUpload(other.owner, name, '1.0.0', bundle), 404);
    expectRefused(await initUpload(token, `${other.slug}/files`, '1.0.0', bundle), 404);
    expectRefused(await initUpload(token, `nobody-${randomUUID().slice(0, 8)}/files`, '1.0.0', bundle), 404);
    expectRefused(await initUpload(await actors.member(org.id, 'MEMBER'), name, '1.0.0', bundle), 403);
    const reader = await actors.serviceToken(org.id, [`read:org:${org.id}`]);
    expectRefused(await initUpload(reader, name, '1.0.0', bundle), 403);
  });

  it('to an organization with too many unfinished uploads, until they are cleaned up', async () => {
    const busy = await actors.organization();
    await t.rows(
      `INSERT INTO upload (id, org_id, mcp_name, semver, bundle_digest, expires_at, created_at)
       SELECT gen_random_uuid(), $1, 'a/b', '1.0.0', $2, now() - interval '2 hours', now()
         FROM generate_series(1, 200)`,
      [busy.id, digestOf('busy')],
    );
    const refused = await initUpload(busy.owner, `${busy.slug}/files`, '1.0.0', aBundle('busy'));
    expectRefused(refused, 409);
    expect(refused.body.message).toMatch(/200 unfinished uploads/);
    await t.app.get(UploadCleanupJob).run(new AbortController().signal);
    expect((await initUpload(busy.owner, `${busy.slug}/files`, '1.0.0', aBundle('busy'))).status).toBe(201);
  });
});

describe('PUT of the bytes is refused', () => {
  it('twice', async () => {
    const bundle = aBundle('twice');
    const upload = await start(bundle);
    expect((await sendBundle(anonymous, upload, bundle)).status).toBe(204);
    const again = await sendBundle(anonymous, upload, bundle);
    expectRefused(again, 409);
    expect(again.body.message).toMatch(/has been used/);
    expect((await finalizeUpload(token, upload)).status).toBe(200);
    expectRefused(await sendBundle(anonymous, upload, bundle), 409);
  });

  it('at once: one of several requests sends the bytes', async () => {
    const bundle = aBundle('at once');
    const upload = await start(bundle);
    const answers = await Promise.all([1, 2, 3].map(() => sendBundle(anonymous, upload, bundle)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409]);
  });

  it('late', async () => {
    const bundle = aBundle('late');
    const upload = await start(bundle);
    const query = signedQuery(t.config.uploadUrlKey, {
      uploadId: upload.upload_id,
      digest: digestOf(bundle) as Sha256Digest,
      maxBytes: MAX_BYTES,
      expires: Math.floor(Date.now() / 1000) - 1,
    });
    const late = await put(`/api/v1/uploads/${upload.upload_id}/bundle?${query}`, bundle);
    expectRefused(late, 403);
    expect(late.body.message).toMatch(/has expired/);
    await expectMissing(upload);
  });

  it('with other bytes, which are not kept, and the right ones may follow', async () => {
    const bundle = aBundle('right');
    const upload = await start(bundle);
    const wrong = await put(targetOf(upload), aBundle('wrong'));
    expectRefused(wrong, 400);
    expect(wrong.body.message).toMatch(/bundle_digest is not that of the body/);
    await expectMissing(upload);
    expect((await sendBundle(anonymous, upload, bundle)).status).toBe(204);
  });

  it('with more bytes than the limit', async () => {
    const large = gzipSync(Buffer.from(Array.from({ length: 9000 }, () => randomUUID()).join('')));
    expect(large.length).toBeGreaterThan(MAX_BYTES);
    const upload = await start(large);
    const refused = await sendBundle(anonymous, upload, large);
    expectRefused(refused, 413);
    expect(refused.body.message).toMatch(new RegExp(`at most ${MAX_BYTES} bytes`));
    expectRefused(await put(changed(upload, { max_bytes: '9000000' }), large), 403);
  });

  it('without Content-Length', async () => {
    const bundle = aBundle('chunked');
    const upload = await start(bundle);
    const wire = await Wire.to(t);
    wire
      .start('PUT', targetOf(upload), { 'Content-Type': BUNDLE_TYPE, 'Transfer-Encoding': 'chunked' })
      .chunk(bundle)
      .chunk(Buffer.alloc(0));
    const { status, body } = await wire.answer();
    expect(status).toBe(400);
    expect(body.message).toBe('Content-Length must be given');
    wire.cut();
    await expectMissing(upload);
  });

  it('with another media type or an encoding', async () => {
    const bundle = aBundle('type');
    const upload = await start(bundle);
    expectRefused(await anonymous.put(targetOf(upload), new Uint8Array(bundle), 'application/json'), 415);
    const encoded = await anonymous.send('PUT', targetOf(upload), {
      body: new Uint8Array(bundle),
      headers: { 'content-type': BUNDLE_TYPE, 'content-encoding': 'gzip' },
    });
    expectRefused(encoded, 415);
  });

  it('with a changed URL', async () => {
    const bundle = aBundle('changed');
    const upload = await start(bundle);
    const foreign = await initiated(stranger, `${other.slug}/files`, '1.0.0', bundle);
    const expires = new URL(upload.bundle_upload_url).searchParams.get('expires');
    const swapped = targetOf(upload).replace(upload.upload_id, foreign.upload_id);
    for (const target of [
      swapped,
      changed(upload, { digest: digestOf('changed') }),
      changed(upload, { expires: String(Number(expires) + 1) }),
      changed(upload, { signature: 'A'.repeat(43) }),
      changed(upload, { signature: '' }),
      targetOf(upload).split('?', 1)[0] ?? '',
    ]) {
      const refused = await put(target, bundle);
      expectRefused(refused, 403);
      expect(refused.body.message).toMatch(/is not one that this hub has signed/);
    }
    expectRefused(await put(targetOf(upload).replace(upload.upload_id, 'x'), bundle), 404);
    await expectMissing(upload);
    expect((await sendBundle(anonymous, upload, bundle)).status).toBe(204);
  });

  it('for an upload that was cleaned up', async () => {
    const bundle = aBundle('gone');
    const upload = await start(bundle);
    await t.rows('DELETE FROM upload WHERE id = $1', [upload.upload_id]);
    expectRefused(await sendBundle(anonymous, upload, bundle), 404);
  });
});

describe('POST finalize is refused', () => {
  it('before the bytes', async () => {
    await expectMissing(await start(aBundle('before')));
  });

  it('to other organizations, as for an unknown upload', async () => {
    const bundle = aBundle('foreign');
    const upload = await start(bundle);
    await sendBundle(anonymous, upload, bundle);
    const unknown = await finalizeUpload(stranger, { upload_id: randomUUID() });
    expectRefused(unknown, 404);
    for (const caller of [stranger, other.owner]) {
      const refused = await finalizeUpload(caller, upload);
      expectRefused(refused, 404);
      expect(refused.text).toBe(unknown.text);
    }
    expectRefused(await finalizeUpload(anonymous, upload), 401);
    expectRefused(await finalizeUpload(await actors.member(org.id, 'MEMBER'), upload), 403);
    expect(
      await t.rows('SELECT id FROM mcp_version WHERE commit_hash = $1', [digestOf(bundle).slice(7)]),
    ).toEqual([]);
  });

  it('to a suspended organization', async () => {
    const away = await actors.organization();
    const bundle = aBundle('suspended');
    const upload = await initiated(away.owner, `${away.slug}/files`, '1.0.0', bundle);
    await sendBundle(anonymous, upload, bundle);
    await t.rows(`UPDATE organization SET status = 'SUSPENDED' WHERE id = $1`, [away.id]);
    expectRefused(await finalizeUpload(away.owner, upload), 403);
    expectRefused(await initUpload(away.owner, `${away.slug}/files`, '1.0.0', bundle), 403);
  });
});

describe('the cleanup of uploads', () => {
  it('removes expired ones with their bytes, and keeps versions', async () => {
    const job = t.app.get(UploadCleanupJob);
    const [lost, kept] = [aBundle('lost'), aBundle('kept')];
    const [expired, finished] = [await start(lost), await start(kept)];
    await sendBundle(anonymous, expired, lost);
    await sendBundle(anonymous, finished, kept);
    expect((await finalizeUpload(token, finished)).status).toBe(200);
    await t.rows(`UPDATE upload SET expires_at = now() - interval '2 hours' WHERE id = ANY($1)`, [
      [expired.upload_id, finished.upload_id],
    ]);
    await job.run(new AbortController().signal);
    expectRefused(await finalizeUpload(token, expired), 404);
    expect((await finalizeUpload(token, finished)).status).toBe(200);
    const objects = await t.rows<{ key: string }>(
      'SELECT key FROM hub_object WHERE key LIKE $1 OR key LIKE $2',
      [`%${expired.upload_id}%`, `%${finished.upload_id}%`],
    );
    expect(objects).toEqual([{ key: expect.stringContaining(finished.upload_id) }]);
  });
});
