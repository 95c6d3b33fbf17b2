import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { digestOf } from '../support/builders.js';
import { PASSWORD } from '../support/credentials.js';
import { ServerHome, type CommandOutcome } from '../support/server-home.js';

let home: ServerHome;

/** Runs an administration command with `input` on its standard input. */
const cli = (...words: Parameters<ServerHome['command']>): Promise<CommandOutcome> => home.command(...words);

beforeEach(async () => {
  home = await ServerHome.open();
});

afterEach(() => home.close());

/** Switches from the migrated database to a data directory without one. */
async function startWithoutDatabase(): Promise<void> {
  await home.close();
  home = await ServerHome.open({}, 'new');
}

/** A thirty-hour-old object without a row, of an organization without rows; and the command's line about it. */
async function strayObject(): Promise<{ folder: string; name: string; line: string }> {
  const digest = digestOf('left behind');
  const name = digest.slice('sha256:'.length);
  const folder = join(home.dataDir, 'artifacts', 'objects', 'nobody', 'bundle', name.slice(0, 2));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), 'left behind');
  await utimes(join(folder, name), 0, Date.now() / 1000 - 30 * 3600);
  return { folder, name, line: `nobody/bundle/${digest} 11` };
}

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

  it('exits with an error, without a stack trace, for unknown commands', async () => {
    for (const words of ['nonsense', 'users', 'members add acme', 'members add acme admin --role owner']) {
      const { code, stderr } = await cli(words);
      expect(code).not.toBe(0);
      expect(stderr).not.toContain('    at ');
    }
  });

  it('migrates a new database once', async () => {
    await startWithoutDatabase();
    expect((await cli('migrate')).stdout).toMatch(/^migrated: Registry/);
    expect((await cli('migrate')).stdout).toBe('the database is up to date\n');
  });

  it('says so when the first user is not an administrator, since no start will create one', async () => {
    const note = 'note: no user is an administrator; add one with --admin\n';
    expect((await cli('users add carol')).stdout).toContain(note);
    expect((await cli('users add admin --admin --password-stdin', `${PASSWORD}\n`)).stdout).toBe(
      'added admin\n',
    );
  });

  it('verifies the snapshots of an MCP by its id', async () => {
    const unknown = await cli('snapshots verify 5d2e7b1c-9f4a-4c83-8a60-1b9e3d7c4f32');
    expect(unknown.code).not.toBe(0);
    expect(unknown.stderr).toContain('MCP not found');
    const named = await cli('snapshots verify acme/files');
    expect(named.code).not.toBe(0);
    expect(named.stderr).toContain('must be the id of an MCP');
  });

  it('refuses unknown options of a cleanup', async () => {
    for (const words of ['--older-than 1', '--older-than x', '--older-than', 'everything']) {
      const { code, stderr } = await cli(`artifacts cleanup ${words}`);
      expect(code).not.toBe(0);
      expect(stderr).not.toContain('    at ');
    }
  });

  it('keeps the objects of unknown organizations, and those that are too young', async () => {
    const { folder, name } = await strayObject();
    const left = 'removed 0 artifacts of 0 bytes, 0 presigned uploads, 0 unfinished uploads\n';
    const young = await cli('artifacts cleanup --older-than 48 --unknown-organizations');
    expect(young.stdout).toBe(left);
    for (const [words, line] of [
      ['', left],
      [' --dry-run', left.replace('removed', 'would remove')],
    ] as const) {
      const { stdout } = await cli(`artifacts cleanup${words}`);
      expect(stdout).toContain(line);
      expect(stdout).toMatch(/^kept 1 objects .* --unknown-organizations removes them too$/m);
    }
    expect(await readdir(folder)).toEqual([name]);
  });

  it('removes unreferenced artifacts, or lists them', async () => {
    const { folder, name, line } = await strayObject();
    const counts = '1 artifacts of 11 bytes, 0 presigned uploads, 0 unfinished uploads\n';
    expect((await cli('artifacts cleanup --unknown-organizations --dry-run')).stdout).toBe(
      `${line}\nwould remove ${counts}`,
    );
    expect(await readdir(folder)).toEqual([name]);
    const done = await cli('artifacts cleanup --unknown-organizations');
    expect(done.code).toBe(0);
    expect(done.stdout).toBe(`${line}\nremoved ${counts}`);
    expect(done.stderr).toContain('looking through the objects');
    expect(await readdir(folder)).toEqual([]);
  });

  it('prints data as JSON with --json', async () => {
    const json = async (words: string): Promise<unknown> => JSON.parse((await cli(`${words} --json`)).stdout);
    expect(await json('migrate')).toEqual({ migrated: [] });
    expect(await json('users list')).toEqual([]);
    const alice = {
      username: 'alice',
      email: 'alice@example.com',
      administrator: true,
      disabled: false,
      suspended: false,
    };
    const added = await json('users add alice --email alice@example.com --admin');
    expect(added).toEqual({ ...alice, password: expect.stringMatching(/^\S{12,}$/) });
    expect(await json('users passwd alice')).toEqual({ username: 'alice', password: expect.any(String) });
    await cli('users add bob');
    await cli('users disable bob');
    const bob = { username: 'bob', email: null, administrator: false, disabled: true, suspended: false };
    expect(await json('users list')).toEqual([alice, bob]);
    await cli('members add acme alice --role admin');
    expect(await json('members list acme')).toEqual([{ username: 'alice', role: 'admin' }]);
    expect(await json('configuration')).toContainEqual(
      expect.objectContaining({ name: 'port', variable: 'PORT', default: 8080 }),
    );
    expect(await json('openapi v1')).toMatchObject({ openapi: '3.0.0' });
  });

  it('prints the artifacts that a cleanup removes as JSON, one object per line', async () => {
    const { line } = await strayObject();
    const [path = '', size] = line.split(' ');
    const [organization, kind, digest] = path.split('/');
    const { stdout } = await cli('artifacts cleanup --unknown-organizations --dry-run --json');
    const objects = stdout.trimEnd().split('\n').map((text): unknown => JSON.parse(text)); // prettier-ignore
    expect(objects).toEqual([
      { organization, kind, digest, size_bytes: Number(size) },
      {
        dry_run: true,
        artifacts: 1,
        bytes: 11,
        presigned_uploads: 0,
        unfinished_uploads: 0,
        unknown_objects: 0,
      },
    ]);
  });
});

describe('npm run cli, on the embedded database', () => {
  beforeEach(startWithoutDatabase);

  it('does not create a database, unless the command initializes one', async () => {
    const { code, stderr } = await cli('users list');
    expect(code).toBe(1);
    expect(stderr).toBe(
      `there is no database in ${home.dataDir}; set DATA_DIR or DATABASE_URL as the server has it\n`,
    );
    expect(await readdir(home.dataDir)).toEqual([]);
  });

  it('refuses one that is not up to date with DATABASE_MIGRATE=false, except for the command migrate', async () => {
    const { code, stderr } = await cli('users add somebody', '', { DATABASE_MIGRATE: 'false' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^the database is not up to date; run the command "migrate" first/);
  });
});
