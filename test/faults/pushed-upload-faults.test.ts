import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { HubActors, HubIdp } from '../support/hub-actors.js';
import { ObjectStoreProxy } from '../support/object-store-proxy.js';
import { S3Server } from '../support/s3-server.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import {
  aBundle,
  finalizeUpload,
  initiated,
  sendBundle,
  targetOf,
  type Initiated,
} from '../support/uploads.js';
import { eventually } from '../support/stored-artifacts.js';
import { Wire } from '../support/wire.js';

let s3: S3Server;
let proxy: ObjectStoreProxy;
let idp: HubIdp;
let t: TestApp;
let actors: HubActors;
let org: Awaited<ReturnType<HubActors['organization']>>;
beforeAll(async () => {
  s3 = await S3Server.start();
  proxy = await ObjectStoreProxy.before(s3);
  idp = await HubIdp.start();
  t = await startTestApp({ ...idp.settings, ...proxy.settings, STORAGE_PRESIGN_ENABLED: 'false' });
  actors = new HubActors(t, idp);
  org = await actors.organization();
});
afterAll(async () => {
  await t.close();
  await idp.close();
  await proxy.close();
  await s3.close();
});
beforeEach(() => {
  proxy.trouble = () => undefined;
});

const start = (name: string, bundle: Uint8Array): Promise<Initiated> =>
  initiated(org.owner, `${org.slug}/${name}`, '1.0.0', bundle);

describe('a push while the object store fails', () => {
  it('is 503, does not use up its URL, and succeeds later', async () => {
    const bundle = aBundle('full');
    const upload = await start('full', bundle);
    // A full store answers 507, which is not retried.
    proxy.trouble = ({ verb }) => (verb === 'PUT' ? { status: 507 } : undefined);
    expect((await sendBundle(actors.anonymous, upload, bundle)).status).toBe(503);
    expect((await finalizeUpload(org.owner, upload)).status).toBe(409);
    proxy.trouble = () => undefined;
    expect((await sendBundle(actors.anonymous, upload, bundle)).status).toBe(204);
    expect((await finalizeUpload(org.owner, upload)).status).toBe(200);
  });
});

describe('a push whose connection breaks', () => {
  it('leaves the URL for another request', async () => {
    const bundle = aBundle('broken off');
    const upload = await start('broken', bundle);
    const wire = await Wire.to(t);
    wire
      .start('PUT', targetOf(upload), { 'Content-Type': 'application/gzip', 'Content-Length': bundle.length })
      .send(bundle.subarray(0, 5));
    await eventually(async () => {
      const rows = await t.rows('SELECT id FROM upload WHERE id = $1 AND attempt IS NOT NULL', [
        upload.upload_id,
      ]);
      return rows.length === 1;
    });
    expect((await sendBundle(actors.anonymous, upload, bundle)).status).toBe(409);
    wire.cut();
    await eventually(async () => {
      const rows = await t.rows('SELECT id FROM upload WHERE id = $1 AND attempt IS NULL', [
        upload.upload_id,
      ]);
      return rows.length === 1;
    });
    expect((await sendBundle(actors.anonymous, upload, bundle)).status).toBe(204);
  });
});
