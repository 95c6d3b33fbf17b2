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

describe('an object store that fails', () => {
  let s3: S3Server;
  let proxy: TcpProxy;
  let t: TestApp;
  let admin: ApiClient;
  beforeAll(async () => {
    s3 = await S3Server.start();
    proxy = await TcpProxy.to('127.0.0.1', Number(new URL(s3.endpoint).port));
    t = await startTestApp({
      ...s3.settings,
      STORAGE_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}`,
      STORAGE_PRESIGN_ENABLED: 'false',
      LIMITS_REQUEST_TIMEOUT: '6',
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
    proxy.cut();
  });

  const stored = digestOf(bundleOf('store/files', '1.0.0'));

  it.each(['refuse', 'hang'] as const)(
    'by %s: what needs it is refused in time, what does not goes on',
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

  it('leaves no half of a large upload when its connections break in the middle', async () => {
    const bytes = Buffer.alloc(12 * 1024 * 1024, 'half');
    const uploading = uploadBundle(admin, 'store', bytes);
    const cutting = setInterval(() => proxy.cut(), 5);
    const { status } = await uploading;
    clearInterval(cutting);
    expect([200, 503]).toContain(status);
    const answer = await admin.get(artifactPath('store', digestOf(bytes), 'bundle'));
    expect(answer.status === 200 ? digestOf(answer.bytes) : answer.status).toBe(
      status === 200 ? digestOf(bytes) : 404,
    );
    expect((await uploadBundle(admin, 'store', bytes)).status).toBe(200);
    const whole = await admin.get(artifactPath('store', digestOf(bytes), 'bundle'));
    expect(digestOf(whole.bytes)).toBe(digestOf(bytes));
  });

  it('cuts a download that it breaks off, so that nobody takes the part for the whole', async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024, 'part');
    expect((await uploadBundle(admin, 'store', bytes)).status).toBe(200);
    proxy.mode = 'slow';
    const downloading = admin.get(artifactPath('store', digestOf(bytes), 'bundle'));
    const cutting = setInterval(() => proxy.cut(), 250);
    const outcome = await downloading.then(
      ({ status, bytes: received }) => (status === 200 ? digestOf(received) : status),
      () => 'cut',
    );
    clearInterval(cutting);
    expect([digestOf(bytes), 'cut', 503]).toContain(outcome);
  });

  it('does not make a version published that it cannot check', async () => {
    await publish(admin, 'store/files', '3.0.0');
    await uploadBundle(admin, 'store', bundleOf('store/files', '3.0.0'));
    proxy.mode = 'refuse';
    proxy.cut();
    expectRefused(await setStatus(admin, 'store/files', '3.0.0', 'published'), 503);
    proxy.mode = 'pass';
    expect((await setStatus(admin, 'store/files', '3.0.0', 'published')).status).toBe(200);
  });
});
