import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Browser } from '../support/browser.js';
import { composeService } from '../support/compose.js';
import { imageStage, pairsOf, textsOf } from '../support/dockerfile.js';
import { putImageFiles } from '../support/image-files.js';
import { freePort } from '../support/ports.js';
import { S3Server } from '../support/s3-server.js';
import { openEmptyDatabase } from '../support/test-database.js';

const run = promisify(execFile);
const DATABASE = process.env['TEST_DATABASE_URL'];

/**
 * The services of `docker compose up`, as far as possible without Docker: the files of the image, run by its command with its
 * variables and those of docker-compose.yml. The other servers are those of the tests, configured in .env; without a database
 * server, the embedded one replaces it, and the server also analyzes.
 */
let folder: string;
let app: string;
let url: string;
let variables: Readonly<Record<string, string>>;
let server: ChildProcess | undefined;
let printed = '';
const ends: (() => Promise<void>)[] = [];

/** Maps the folders and the port of the container to this machine. */
const here = (variables: Readonly<Record<string, string>>, port: number): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      value.replace(/^\/(data|secrets)(?=\/|$)/, join(folder, '$1')),
    ]),
  ),
  PORT: String(port),
});

async function dotEnv(port: number): Promise<Record<string, string>> {
  const s3 = await S3Server.start();
  ends.push(() => s3.close());
  const {
    STORAGE_S3_ENDPOINT = '',
    STORAGE_S3_ACCESS_KEY_ID = '',
    STORAGE_S3_SECRET_ACCESS_KEY = '',
  } = s3.settings;
  const store = { STORAGE_S3_ENDPOINT, STORAGE_S3_ACCESS_KEY_ID, STORAGE_S3_SECRET_ACCESS_KEY };
  const redis = { REDIS_URL: process.env['TEST_REDIS_URL'] ?? '', REDIS_PREFIX: `containers-${port}` };
  if (DATABASE === undefined) return { ...store, ...redis, DATABASE_URL_FILE: '', PROCESS_ROLE: 'all' };
  const database = await openEmptyDatabase();
  ends.push(() => database.close());
  if (typeof database.server !== 'string') throw new Error('a server has a URL');
  return { ...store, ...redis, DATABASE_URL: database.server };
}

async function makeSecrets(env: Readonly<Record<string, string>>): Promise<void> {
  const { entrypoint = [], command = [], environment } = composeService('secrets', env);
  const [program = '', ...words] = [...entrypoint, ...command];
  const cwd = join(folder, 'secrets');
  await mkdir(cwd);
  await run(program, words, { cwd, env: { PATH: process.env['PATH'], ...environment } });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-containers-'));
  app = join(folder, 'app');
  await putImageFiles(app);
  const port = await freePort();
  url = `http://localhost:${port}`;
  const env = { PORT: String(port), ...(await dotEnv(port)) };
  await makeSecrets(env);
  const { environment } = composeService('hub', env);
  const all = { ...pairsOf(imageStage(), 'ENV'), ...env, ...environment };
  variables = { PATH: process.env['PATH'] ?? '', TMPDIR: folder, ...here(all, port) };
  const [, ...words] = JSON.parse(textsOf(imageStage(), 'CMD').join()) as string[];
  const child = spawn(process.execPath, words, { cwd: app, env: variables });
  server = child;
  await new Promise<void>((started, failed) => {
    child.once('close', () => failed(new Error(printed)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        if (/Password .*\n/.test(printed)) started();
      });
    }
  });
});

afterAll(async () => {
  if (server?.exitCode === null) {
    const closed = once(server, 'close');
    server.kill('SIGINT');
    await closed;
  }
  for (const end of ends) await end();
  await rm(folder, { recursive: true, force: true });
});

describe('the log of the hub', () => {
  it('ends with the URL and the first password', () => {
    expect(printed).toContain(`\n  In a browser: ${url}\n`);
    expect(printed).toMatch(/\n {2}First administrator: admin\n {2}Password \(shown this once\): \S+\n/);
  });
});

describe('a user with a browser', () => {
  it('opens the URL in the log, signs in with the password in it, and is signed in at /', async () => {
    const browser = new Browser();
    const [, address = ''] = /In a browser: (\S+)/.exec(printed) ?? [];
    const [, username = ''] = /First administrator: (\S+)/.exec(printed) ?? [];
    const [, password = ''] = /Password .*: (\S+)/.exec(printed) ?? [];
    const home = await browser.open(address);
    expect(home.text).toContain('name="sign-in" content="possible"');
    const form = await browser.open(`${address}/auth/login`);
    expect([form.status, form.url]).toEqual([200, expect.stringMatching(`^${url}/`)]);
    const refused = await browser.submit(form, { username, password: `${password}x` });
    expect(refused.text).toContain('<form');
    const end = await browser.submit(refused, { username, password });
    expect([end.status, end.url]).toEqual([200, `${url}/`]);
    expect(end.text).toContain('name="session" content="possible"');
    const me = await browser.visit(`${url}/api/v1/me`, { headers: { accept: 'application/json' } });
    expect([me.status, JSON.parse(me.text)]).toEqual([
      200,
      expect.objectContaining({ email: 'admin@localhost', role: 'PLATFORM_ADMIN' }),
    ]);
  });
});

describe('the health check', () => {
  const check = async (port: number): Promise<number> => {
    const [, program = '', ...words] = composeService('hub').healthcheck?.test ?? [];
    const script = words.map((word) => word.replace('/8080', `/${port}`));
    return run(program, script).then(
      () => 0,
      (error: unknown) => Number(Object(error).code),
    );
  };

  it('uses the server process, without another Node.js', async () => {
    expect(composeService('hub').healthcheck?.test.join(' ')).toMatch(/^CMD bash .*\/readyz/);
    expect(await check(Number(new URL(url).port))).toBe(0);
  });

  it('fails when nothing listens, and when the response is not 200', async () => {
    expect(await check(await freePort())).toBe(1);
    const readyz = 'GET /readyz';
    const [, program = '', ...words] = composeService('hub').healthcheck?.test ?? [];
    const elsewhere = words.map((word) =>
      word.replace(readyz, 'GET /nowhere').replace('/8080', `/${new URL(url).port}`),
    );
    await expect(run(program, elsewhere)).rejects.toMatchObject({ code: 1 });
  });
});

describe('the container', () => {
  it('administers the server with mcp-hub', async () => {
    const program = join(app, 'bin/mcp-hub.cjs');
    const { stdout } = await run(process.execPath, [program, 'users', 'list', '--json'], { env: variables });
    expect(JSON.parse(stdout)).toMatchObject([{ username: 'admin', administrator: true }]);
  });

  it('analyzes packages in a separate process', async () => {
    const sample = join(folder, 'sample');
    await cp('packages/analyzer/test/corpus/javascript/H-listen-on-all/good', sample, { recursive: true });
    const program = join(app, 'bin/mcp-analyze.cjs');
    const { stdout } = await run(process.execPath, [program, sample, '--json', '--fail-on', 'none'], {
      env: variables,
    });
    expect(JSON.parse(stdout)).toHaveProperty('findings');
  });

  it('has the files of the product, and the server writes none among them', async () => {
    expect((await readdir(app)).sort()).toEqual([
      'LICENSE',
      'bin',
      'dist',
      'examples',
      'node_modules',
      'package.json',
      'packages',
      'scripts',
    ]);
  });

  it('has no package manager', async () => {
    const modules = await readdir(join(app, 'node_modules'));
    expect(modules).toContain('@nestjs');
    for (const name of ['npm', 'npx', 'corepack', 'yarn', 'pnpm', '.bin'])
      expect(modules).not.toContain(name);
  });
});
