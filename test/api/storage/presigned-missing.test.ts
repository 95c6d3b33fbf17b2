import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { artifactPath, aVersion, digestOf } from '../../support/builders.js';
import { S3Server } from '../../support/s3-server.js';
import { storedObject } from '../../support/stored-objects.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let s3: S3Server;
let t: TestApp;
let admin: ApiClient;
beforeAll(async () => {
  s3 = await S3Server.start();
  t = await startTestApp(s3.settings);
  admin = await t.actors.admin();
});
afterAll(async () => {
  await t.close();
  await s3.close();
});

describe('a download that the store would answer', () => {
  it.each<[string, (bytes: Buffer) => Buffer | undefined]>([
    ['missing', () => undefined],
    ['shorter', (bytes) => bytes.subarray(1)],
    ['longer', (bytes) => Buffer.concat([bytes, bytes])],
  ])('is not redirected to bytes that are %s', async (reason, damage) => {
    const { bundle, bundleDigest: digest } = await aVersion(admin, `acme/${reason}`, '1.0.0').published();
    const stored = await storedObject(t, 'bundle', digest);
    const damaged = damage(bundle);
    await (damaged === undefined ? stored.remove() : stored.replace(damaged));
    const path = artifactPath('acme', digest, 'bundle');
    for (const method of ['GET', 'HEAD'] as const) {
      expect((await admin.send(method, path, {})).status).toBe(503);
    }
    expect((await admin.get(path)).body.error).toMatchObject({
      code: 'unavailable',
      details: { digest, reason },
    });
    await stored.replace(bundle);
    const answer = await admin.get(path);
    expect(answer.status).toBe(302);
    const sent = await fetch(answer.headers.get('location') ?? '');
    expect(digestOf(Buffer.from(await sent.arrayBuffer()))).toBe(digest);
  });
});
