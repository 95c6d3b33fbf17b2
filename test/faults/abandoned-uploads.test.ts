import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { ApiClient } from '../support/api-client.js';
import { artifactPath, publish, uploadBundle } from '../support/builders.js';
import { PASSWORD } from '../support/credentials.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';
import { eventually, someBytes } from '../support/stored-artifacts.js';
import { engine } from '../support/test-database.js';
import { Wire } from '../support/wire.js';

const CLIENTS = 20;
// A database connection for each client, and some spare ones.
const POOL_SIZE = CLIENTS + 5;
const LENGTH = 200_000;
const STREAM = 'application/octet-stream';

let home: ServerHome;
let server: ServerProcess;
let client: ApiClient;
let admin: ApiClient;
beforeAll(async () => {
  home = await ServerHome.open({
    AUTH_OSS_ENABLE_BASIC: 'true',
    DATABASE_POOL_SIZE: String(POOL_SIZE),
    LOG_LEVEL: 'info',
  });
  server = await home.start();
  ({ client } = server);
  admin = await server.admin();
  expect((await publish(admin, 'left/files', '1.0.0')).status).toBe(200);
});
afterAll(() => home.close());

const basic = (): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`,
});

/** Starts uploads: sends the heads, and part of each body. */
async function startUploads(
  what: string,
  credentials: Readonly<Record<string, string>>,
  sent: number,
): Promise<Wire[]> {
  const port = Number(new URL(server.url).port);
  return Promise.all(
    Array.from({ length: CLIENTS }, async (_unused, index) => {
      const { bytes, digest } = someBytes(`${what} ${index}`, LENGTH);
      const headers = {
        ...credentials,
        'Content-Type': STREAM,
        'Content-Length': LENGTH,
        'X-Request-Id': `${what}-${index}`,
      };
      return (await Wire.to({ port }))
        .start('PUT', artifactPath('left', digest, 'bundle'), headers)
        .send(bytes.subarray(0, sent));
    }),
  );
}

/** The log lines about them. */
const linesOf = (what: string): string[] =>
  server.output.split('\n').filter((line) => line.includes(`"${what}-`));

/** The log shows that the server has finished all of them, and it is the same process as before. */
async function expectUnharmed(what: string): Promise<void> {
  await eventually(() => Promise.resolve(linesOf(what).length === CLIENTS));
  expect((await client.get('/healthz')).status).toBe(200);
  const { bytes } = someBytes(`${what} afterwards`, LENGTH);
  expect((await uploadBundle(admin, 'left', Buffer.from(bytes))).status).toBe(200);
  expect(server.output).not.toMatch(/"level":"(error|fatal)"/);
  expect(server.output).not.toMatch(/^\s+at /m);
}

describe('clients that disconnect during an upload', () => {
  it.each([
    ['nothing of the body', 0],
    ['a part of it', LENGTH / 2],
    ['all but a byte', LENGTH - 1],
  ])('while their password is checked, with %s sent, do not affect others', async (_what, sent) => {
    const name = `waiting-${sent}`;
    // Each costs the server a slow hash; it computes two at a time.
    const wires = await startUploads(name, basic(), sent);
    for (const wire of wires) wire.cut();
    // The next request in the queue for password hashing.
    expect((await client.get('/v1/catalog', { headers: basic() })).status).toBe(200);
    await expectUnharmed(name);
  });

  it('after 100 Continue, do not affect others', async () => {
    const wires = await startUploads('under-way', admin.credentials, LENGTH / 2);
    expect((await client.get('/healthz')).status).toBe(200);
    for (const wire of wires) wire.cut();
    await expectUnharmed('under-way');
  });

  it('at any time in between, do not affect others', async () => {
    const wires = await startUploads('between', basic(), LENGTH / 2);
    for (const wire of wires) {
      await client.get('/healthz');
      wire.cut();
    }
    await expectUnharmed('between');
  });

  // The embedded database has a single session, which cannot be blocked.
  if (engine === 'postgres') {
    it.each([
      ['which the server notices', 0],
      ['unnoticed, for it reads no more of a body that waits', LENGTH / 2],
    ])('while the database looks up their organization, %s, do not affect others', async (_what, sent) => {
      const name = `locked-${sent}`;
      const blocker = new pg.Client({ connectionString: home.databaseUrl });
      await blocker.connect();
      try {
        await blocker.query(`BEGIN; LOCK TABLE registry_organization IN ACCESS EXCLUSIVE MODE`);
        const wires = await startUploads(name, admin.credentials, sent);
        await eventually(async () => {
          const { rows } = await blocker.query<{ waiting: number }>(
            `SELECT count(*)::int AS waiting FROM pg_locks
              WHERE NOT granted AND relation = 'registry_organization'::regclass`,
          );
          return rows[0]?.waiting === CLIENTS;
        });
        for (const wire of wires) wire.cut();
        if (sent === 0) await eventually(() => Promise.resolve(linesOf(name).length === CLIENTS));
        await blocker.query(`COMMIT`);
        await expectUnharmed(name);
      } finally {
        await blocker.end();
      }
    });
  }
});
