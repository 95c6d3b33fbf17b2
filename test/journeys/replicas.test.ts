import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { OpenDatabase } from '../../src/storage/database/embedded-database.js';
import { MIGRATIONS } from '../../src/storage/database/migrations/index.js';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import {
  artifactPath,
  aVersion,
  digestOf,
  packagePath,
  publish,
  setStatus,
  uploadBundle,
} from '../support/builders.js';
import { ISSUER_SECRET } from '../support/credentials.js';
import { S3Server } from '../support/s3-server.js';
import { ServerProcess } from '../support/server-process.js';
import { eventually } from '../support/stored-artifacts.js';
import { openEmptyDatabase } from '../support/test-database.js';
import { resolve } from '../support/version-requests.js';

const MIB = 1024 * 1024;
const redisPrefix = `test-${randomUUID()}`;

let folder: string;
let database: OpenDatabase;
let s3: S3Server;
let replicas: readonly [ServerProcess, ServerProcess];

const settingsOf = (replica: number): Record<string, string> => ({
  DATA_DIR: join(folder, String(replica)),
  DATABASE_URL: database.server as string,
  DATABASE_POOL_SIZE: '5',
  AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
  LOG_LEVEL: 'info',
  // In a run of the tests on Redis, the replicas share it.
  ...(process.env['TEST_REDIS_URL'] !== undefined && {
    REDIS_URL: process.env['TEST_REDIS_URL'],
    REDIS_PREFIX: redisPrefix,
  }),
  ...s3.settings,
});

const startReplica = (replica: number): Promise<ServerProcess> => ServerProcess.start(settingsOf(replica));

/** The same caller at both replicas. */
type Twice = readonly [ApiClient, ApiClient];

const both = (authorization: string): Twice => [
  new ApiClient(replicas[0].url).as(authorization),
  new ApiClient(replicas[1].url).as(authorization),
];

let admin: Twice;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-replicas-'));
  database = await openEmptyDatabase();
  s3 = await S3Server.start();
  replicas = await Promise.all([startReplica(0), startReplica(1)]);
  await eventually(() => Promise.resolve(passwords().length > 0));
  admin = both(await login(replicas[0], 'admin', passwords()[0]));
});

afterAll(async () => {
  for (const replica of replicas) await replica.kill();
  await s3.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const printed = (pattern: RegExp): string[] =>
  replicas.flatMap((replica) => [...replica.output.matchAll(pattern)].map((match) => match[1] ?? ''));

const passwords = (): string[] => printed(/shown this once\): (\S+)/g);

async function login(at: ServerProcess, username: string, password?: string): Promise<string> {
  const { status, body } = await new ApiClient(at.url).post('/v1/auth/login', { username, password });
  expect(status).toBe(200);
  return `Bearer ${body.access_token}`;
}

const cli = (...words: string[]): Promise<{ stdout: string }> =>
  promisify(execFile)(process.execPath, ['dist/cli/main.js', ...words], {
    env: { PATH: process.env['PATH'], CONFIG_FILE: '/dev/null', ...settingsOf(0) },
  });

async function apiToken(creator: ApiClient): Promise<{ id: string; caller: Twice }> {
  const { status, body } = await creator.post('/v1/tokens', {
    description: 'replicas',
    scopes: ['mcp:catalog:read'],
    resources: ['catalog'],
  });
  expect(status).toBe(201);
  return { id: body.token_id, caller: both(`Token ${body.token_id}:${body.secret}`) };
}

const statusesOf = async (answers: readonly Promise<ApiResponse>[]): Promise<number[]> =>
  (await Promise.all(answers)).map(({ status }) => status);

const listing = (caller: Twice): Promise<number[]> =>
  statusesOf(caller.map((client) => client.get('/v1/catalog')));

describe('two servers that start concurrently on one new database', () => {
  it('both listen', async () => {
    expect(await statusesOf(admin.map((client) => client.get('/healthz')))).toEqual([200, 200]);
  });

  it('run every migration once', async () => {
    const client = new pg.Client({ connectionString: database.server as string });
    await client.connect();
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migration ORDER BY id');
    await client.end();
    expect(rows.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
    await eventually(() => Promise.resolve(printed(/"msg":"(migrated)"/g).length > 0));
    expect(printed(/"msg":"(migrated)"/g)).toHaveLength(1);
  });

  it('create one first administrator, whose password one of them prints', () => {
    expect(passwords()).toHaveLength(1);
  });
});

describe('a revocation at one server takes effect at the other immediately', () => {
  it('of a deleted token', async () => {
    const { id, caller } = await apiToken(admin[0]);
    expect(await listing(caller)).toEqual([200, 200]);
    expect((await admin[0].delete(`/v1/tokens/${id}`)).status).toBe(204);
    expect((await caller[1].get('/v1/catalog')).status).toBe(401);
    expect((await caller[0].get('/v1/catalog')).status).toBe(401);
  });

  it('of all credentials of a user disabled on the command line', async () => {
    const { stdout } = await cli('users', 'add', 'alice');
    const password = /shown this once\): (\S+)/.exec(stdout)?.[1];
    await cli('members', 'add', 'acme', 'alice');
    const user = both(await login(replicas[1], 'alice', password));
    const { caller } = await apiToken(user[0]);
    expect([await listing(user), await listing(caller)]).toEqual([
      [200, 200],
      [200, 200],
    ]);

    await cli('users', 'disable', 'alice');
    expect([await listing(user), await listing(caller)]).toEqual([
      [401, 401],
      [401, 401],
    ]);
    const logins = replicas.map(({ url }) =>
      new ApiClient(url).post('/v1/auth/login', { username: 'alice', password }),
    );
    expect(await statusesOf(logins)).toEqual([401, 401]);
  });

  it('of a revoked version', async () => {
    await aVersion(admin[0], 'acme/revoked', '1.0.0').published();
    expect((await resolve(admin[1], 'acme/revoked', 'latest')).status).toBe(200);
    expect((await setStatus(admin[0], 'acme/revoked', '1.0.0', 'revoked')).status).toBe(200);
    expect((await resolve(admin[1], 'acme/revoked', 'latest')).status).toBe(404);
  });
});

describe('twenty concurrent publishes of one version at both servers', () => {
  it.each([
    ['of a new organization', 'begun/files', '1.0.0'],
    ['of a package that is there', 'begun/files', '2.0.0'],
  ])('%s: one is accepted, nineteen are 409', async (_what, id, version) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_unused, index) =>
        publish(admin[index % 2 === 0 ? 0 : 1], id, version, { description: `attempt ${index}` }),
      ),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
    // The stored version is that of the accepted request in every field.
    const taken = answers.findIndex(({ status }) => status === 200);
    const { body } = await admin[1].get(packagePath(id));
    if (version === '1.0.0') expect(body.description).toBe(`attempt ${taken}`);
  });
});

describe('bytes', () => {
  const downloaded = async (client: ApiClient, path: string): Promise<Buffer> => {
    const answer = await client.get(path);
    expect(answer.status).toBe(302);
    return Buffer.from(await (await fetch(answer.headers.get('location') ?? '')).arrayBuffer());
  };

  it('that are uploaded through one are downloaded through the other', async () => {
    const bundle = randomBytes(300_000);
    const change = { bundle_digest: digestOf(bundle), bundle_size_bytes: bundle.length };
    expect((await publish(admin[0], 'acme/shared', '1.0.0', change)).status).toBe(200);
    expect((await uploadBundle(admin[0], 'acme', bundle)).status).toBe(200);
    expect((await setStatus(admin[1], 'acme/shared', '1.0.0', 'published')).status).toBe(200);
    const { body } = await resolve(admin[1], 'acme/shared', 'latest');
    expect(await downloaded(admin[1], body.resolved.bundle.url as string)).toEqual(bundle);
    const manifest = await downloaded(admin[1], body.resolved.manifest.url as string);
    expect(digestOf(manifest)).toBe(body.resolved.manifest.digest);
  });

  it('that are put to the store with the URL of one are accepted by the other', async () => {
    const bundle = randomBytes(1000);
    const change = { bundle_digest: digestOf(bundle), bundle_size_bytes: bundle.length };
    const { body } = await publish(admin[0], 'acme/presigned', '1.0.0', change);
    const { url, method, headers } = body.bundle_upload;
    const { 'Content-Length': _length, ...sent } = headers;
    expect((await fetch(url, { method, headers: sent, body: bundle })).status).toBe(200);
    expect((await setStatus(admin[1], 'acme/presigned', '1.0.0', 'published')).status).toBe(200);
    expect(await downloaded(admin[0], artifactPath('acme', digestOf(bundle), 'bundle'))).toEqual(bundle);
  });

  it('that are being uploaded to one are not lost when the other is killed and restarts', async () => {
    const bundle = randomBytes(12 * MIB);
    const { authorization = '' } = admin[0].credentials;
    const status = new Promise<number>((done, failed) => {
      const upload = request(
        replicas[0].url + artifactPath('acme', digestOf(bundle), 'bundle'),
        {
          method: 'PUT',
          headers: {
            authorization,
            'content-type': 'application/octet-stream',
            'content-length': bundle.length,
          },
        },
        (answer) => {
          answer.resume();
          done(answer.statusCode ?? 0);
        },
      );
      upload.on('error', failed);
      upload.write(bundle.subarray(0, 11 * MIB), () => {
        replicas[1]
          .kill()
          .then(() => startReplica(1))
          .then((again) => {
            replicas = [replicas[0], again];
            upload.end(bundle.subarray(11 * MIB));
          })
          .catch(failed);
      });
    });
    expect(await status).toBe(200);
    const client = new ApiClient(replicas[1].url).as(authorization);
    expect(digestOf(await downloaded(client, artifactPath('acme', digestOf(bundle), 'bundle')))).toBe(
      digestOf(bundle),
    );
  });
});
