import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import {
  artifactPath,
  aVersion,
  bundleOf,
  digestOf,
  publish,
  setStatus,
  uploadBundle,
} from '../support/builders.js';
import { expectRefused } from '../support/refusals.js';
import { S3Server } from '../support/s3-server.js';
import { recordsOf } from '../support/stored-artifacts.js';
import { TcpProxy } from '../support/tcp-proxy.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { resolve } from '../support/version-requests.js';

const MIB = 1024 * 1024;

describe('a failing object store', () => {
  let s3: S3Server;
  let proxy: TcpProxy;
  let t: TestApp;
  let admin: ApiClient;
  beforeAll(async () => {
    s3 = await S3Server.start();
    proxy = await TcpProxy.to('127.0.0.1', Number(new URL(s3.endpoint).port));
    t = await startTestApp({
      ...s3.settings,
      STORAGE_S3_ENDPOINT: proxy.inFrontOf(s3.endpoint),
      STORAGE_PRESIGN_ENABLED: 'false',
      LIMITS_REQUEST_TIMEOUT: '15',
    });
    admin = await t.actors.admin();
    await aVersion(admin, 'store/files', '1.0.0').published();
  });
  afterAll(async () => {
    proxy.mode = 'pass';
    await t.close();
    await proxy.close();
    await s3.close();
  });
  beforeEach(() => {
    proxy.mode = 'pass';
    proxy.watch = () => undefined;
    proxy.cut();
  });

  /** Resets all connections after every further mebibyte sent to the store, a number of times; the result counts them. */
  const cutUploads = (times: number): (() => number) => {
    let passed = 0;
    let cuts = 0;
    proxy.watch = ({ length }, to) => {
      if (to === 'server') passed += length;
      if (passed <= MIB || cuts >= times) return undefined;
      passed = 0;
      cuts += 1;
      proxy.cut();
      return undefined;
    };
    return () => cuts;
  };

  const stored = digestOf(bundleOf('store/files', '1.0.0'));

  it.each(['refuse', 'hang'] as const)(
    'by %s: requests that need it are refused in time, others succeed',
    async (mode) => {
      proxy.mode = mode;
      proxy.cut();
      const bytes = Buffer.from(`bytes during ${mode}`);
      const answers = await Promise.all([
        uploadBundle(admin, 'store', bytes),
        admin.get(artifactPath('store', stored, 'bundle')),
        publish(admin, 'store/files', `2.0.0-${mode}`),
      ]);
      for (const { status, body } of answers) {
        expect([408, 503]).toContain(status);
        expect(body.message).toBe(body.error.message);
      }
      expect((await resolve(admin, 'store/files', 'latest')).status).toBe(200);

      proxy.mode = 'pass';
      proxy.cut();
      expect(await recordsOf(t, digestOf(bytes))).toEqual([]);
      expectRefused(await admin.get(artifactPath('store', digestOf(bytes), 'bundle')), 404);
      expectRefused(await resolve(admin, 'store/files', `2.0.0-${mode}`), 404);
      expect((await uploadBundle(admin, 'store', bytes)).status).toBe(200);
      expect((await publish(admin, 'store/files', `2.0.0-${mode}`)).status).toBe(200);
    },
  );

  it('keeps no part of a large upload when its connections break repeatedly', async () => {
    const bytes = Buffer.alloc(12 * MIB, 'half');
    const broken = cutUploads(Infinity);
    expectRefused(await uploadBundle(admin, 'store', bytes), 503);
    // At the first attempt, and at the retries.
    expect(broken()).toBeGreaterThan(1);
    expectRefused(await admin.get(artifactPath('store', digestOf(bytes), 'bundle')), 404);
    proxy.watch = () => undefined;
    expect((await uploadBundle(admin, 'store', bytes)).status).toBe(200);
    const whole = await admin.get(artifactPath('store', digestOf(bytes), 'bundle'));
    expect(digestOf(whole.bytes)).toBe(digestOf(bytes));
  });

  it('completes a large upload when its connections break once', async () => {
    const bytes = Buffer.alloc(12 * MIB, 'once');
    const broken = cutUploads(1);
    expect((await uploadBundle(admin, 'store', bytes)).status).toBe(200);
    expect(broken()).toBe(1);
    const whole = await admin.get(artifactPath('store', digestOf(bytes), 'bundle'));
    expect(digestOf(whole.bytes)).toBe(digestOf(bytes));
  });

  it('makes an interrupted download fail, so that no client accepts a part of it', async () => {
    const bytes = Buffer.alloc(20 * MIB, 'part');
    expect((await uploadBundle(admin, 'store', bytes)).status).toBe(200);
    let passed = 0;
    proxy.watch = ({ length }, to) => {
      // The rest never arrives.
      if (to === 'client' && (passed += length) > MIB) proxy.mode = 'hang';
      return undefined;
    };
    const { status, body } = await fetch(admin.url + artifactPath('store', digestOf(bytes), 'bundle'), {
      headers: admin.credentials,
    });
    expect(status).toBe(200);
    const reader = body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    proxy.cut();
    await expect(
      (async () => {
        while ((await reader?.read())?.done === false);
      })(),
    ).rejects.toThrow();
  });

  it('publishes no version whose bundle cannot be checked', async () => {
    await publish(admin, 'store/files', '3.0.0');
    await uploadBundle(admin, 'store', bundleOf('store/files', '3.0.0'));
    proxy.mode = 'refuse';
    proxy.cut();
    expectRefused(await setStatus(admin, 'store/files', '3.0.0', 'published'), 503);
    proxy.mode = 'pass';
    expect((await setStatus(admin, 'store/files', '3.0.0', 'published')).status).toBe(200);
  });
});
