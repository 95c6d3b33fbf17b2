import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenDatabase } from '../../src/storage/database/embedded-database.js';
import { ApiClient } from '../support/api-client.js';
import { digestOf } from '../support/builders.js';
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
const cli = (
  words: string,
  input = '',
  environment: Readonly<Record<string, string>> = {},
): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['dist/cli/main.js', ...words.split(' ')],
      { env: { PATH: process.env['PATH'], ...settings(), ...environment } },
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
    expect((await cli('--help')).stdout).toMatch(/users .*members .*artifacts .*migrate .*openapi/s);
    expect((await cli('artifacts cleanup --help')).stdout).toMatch(
      /--dry-run .*--older-than <hours> .*default: 24.*--unknown-organizations /s,
    );
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

  it('looks for no database where none has been begun, unless it begins one', async () => {
    if (engine !== 'pglite') return;
    const { code, stderr } = await cli('users list');
    expect(code).toBe(1);
    expect(stderr).toBe(
      `there is no database in ${dataDir}; set DATA_DIR or DATABASE_URL as the server has it\n`,
    );
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('leaves a database that is not up to date to the command migrate, with DATABASE_MIGRATE=false', async () => {
    if (engine !== 'pglite') return;
    const other = { DATA_DIR: await mkdtemp(join(tmpdir(), 'mcp-hub-cli-')), DATABASE_MIGRATE: 'false' };
    const { code, stderr } = await cli('users add somebody', '', other);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^the database is not up to date; run the command "migrate" first/);
    await rm(other.DATA_DIR, { recursive: true });
  });

  it('migrates a new database once', async () => {
    expect((await cli('migrate')).stdout).toMatch(engine === 'pglite' ? /^migrated: Registry/ : /up to date/);
    expect((await cli('migrate')).stdout).toBe('the database is up to date\n');
  });

  it('says so when the first user is no administrator, whom no start makes any more', async () => {
    const note = 'note: no user is an administrator; add one with --admin\n';
    expect((await cli('users add carol')).stdout).toContain(note);
    expect((await cli('users add admin --admin --password-stdin', `${PASSWORD}\n`)).stdout).toBe(
      'added admin\n',
    );
  });

  it('cleans up what nobody needs, or says what it would', async () => {
    for (const words of ['--older-than 1', '--older-than x', '--older-than', 'everything']) {
      const { code, stderr } = await cli(`artifacts cleanup ${words}`);
      expect(code).not.toBe(0);
      expect(stderr).not.toContain('    at ');
    }
    const digest = digestOf('left behind');
    const hex = digest.slice('sha256:'.length);
    const folder = join(dataDir, 'artifacts', 'objects', 'nobody', 'bundle', hex.slice(0, 2));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, hex), 'left behind');
    await utimes(join(folder, hex), 0, Date.now() / 1000 - 30 * 3600);
    const line = `nobody/bundle/${digest} 11`;
    const rest = '0 presigned uploads, 0 unfinished uploads';
    const stays = /^1 objects stay .* --unknown-organizations removes them too$/m;
    expect((await cli('artifacts cleanup --older-than 48 --unknown-organizations')).stdout).toBe(
      `removed 0 artifacts of 0 bytes, ${rest}\n`,
    );
    for (const words of ['', ' --dry-run']) {
      const { stdout } = await cli(`artifacts cleanup${words}`);
      expect(stdout).toContain(`0 artifacts of 0 bytes, ${rest}\n`);
      expect(stdout).toMatch(stays);
    }
    expect((await cli('artifacts cleanup --unknown-organizations --dry-run')).stdout).toBe(
      `${line}\nwould remove 1 artifacts of 11 bytes, ${rest}\n`,
    );
    expect(await readdir(folder)).toEqual([hex]);
    const done = await cli('artifacts cleanup --unknown-organizations');
    expect(done.code).toBe(0);
    expect(done.stdout).toBe(`${line}\nremoved 1 artifacts of 11 bytes, ${rest}\n`);
    expect(done.stderr).toContain('looking through the objects');
    expect(await readdir(folder)).toEqual([]);
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
      'admin\t-\tadministrator\nalice\talice@example.com\ncarol\t-\n',
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
