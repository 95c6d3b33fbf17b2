import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenDatabase } from '../../src/storage/database/embedded-database.js';
import { ApiClient } from '../support/api-client.js';
import { ISSUER_SECRET, PASSWORD } from '../support/credentials.js';
import { ServerProcess } from '../support/server-process.js';
import { engine, openTestDatabase } from '../support/test-database.js';

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let dataDir: string;
let database: OpenDatabase | undefined;
let server: ServerProcess | undefined;

const settings = (): Record<string, string> => ({
  CONFIG_FILE: '/dev/null',
  DATA_DIR: dataDir,
  AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
  BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
  ...(typeof database?.server === 'string' && { DATABASE_URL: database.server }),
});

/** Runs an administration command; `input` goes to its standard input. */
const cli = (words: string, input = ''): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['dist/cli/main.js', ...words.split(' ')],
      { env: { PATH: process.env['PATH'], ...settings() } },
      (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
      },
    );
    child.stdin?.end(input);
  });

const login = async (username: string, password: string): Promise<number> =>
  (await new ApiClient(server?.url ?? '').post('/v1/auth/login', { username, password })).status;

const generatedPassword = ({ stdout }: Outcome): string => /shown this once\): (\S+)/.exec(stdout)?.[1] ?? '';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mcp-hub-cli-'));
  if (engine === 'postgres') database = await openTestDatabase();
});

afterAll(async () => {
  await server?.kill();
  await database?.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('npm run cli', () => {
  it('shows its commands with --help, also those of a group', async () => {
    expect((await cli('--help')).stdout).toMatch(/users .*members .*migrate .*openapi/s);
    expect((await cli('users --help')).stdout).toMatch(/add .*list .*passwd .*disable .*enable/s);
    expect((await cli('members add --help')).stdout).toMatch(
      /choices: "admin", "member", default:\s+"member"/,
    );
  });

  it('ends with an error and no trace for what it does not know', async () => {
    for (const words of ['nonsense', 'users', 'members add acme', 'members add acme admin --role owner']) {
      const { code, stderr } = await cli(words);
      expect(code).not.toBe(0);
      expect(stderr).not.toContain('    at ');
    }
  });

  it('migrates a new database once', async () => {
    expect((await cli('migrate')).stdout).toMatch(engine === 'pglite' ? /^migrated: Registry/ : /up to date/);
    expect((await cli('migrate')).stdout).toBe('the database is up to date\n');
  });

  it('manages users and members while a server runs, with effect at once', async () => {
    server = await ServerProcess.start(settings());

    const added = await cli('users add alice --email alice@example.com');
    expect(added).toMatchObject({ code: 0, stderr: '' });
    expect(await login('alice', generatedPassword(added))).toBe(200);
    expect(await cli('users add ALICE')).toMatchObject({
      code: 1,
      stderr: 'the user ALICE exists already\n',
    });
    expect((await cli('users add -x-')).code).toBe(1);
    expect(await cli('users add bob --password-stdin', 'short\n')).toMatchObject({
      code: 1,
      stderr: 'password must be 12 to 1024 bytes long\n',
    });
    expect((await cli('users list')).stdout).toBe(
      'admin\tadmin@localhost\tadministrator\nalice\talice@example.com\n',
    );

    expect((await cli('members add acme alice --role admin')).code).toBe(0);
    expect(await cli('members add acme nobody')).toMatchObject({
      code: 1,
      stderr: 'user nobody not found\n',
    });
    expect((await cli('members list acme')).stdout).toBe('alice\tadmin\n');
    expect((await cli('members remove acme alice')).stderr).toContain('last admin');

    expect((await cli('users passwd alice --password-stdin', 'another long password\n')).code).toBe(0);
    expect(await login('alice', 'another long password')).toBe(200);
    expect((await cli('users disable alice')).code).toBe(0);
    expect(await login('alice', 'another long password')).toBe(401);
    expect((await cli('users enable alice')).code).toBe(0);
    expect(await login('alice', 'another long password')).toBe(200);
  });
});
