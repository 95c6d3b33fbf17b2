import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Sha256Digest } from '../../../src/common/values/sha256-digest.js';
import { ARTIFACT_STORE, type ArtifactStore } from '../../../src/storage/artifacts/artifact-store.js';
import type { ApiClient } from '../../support/api-client.js';
import { digestOf, publish, setStatus, uploadBundle } from '../../support/builders.js';
import { presign } from '../../support/presigned.js';
import { expectRefused } from '../../support/refusals.js';
import { S3Server } from '../../support/s3-server.js';
import { createOrganization } from '../../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let s3: S3Server;
let t: TestApp;
let admin: ApiClient;
beforeAll(async () => {
  s3 = await S3Server.start();
  t = await startTestApp(s3.settings);
  admin = await t.actors.admin();
  await createOrganization(admin, 'mine');
  await createOrganization(admin, 'theirs');
});
afterAll(async () => {
  await t.close();
  await s3.close();
});

const naming = (bundle: Buffer): object => ({
  bundle_digest: digestOf(bundle),
  bundle_size_bytes: bundle.length,
});

describe('the size of an artifact is private to its organization', () => {
  it('when an upload is presigned: the sizes announced by others are not shown', async () => {
    const bundle = Buffer.from('announced by others');
    expect((await publish(admin, 'theirs/files', '1.0.0', naming(bundle))).status).toBe(200);
    const mine = await presign(admin, 'mine', bundle, 'kind=bundle');
    expect(mine.status).toBe(200);
    expect(mine.text).not.toMatch(/content-length/i);
    const theirs = await presign(admin, 'theirs', bundle, 'kind=bundle');
    expect(theirs.body.headers).toMatchObject({ 'Content-Length': String(bundle.length) });
  });

  it('when a version is published: the records of others do not count', async () => {
    const bundle = Buffer.from('recorded by others');
    expect((await uploadBundle(admin, 'theirs', bundle)).status).toBe(200);
    expect((await publish(admin, 'mine/files', '1.0.0', naming(bundle))).status).toBe(200);
    // Bytes without a row, as after a crash; the cleanup would remove them.
    const store = t.app.get<ArtifactStore>(ARTIFACT_STORE);
    const address = { orgKey: 'mine', kind: 'bundle', digest: digestOf(bundle) as Sha256Digest } as const;
    await store.write(address, Readable.from([bundle]), {
      maxBytes: bundle.length,
      signal: new AbortController().signal,
    });
    const refused = await setStatus(admin, 'mine/files', '1.0.0', 'published');
    expectRefused(refused, 409);
    expect(refused.body.error.details).toMatchObject({ missing: 'bundle' });
    expect((await uploadBundle(admin, 'mine', bundle)).status).toBe(200);
    expect((await setStatus(admin, 'mine/files', '1.0.0', 'published')).status).toBe(200);
  });
});
