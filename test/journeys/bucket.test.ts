import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../support/api-client.js';
import { ISSUER_SECRET } from '../support/credentials.js';
import { S3Server } from '../support/s3-server.js';
import { FailedStart, ServerProcess } from '../support/server-process.js';

let dataDir: string;
let s3: S3Server;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mcp-hub-bucket-'));
  s3 = await S3Server.start();
});
afterAll(async () => {
  await s3.close();
  await rm(dataDir, { recursive: true, force: true });
});

const start = (settings: Readonly<Record<string, string>>): Promise<ServerProcess> =>
  ServerProcess.start({
    DATA_DIR: dataDir,
    AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
    LOG_LEVEL: 'warn',
    ...s3.settings,
    ...settings,
  });

describe('a server whose artifacts are in an object store', () => {
  it('does not start with a bucket that does not exist, and names it', async () => {
    const failed = await start({ STORAGE_S3_BUCKET: 'nosuch' }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(FailedStart);
    const { exitCode, message } = failed as FailedStart;
    expect(exitCode).toBe(1);
    expect(message).toContain(
      'the bucket nosuch that STORAGE_S3_BUCKET names does not exist: create it first',
    );
    expect(message).not.toMatch(/^\s+at /m);
  });

  it('does not start with keys that may not write, and says which rights they need', async () => {
    const store = createServer((request, response) => {
      response.writeHead(request.method === 'HEAD' ? 200 : 403, { 'Content-Type': 'application/xml' });
      response.end(request.method === 'HEAD' ? undefined : '<Error><Code>AccessDenied</Code></Error>');
    }).listen(0, '127.0.0.1');
    try {
      await once(store, 'listening');
      const { port } = store.address() as AddressInfo;
      const failed = await start({ STORAGE_S3_ENDPOINT: `http://127.0.0.1:${port}` }).catch(
        (error: unknown) => error,
      );
      expect(failed).toBeInstanceOf(FailedStart);
      expect((failed as FailedStart).message).toMatch(
        /^mcp-hub cannot start:\n {2}the bucket \S+ that STORAGE_S3_BUCKET names may not be written with these keys: they need s3:PutObject and s3:DeleteObject$/m,
      );
    } finally {
      store.close();
    }
  });

  it('starts while the store is unreachable, and says so', async () => {
    const server = await start({ STORAGE_S3_ENDPOINT: 'http://127.0.0.1:1' });
    try {
      expect((await new ApiClient(server.url).get('/readyz')).status).toBe(200);
      expect(server.output).toContain('"part":"storage","fault":"unavailable"');
    } finally {
      await server.kill();
    }
  });
});
