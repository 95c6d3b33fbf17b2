import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../support/api-client.js';
import { ServerProcess } from '../support/server-process.js';

let dataDir: string;
let server: ServerProcess;

const start = (settings: Readonly<Record<string, string>> = {}): Promise<ServerProcess> =>
  ServerProcess.start({ DATA_DIR: dataDir, ...settings });

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mcp-hub-embedded-'));
  server = await start();
});

afterEach(async () => {
  await server.kill();
  await rm(dataDir, { recursive: true, force: true });
});

describe('the embedded default', () => {
  it('makes a first administrator whose password is printed once and works', async () => {
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
    expect(names.sort()).toEqual(['auth.oss.issuer_secret', 'idp.signing_key', 'session_secret']);
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  });

  it('refuses a second process on the same data directory, with a message that says what to do', async () => {
    await expect(start()).rejects.toThrow(/is in use by another mcp-hub process; stop that one first/);
    expect((await new ApiClient(server.url).get('/healthz')).status).toBe(200);
  });

  it('is refused in production unless it is allowed', async () => {
    await server.kill('SIGTERM');
    await expect(start({ NODE_ENV: 'production' })).rejects.toThrow(
      /database_url \(DATABASE_URL\) must be set in production[^]*auth\.oss\.issuer_secret/,
    );
    server = await start({ NODE_ENV: 'production', ALLOW_EMBEDDED: 'true' });
    expect((await new ApiClient(server.url).get('/healthz')).status).toBe(200);
  });
});
