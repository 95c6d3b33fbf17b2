import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';
import { SlowUpload } from '../support/slow-upload.js';
import { eventually } from '../support/stored-artifacts.js';

let home: ServerHome;

beforeEach(async () => {
  home = await ServerHome.open();
});

afterEach(() => home.close());

const signal = (server: ServerProcess, name: NodeJS.Signals): void => void process.kill(server.pid, name);

/** Waits until the listener is closed. */
const closed = (client: ApiClient): Promise<void> =>
  eventually(() =>
    client.get('/healthz').then(
      () => false,
      () => true,
    ),
  );

describe('SIGINT', () => {
  it('finishes requests in progress and exits with 0, also when it arrives twice, as under npm', async () => {
    const server = await home.start();
    const upload = await SlowUpload.start(await server.admin(), server.url);
    const ended = server.kill('SIGINT');
    await closed(server.client);
    signal(server, 'SIGINT');
    signal(server, 'SIGINT');
    expect(await upload.finish()).toBe(200);
    expect(await ended).toBe(0);
    expect(server.output).toContain('Press Ctrl-C again in a moment to end at once');
  });

  it('exits immediately, and says so, when it is sent again later', async () => {
    const server = await home.start();
    const upload = await SlowUpload.start(await server.admin(), server.url);
    const ended = server.kill('SIGINT');
    await wait(2000);
    signal(server, 'SIGINT');
    expect(await ended).toBe(130);
    expect(server.output).toContain('ended at once: requests in flight were cut off');
    await expect(upload.finish()).rejects.toThrow();
  });

  it('does not wait for SHUTDOWN_DRAIN_SECONDS', async () => {
    const server = await home.start({ SHUTDOWN_DRAIN_SECONDS: '300' });
    expect(await server.kill('SIGINT')).toBe(0);
  });
});

describe('SHUTDOWN_DRAIN_SECONDS', () => {
  it('serves requests after SIGTERM, with 503 at /readyz and without keep-alive, and then exits', async () => {
    const server = await home.start({ SHUTDOWN_DRAIN_SECONDS: '3' });
    const admin = await server.admin();
    const startedAt = performance.now();
    const ended = server.kill('SIGTERM');
    await eventually(async () => (await server.client.get('/readyz')).status === 503);
    expect((await server.client.get('/readyz')).body).toMatchObject({ status: 'stopping' });
    expect((await server.client.get('/healthz')).status).toBe(200);
    const { status, headers } = await admin.get('/v1/catalog');
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    await closed(server.client);
    expect(performance.now() - startedAt).toBeGreaterThan(3000);
    expect(await ended).toBe(0);
  });

  it('is not shortened by a second SIGTERM', async () => {
    const server = await home.start({ SHUTDOWN_DRAIN_SECONDS: '3' });
    const ended = server.kill('SIGTERM');
    await eventually(async () => (await server.client.get('/readyz')).status === 503);
    signal(server, 'SIGTERM');
    await wait(2000);
    signal(server, 'SIGTERM');
    expect((await server.client.get('/healthz')).status).toBe(200);
    expect(await ended).toBe(0);
  });
});

describe('a server whose output pipe is closed', () => {
  it('serves requests and stops gracefully', async () => {
    const server = await home.start({ LOG_LEVEL: 'info' });
    server.closeOutput();
    const admin = await server.admin();
    // Each writes a log line, and together they exceed the buffer.
    for (let index = 0; index < 60; index += 1) expect((await admin.get('/v1/catalog')).status).toBe(200);
    const upload = await SlowUpload.start(admin, server.url);
    const ended = server.kill('SIGINT');
    await closed(server.client);
    expect(await upload.finish()).toBe(200);
    expect(await ended).toBe(0);
  });
});
