import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { environmentName, secretFileName, type ConfigKey } from '../../src/config/config-key.js';
import { CONFIG_KEYS } from '../../src/config/config-keys.js';
import { COMPOSE_TEXT, composeService, composeServices } from '../support/compose.js';

const SETTINGS = Object.entries<ConfigKey>(CONFIG_KEYS);
const VARIABLES = SETTINGS.flatMap(([name, { isSecret = false }]) => [
  environmentName(name),
  ...(isSecret ? [secretFileName(name)] : []),
]);
// Variables fixed by the container, not set by its user.
const FIXED = ['HOST', 'DATA_DIR'];
// These go through the service `secrets`, which is tested below.
const WRITTEN = ['DATABASE_URL', 'STORAGE_S3_SECRET_ACCESS_KEY'];

/** The server's environment for a given `.env`, without that of the image: the file, overridden by explicit entries. */
const serverGets = (env: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const { env_file, environment } = composeService('hub', env);
  expect(env_file).toEqual([{ path: '.env', required: false }]);
  return { ...env, ...environment };
};

describe('.env', () => {
  it('passes every setting to the server', () => {
    for (const name of VARIABLES.filter((name) => ![...FIXED, ...WRITTEN, 'PORT'].includes(name))) {
      expect([name, serverGets({ [name]: '123' })[name]]).toEqual([name, '123']);
    }
  });

  it('passes the two that are written into files to the service that does it', () => {
    for (const name of WRITTEN) {
      expect(composeService('secrets', { [name]: '123' }).environment?.[name]).toBe('123');
      // Both values would be an error.
      expect(serverGets({ [name]: '123' })[name]).toBe('');
    }
  });

  it('sets the port of the machine with PORT, which the public URL follows', () => {
    const hub = composeService('hub', { PORT: '9000' });
    expect(hub.ports).toEqual(['127.0.0.1:9000:8080']);
    expect(hub.environment).toMatchObject({ PORT: '8080', PUBLIC_URL: 'http://localhost:9000' });
    const url = 'https://hub.example.com';
    expect(serverGets({ PORT: '9000', PUBLIC_URL: url })['PUBLIC_URL']).toBe(url);
  });

  it('is described by .env.example, every setting with its default', async () => {
    const example = await readFile('.env.example', 'utf8');
    const lines = [...example.matchAll(/^#([A-Z_0-9]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    expect(lines.map(([name]) => name).sort()).toEqual(
      [
        'POSTGRES_PASSWORD',
        'PUBLISH_ADDRESS',
        ...SETTINGS.map(([name]) => environmentName(name)).filter((name) => !FIXED.includes(name)),
      ].sort(),
    );
    const sentences = example.replaceAll('\n# ', ' ');
    const unnamed = VARIABLES.filter((name) => name.endsWith('_FILE')).filter(
      (name) => !sentences.includes(`Or ${name}, a file that holds it.`),
    );
    expect(unnamed).toEqual([]);
    // Removing every # changes nothing.
    const all = Object.fromEntries(lines.filter(([, value]) => value !== ''));
    expect(composeServices(all)).toEqual(composeServices());
    expect(example.replaceAll(/^#.*\n|^\n/gm, '')).toBe('');
  });

  it('is described with every variable of docker-compose.yml', async () => {
    const example = await readFile('.env.example', 'utf8');
    const known = new Set([...COMPOSE_TEXT.matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name]) => name));
    expect(known.size).toBeGreaterThan(10);
    const unnamed = [...known].filter(
      (name) => !new RegExp(`^#${name}=|\\bOr\\s+(# )?${name},`, 'm').test(example),
    );
    expect(unnamed).toEqual([]);
  });
});

describe('the worker', () => {
  it('analyzes with the settings of the server, and the server leaves that to it', () => {
    const env = { LOG_LEVEL: 'debug', PUBLIC_URL: 'https://hub.example.com' };
    const [hub, worker] = [composeService('hub', env), composeService('worker', env)];
    expect(worker.env_file).toEqual(hub.env_file);
    expect(worker.environment).toEqual({ ...hub.environment, PROCESS_ROLE: 'worker' });
    expect(hub.environment).toMatchObject({ PROCESS_ROLE: 'api' });
    expect(composeService('hub', { PROCESS_ROLE: 'all' }).environment).toMatchObject({ PROCESS_ROLE: 'all' });
    expect(worker.ports).toBeUndefined();
  });
});

describe('docker compose up without .env', () => {
  it('allows the built-in identity provider, and nothing else that production refuses', () => {
    const { environment = {} } = composeService('hub');
    expect(environment).toMatchObject({
      ALLOW_EMBEDDED: 'true',
      DATABASE_URL_FILE: '/secrets/database-url',
      REDIS_URL: 'redis://redis:6379',
      STORAGE_TYPE: 's3',
      PUBLIC_URL: 'http://localhost:8080',
    });
    expect(environment).not.toHaveProperty('NODE_ENV');
  });

  it('publishes only the hub, only on the loopback interface', () => {
    const open = Object.entries(composeServices()).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => [name, port]),
    );
    expect(open).toEqual([['hub', '127.0.0.1:8080:8080']]);
  });

  it('contains no password', () => {
    for (const [name, value] of Object.entries(composeService('secrets').environment ?? {})) {
      if (name !== 'STORAGE_S3_ACCESS_KEY_ID') expect([name, value]).toEqual([name, '']);
    }
    expect(COMPOSE_TEXT).not.toMatch(/(PASSWORD|SECRET\w*): (?!''|\$\{|\/secrets\/)/);
  });
});

describe('the service that generates the passwords', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mcp-hub-compose-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** @throws with its output when it refuses */
  const run = async (env: Readonly<Record<string, string>> = {}): Promise<void> => {
    const { entrypoint = [], command = [], environment } = composeService('secrets', env);
    const [program = '', ...words] = [...entrypoint, ...command];
    await promisify(execFile)(program, words, {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...environment },
    });
  };
  const read = (name: string): Promise<string> => readFile(join(folder, name), 'utf8');

  it.each(['a/b', 'a@b', 'a b', 'ä', 'a\nb'])(
    'refuses POSTGRES_PASSWORD=%j, which would break the URL',
    async (given) => {
      await expect(run({ POSTGRES_PASSWORD: given })).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^POSTGRES_PASSWORD /),
      });
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it.each(['a"b', 'a\\b', 'a b'])('refuses STORAGE_S3_SECRET_ACCESS_KEY=%j', async (given) => {
    await expect(run({ STORAGE_S3_SECRET_ACCESS_KEY: given })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^STORAGE_S3_ACCESS_KEY_ID and its secret /),
    });
  });

  it('generates them, readable only by their owner, where the other services expect them', async () => {
    await run();
    const [password, secret] = [await read('postgres-password'), await read('s3-secret-access-key')];
    for (const text of [password, secret]) expect(text).toMatch(/^[0-9a-f]{64}$/);
    expect(password).not.toBe(secret);
    expect(await read('database-url')).toBe(`postgres://mcp_hub:${password}@postgres:5432/mcp_hub`);
    expect(JSON.parse(await read('s3.json'))).toEqual({
      identities: [
        {
          name: 'mcp-hub',
          credentials: [{ accessKey: 'mcp-hub', secretKey: secret }],
          actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'],
        },
      ],
    });
    const names = await readdir(folder);
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    const wanted = [...COMPOSE_TEXT.matchAll(/\/secrets\/([\w.-]+)/g)].map(([, name = '']) => name);
    expect([...new Set(wanted)].sort()).toEqual(names.sort());
  });

  it('keeps them', async () => {
    await run();
    const [password, secret] = [await read('postgres-password'), await read('s3.json')];
    await run();
    expect([await read('postgres-password'), await read('s3.json')]).toEqual([password, secret]);
  });

  it('uses those of .env, also at a later start', async () => {
    await run();
    await run({ POSTGRES_PASSWORD: 'Given-1', STORAGE_S3_SECRET_ACCESS_KEY: 'Given/2+' });
    expect(await read('database-url')).toBe('postgres://mcp_hub:Given-1@postgres:5432/mcp_hub');
    expect(await read('s3-secret-access-key')).toBe('Given/2+');
    expect(await read('s3.json')).toContain('"Given/2+"');
  });

  it('lets another database replace its own', async () => {
    await run({ DATABASE_URL: 'postgres://somebody@db.example.com/hub?sslmode=verify-full' });
    expect(await read('database-url')).toBe('postgres://somebody@db.example.com/hub?sslmode=verify-full');
  });
});
