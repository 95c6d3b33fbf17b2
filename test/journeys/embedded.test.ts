import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../support/api-client.js';
import { ServerProcess, type ProcessOptions } from '../support/server-process.js';

let dataDir: string;
let started: ServerProcess[] = [];

async function start(
  settings: Readonly<Record<string, string>> = {},
  options?: ProcessOptions,
): Promise<ServerProcess> {
  const server = await ServerProcess.start({ DATA_DIR: dataDir, ...settings }, options);
  started.push(server);
  return server;
}

async function newDataDir(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'mcp-hub-embedded-'));
}

/** Stops all servers and deletes their data. */
async function clear(): Promise<void> {
  for (const server of started) await server.kill();
  started = [];
  await rm(dataDir, { recursive: true, force: true });
}

describe('the embedded default', () => {
  // A first start takes seconds: the tests share its result.
  let server: ServerProcess;
  beforeAll(async () => {
    await newDataDir();
    server = await start();
  });
  afterAll(clear);

  it('creates a first administrator whose password is printed once and works', async () => {
    const [, password] = /shown this once\): (\S+)/.exec(server.output) ?? [];
    const login = { username: 'admin', password };
    expect((await new ApiClient(server.url).post('/v1/auth/login', login)).status).toBe(200);

    expect(await server.kill('SIGTERM')).toBe(0);
    server = await start();
    expect(server.output).not.toContain('Password');
    expect((await new ApiClient(server.url).post('/v1/auth/login', login)).status).toBe(200);
  });

  it('keeps generated secrets readable by their owner only', async () => {
    const folder = join(dataDir, 'secrets');
    const names = await readdir(folder);
    expect(names.sort()).toEqual([
      'auth.oss.issuer_secret',
      'hub_signing_key',
      'idp.signing_key',
      'outbound_webhooks_secret_key',
      'session_secret',
    ]);
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it('refuses a second process on the same data directory, with a message that says what to do', async () => {
    await expect(start()).rejects.toThrow(/is in use by another mcp-hub process; stop that one first/);
    expect((await new ApiClient(server.url).get('/healthz')).status).toBe(200);
  });

  it('is refused in production unless allowed', async () => {
    await server.kill('SIGTERM');
    await expect(start({ NODE_ENV: 'production' })).rejects.toThrow(
      /database_url \(DATABASE_URL\) must be set in production[^]*auth\.oss\.issuer_secret[^]*hub_signing_key/,
    );
    server = await start({ NODE_ENV: 'production', ALLOW_EMBEDDED: 'true' });
    expect((await new ApiClient(server.url).get('/healthz')).status).toBe(200);
  });
});

describe('the first start on a data directory', () => {
  beforeEach(newDataDir);
  afterEach(clear);

  const inDataDir = (): Promise<string[]> => readdir(dataDir);
  const unfinished = async (): Promise<string[]> =>
    (await inDataDir()).filter((name) => name.startsWith('db-new-'));

  it('refuses a database folder with other content, and leaves it alone', async () => {
    await mkdir(join(dataDir, 'db'));
    await writeFile(join(dataDir, 'db', 'notes.txt'), 'not a database');
    await expect(start()).rejects.toThrow(/^\S+\/db holds files, but no database; move them away/);
    expect(await readdir(join(dataDir, 'db'))).toEqual(['notes.txt']);
    expect(await unfinished()).toEqual([]);
  });

  it('reports why the database cannot be initialized, leaves nothing of it, and can be retried', async () => {
    await expect(start({}, { largestFileKiB: 1024 })).rejects.toThrow(
      /^the embedded database could not be initialized \([^)]+\)/,
    );
    expect(await inDataDir()).not.toContain('db');
    expect(await unfinished()).toEqual([]);
    const server = await start();
    expect((await server.client.get('/readyz')).status).toBe(200);
  });

  it('leaves no partial database when it is killed', async () => {
    const killed = spawn(process.execPath, ['dist/main.js'], {
      env: { PATH: process.env['PATH'], CONFIG_FILE: '/dev/null', PORT: '0', DATA_DIR: dataDir },
      stdio: 'ignore',
    });
    const ended = once(killed, 'close');
    while ((await unfinished()).length === 0) await wait(5);
    killed.kill('SIGKILL');
    await ended;
    expect(await inDataDir()).not.toContain('db');

    await mkdir(join(dataDir, 'db-new-before'));
    const server = await start();
    expect((await server.client.get('/readyz')).status).toBe(200);
    expect(await inDataDir()).not.toContain('db-new-before');
    expect(await readdir(join(dataDir, 'db'))).toContain('PG_VERSION');
  });
});
