import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { artifactPath, digestOf, setStatus } from '../support/builders.js';
import { ObjectStoreProxy, type Trouble } from '../support/object-store-proxy.js';
import { announceAndPut, follow, presign } from '../support/presigned.js';
import { expectRefused } from '../support/refusals.js';
import { S3Server } from '../support/s3-server.js';
import { eventually } from '../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { engine } from '../support/test-database.js';

const ORG = 'troubled';

let s3: S3Server;
let store: ObjectStoreProxy;
let t: TestApp;
let admin: ApiClient;
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
  store.trouble = () => undefined;
  store.seen.length = 0;
});

/** Injects a fault into requests for an uploaded artifact. */
const inTheWay = (verb: string, trouble: Trouble): void => {
  store.trouble = (asked) => {
    const isPut =
      asked.path.includes('/uploads/') || String(asked.headers['x-amz-copy-source']).includes('uploads/');
    return isPut && asked.verb === verb ? trouble : undefined;
  };
};

const downloaded = async (bytes: Uint8Array): Promise<string | number> => {
  const { status, headers } = await admin.get(artifactPath(ORG, digestOf(bytes), 'bundle'));
  if (status !== 302) return status;
  const answer = await fetch(headers.get('location') ?? '');
  return digestOf(Buffer.from(await answer.arrayBuffer()));
};

describe('a presigned upload that is verified while the store fails', () => {
  it.each<[string, string, Trouble]>([
    ['that refuses to copy', 'COPY', { status: 503 }],
    ['where something else has been put since', 'COPY', { status: 412 }],
    ['that refuses to read', 'GET', { status: 503 }],
    ['that breaks off', 'GET', 'break off'],
  ])('survives a store %s', async (what, verb, trouble) => {
    const id = `${ORG}/kept-${verb}-${what.length}`;
    const bundle = randomBytes(1_000_000);
    await announceAndPut(admin, id, '1.0.0', bundle);
    inTheWay(verb, trouble);
    expectRefused(await setStatus(admin, id, '1.0.0', 'published'), 503);
    store.trouble = () => undefined;
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
    expect(await downloaded(bundle)).toBe(digestOf(bundle));
  });

  it('is not removed because of wrong bytes uploaded before it', async () => {
    const id = `${ORG}/replaced`;
    const bundle = randomBytes(1000);
    const instruction = await announceAndPut(admin, id, '1.0.0', bundle, randomBytes(1000));
    let again: Promise<number> | undefined;
    store.trouble = async ({ verb, path }) => {
      // Once they have been read and found wrong.
      if (path.includes('/uploads/') && (verb === 'HEAD' || verb === 'DELETE')) {
        await (again ??= follow(instruction, bundle));
      }
      return undefined;
    };
    expectRefused(await setStatus(admin, id, '1.0.0', 'published'), 409);
    expect(await again).toBe(200);
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
  });

  it('is not copied when other bytes are uploaded after its verification', async () => {
    const id = `${ORG}/swapped`;
    const bundle = randomBytes(1000);
    const swapped = randomBytes(1000);
    const instruction = await announceAndPut(admin, id, '1.0.0', bundle);
    let swaps = 0;
    store.trouble = async ({ verb, headers }) => {
      if (verb !== 'COPY') return undefined;
      swaps += 1;
      expect(await follow(instruction, swapped)).toBe(200);
      // As in S3; the test server does not check it.
      const named = headers['x-amz-copy-source-if-match'];
      const isNamed = named === undefined || named === `"${createHash('md5').update(swapped).digest('hex')}"`;
      return isNamed ? undefined : { status: 412 };
    };
    expectRefused(await setStatus(admin, id, '1.0.0', 'published'), 503);
    expect(swaps).toBe(1);
    store.trouble = () => undefined;
    expect(await downloaded(bundle)).toBe(404);
    expectRefused(await setStatus(admin, id, '1.0.0', 'published'), 409);
    expect(await follow(instruction, bundle)).toBe(200);
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
    expect(await downloaded(bundle)).toBe(digestOf(bundle));
  });

  it('is deleted conditionally on its ETag when it is wrong', async () => {
    const id = `${ORG}/wrong`;
    const bundle = randomBytes(1000);
    await announceAndPut(admin, id, '1.0.0', bundle, randomBytes(1000));
    expectRefused(await setStatus(admin, id, '1.0.0', 'published'), 409);
    const [removal] = store.seen.filter(({ verb }) => verb === 'DELETE');
    expect(removal?.headers['if-match']).toMatch(/^"[0-9a-f]{32}"$/);
    expect((await s3.keys()).filter((key) => key.endsWith(digestOf(bundle).slice(7)))).toEqual([]);
  });
});

/** Delays the second copy until its source is gone; with `servers`, two make one each, the first until both have started. */
const holdSecondCopy = (servers = 1): void => {
  let copies = 0;
  store.trouble = async ({ verb }) => {
    if (verb !== 'COPY') return undefined;
    copies += 1;
    const copy = copies;
    if (copy === 1) await eventually(() => Promise.resolve(copies >= servers));
    if (copy !== 2) return undefined;
    await eventually(() => Promise.resolve(store.seen.some((asked) => asked.verb === 'DELETE')));
    await wait(100);
    return undefined;
  };
};

describe('a presigned upload with concurrent requests', () => {
  it('is verified for three status changes and three downloads', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = `${ORG}/at-once-${round}`;
      const bundle = randomBytes(1_000_000);
      await announceAndPut(admin, id, '1.0.0', bundle);
      if (round === 0) holdSecondCopy();
      const statuses = [1, 2, 3].map(() => setStatus(admin, id, '1.0.0', 'published'));
      const downloads = [1, 2, 3].map(() => downloaded(bundle));
      expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(new Set(await Promise.all(downloads))).toEqual(new Set([digestOf(bundle)]));
    }
  });

  it('is read once per server', async () => {
    const bytes = Buffer.from('{"read":"once"}');
    const path = artifactPath(ORG, digestOf(bytes), 'evidence/sbom');
    const { body } = await presign(admin, ORG, bytes, 'kind=evidence&evidence_kind=sbom');
    await follow(body, bytes);
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.get(path)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 302));
    const reads = store.seen.filter(({ verb, path: key }) => verb === 'GET' && key.includes('/uploads/'));
    expect(reads).toHaveLength(1);
  });

  // The embedded database has one process.
  if (engine !== 'postgres') return;

  it('is verified for two servers', async () => {
    const other = await startTestApp(store.settings, () => t.config.database.url ?? '');
    try {
      const { credentials } = admin;
      const id = `${ORG}/two-servers`;
      const bundle = randomBytes(1_000_000);
      await announceAndPut(admin, id, '1.0.0', bundle);
      holdSecondCopy(2);
      const client = other.actors.anonymous.as(credentials['authorization'] ?? '');
      const answers = await Promise.all([
        setStatus(admin, id, '1.0.0', 'published'),
        setStatus(client, id, '1.0.0', 'published'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(store.seen.filter(({ verb }) => verb === 'COPY')).toHaveLength(2);
      expect(await downloaded(bundle)).toBe(digestOf(bundle));
    } finally {
      await other.close();
    }
  });
});
