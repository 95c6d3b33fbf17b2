import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenDatabase } from '../../src/storage/database/embedded-database.js';
import { ApiClient } from '../support/api-client.js';
import { artifactPath, digestOf, publish, uploadBundle } from '../support/builders.js';
import { ISSUER_SECRET, PASSWORD } from '../support/credentials.js';
import { expectRefused } from '../support/refusals.js';
import { ServerProcess } from '../support/server-process.js';
import { engine, openTestDatabase } from '../support/test-database.js';

// More than the files of the embedded database, less than a bundle may have.
const LARGEST_FILE_KIB = 40 * 1024;

let dataDir: string;
let database: OpenDatabase | undefined;
let server: ServerProcess;
let admin: ApiClient;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mcp-hub-full-'));
  if (engine === 'postgres') database = await openTestDatabase();
  const settings = {
    DATA_DIR: dataDir,
    AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
    BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
    ...(typeof database?.server === 'string' && { DATABASE_URL: database.server }),
  };
  server = await ServerProcess.start(settings, { largestFileKiB: LARGEST_FILE_KIB });
  const client = new ApiClient(server.url);
  const { body } = await client.post('/v1/auth/login', { username: 'admin', password: PASSWORD });
  admin = client.as(`Bearer ${body.access_token as string}`);
});
afterAll(async () => {
  await server.kill();
  await database?.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('a file system that takes no more', () => {
  it('makes an upload 503, leaves nothing of it, and harms nothing else', async () => {
    expect((await publish(admin, 'acme/files', '1.0.0')).status).toBe(200);
    const large = Buffer.alloc((LARGEST_FILE_KIB + 4096) * 1024, 'full');
    const refused = await uploadBundle(admin, 'acme', large);
    expectRefused(refused, 503);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await readdir(join(dataDir, 'artifacts', 'tmp'))).toEqual([]);
    expectRefused(await admin.get(artifactPath('acme', digestOf(large), 'bundle')), 404);

    const small = Buffer.from('fits');
    expect((await uploadBundle(admin, 'acme', small)).status).toBe(200);
    expect((await admin.get(artifactPath('acme', digestOf(small), 'bundle'))).bytes.equals(small)).toBe(true);
  });
});
