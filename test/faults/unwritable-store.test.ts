import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { artifactPath, aVersion, bundleOf, digestOf, uploadBundle } from '../support/builders.js';
import { ObjectStoreProxy, type StoreRequest } from '../support/object-store-proxy.js';
import { expectRefused } from '../support/refusals.js';
import { S3Server } from '../support/s3-server.js';
import { eventually } from '../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

let s3: S3Server;
let store: ObjectStoreProxy;
let t: TestApp;
let admin: ApiClient;
beforeAll(async () => {
  s3 = await S3Server.start();
  store = await ObjectStoreProxy.before(s3);
  t = await startTestApp({ ...store.settings, STORAGE_PRESIGN_ENABLED: 'false' });
  admin = await t.actors.admin();
  await aVersion(admin, 'store/files', '1.0.0').published();
});
afterAll(async () => {
  await t.close();
  await store.close();
  await s3.close();
});
beforeEach(() => {
  store.trouble = () => undefined;
  store.seen.length = 0;
});

const isWrite = ({ verb }: StoreRequest): boolean => verb === 'PUT' || verb === 'POST';
const writes = (): StoreRequest[] => store.seen.filter(isWrite);

const storage = async (): Promise<string> => {
  const { body } = await t.actors.anonymous.get('/readyz');
  return `${body.status as string}, storage ${(body.checks as { storage: string }).storage}`;
};

describe('a store that can be read and refuses writes', () => {
  it.each([403, 500])('with %i: readiness says so until it takes writes again', async (status) => {
    expect(await storage()).toBe('ready, storage ok');
    store.trouble = (asked) => (isWrite(asked) ? { status } : undefined);
    expectRefused(await uploadBundle(admin, 'store', Buffer.from(`refused with ${status}`)), 503);
    await eventually(async () => (await storage()) === 'degraded, storage failed');
    // Not only for as long as the outage is new, and what can be read is served.
    store.seen.length = 0;
    await eventually(() => Promise.resolve(writes().length > 1));
    expect(await storage()).toBe('degraded, storage failed');
    const stored = digestOf(bundleOf('store/files', '1.0.0'));
    expect((await admin.get(artifactPath('store', stored, 'bundle'))).status).toBe(200);

    store.trouble = () => undefined;
    await eventually(async () => (await storage()) === 'ready, storage ok');
    expect((await uploadBundle(admin, 'store', Buffer.from(`refused with ${status}`))).status).toBe(200);
  });

  it('is asked for no write by a probe while all is well', async () => {
    await uploadBundle(admin, 'store', Buffer.from('all is well'));
    store.seen.length = 0;
    await eventually(async () => {
      expect(await storage()).toBe('ready, storage ok');
      return store.seen.filter(({ verb }) => verb === 'HEAD').length > 2;
    });
    expect(writes()).toEqual([]);
  });
});
