import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CleanupService, type CleanupCounts } from '../../src/registry/cleanup/cleanup.service.js';
import type { Actor } from '../support/actors.js';
import { ObjectStoreProxy, type StoreRequest } from '../support/object-store-proxy.js';
import { announceAndPut } from '../support/presigned.js';
import { S3Server } from '../support/s3-server.js';
import { eventually } from '../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

// Less than the eight seconds after which an unresponsive store times out.
const STORE_PATIENCE_MS = 5_000;

let s3: S3Server;
let store: ObjectStoreProxy;
let t: TestApp;
let admin: Actor;
let ending: AbortController;
beforeAll(async () => {
  s3 = await S3Server.start();
  store = await ObjectStoreProxy.before(s3);
  t = await startTestApp(store.settings);
  admin = await t.actors.admin();
});
afterAll(async () => {
  await t.close();
  await store.close();
  await s3.close();
});
beforeEach(() => {
  store.seen.length = 0;
  ending = new AbortController();
});
afterEach(() => {
  store.trouble = () => undefined;
  ending.abort();
});

const cleanUp = (): Promise<CleanupCounts> =>
  t.app.get(CleanupService).run({ olderThanHours: 24, dryRun: false }, { signal: ending.signal });
const isListing = ({ verb, path }: StoreRequest): boolean => verb === 'GET' && /\/artifacts\/?$/.test(path);
const never = (): Promise<undefined> => new Promise(() => undefined);

/** Aborts a cleanup; returns the milliseconds until it has ended. */
async function endsIn(cleaning: Promise<unknown>): Promise<number> {
  const reported = Date.now();
  ending.abort();
  await cleaning;
  return Date.now() - reported;
}

describe('a cleanup that is aborted, because the server stops', () => {
  it('stops in the middle of an endless list', async () => {
    let page = 0;
    store.trouble = (asked) => {
      if (!isListing(asked)) return undefined;
      page += 1;
      const body = `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${page}</NextContinuationToken></ListBucketResult>`;
      return { status: 200, body };
    };
    const cleaning = cleanUp();
    await eventually(() => Promise.resolve(page > 3));
    expect(await endsIn(cleaning)).toBeLessThan(STORE_PATIENCE_MS);
    const pages = page;
    expect(store.seen.filter(isListing)).toHaveLength(pages);
  });

  it('does not wait for a page that does not arrive', async () => {
    store.trouble = (asked) => (isListing(asked) ? never() : undefined);
    const cleaning = cleanUp();
    await eventually(() => Promise.resolve(store.seen.some(isListing)));
    expect(await endsIn(cleaning)).toBeLessThan(STORE_PATIENCE_MS);
  });

  it('does not wait for an upload that it reads, and leaves it alone', async () => {
    const id = 'ending/files';
    await announceAndPut(admin, id, '1.0.0', Buffer.from('a bundle'));
    await t.rows(`UPDATE registry_presigned_upload SET created_at = now() - interval '2 days'`);
    const isReading = ({ verb, path }: StoreRequest): boolean =>
      verb === 'GET' && path.includes('/uploads/ending/bundle/');
    store.trouble = (asked) => (isReading(asked) ? never() : undefined);
    const cleaning = cleanUp();
    await eventually(() => Promise.resolve(store.seen.some(isReading)));
    expect(await endsIn(cleaning)).toBeLessThan(STORE_PATIENCE_MS);
    expect(await t.rows(`SELECT kind FROM registry_presigned_upload`)).toEqual([{ kind: 'bundle' }]);
    expect((await s3.keys()).filter((key) => key.startsWith('uploads/'))).toHaveLength(1);
  });
});
