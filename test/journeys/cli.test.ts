import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as consumed } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { digestOf } from '../support/builders.js';
import { PASSWORD } from '../support/credentials.js';
import { programEnvironment } from '../support/server-process.js';
import type { CommandOutcome } from '../support/command-host.js';
import { ServerHome } from '../support/server-home.js';

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

  it('says the same in a process of its own as in one that has run others, as these tests run it', async () => {
    const add = 'users add ada --password-stdin';
    expect(await home.commandAlone(add, `${PASSWORD}\n`)).toMatchObject({ code: 0, stderr: '' });
    for (const words of ['users list', 'users', 'nonsense', 'configuration', add]) {
      expect(await home.commandAlone(words, `${PASSWORD}\n`)).toEqual(await cli(words, `${PASSWORD}\n`));
    }
  });

  it('exits with an error, without a stack trace, for unknown commands', async () => {
    for (const words of ['nonsense', 'users', 'members add acme', 'members add acme admin --role owner']) {
      const { code, stderr } = await cli(words);
      expect(code).not.toBe(0);
      expect(stderr).not.toContain('    at ');
    }
  });

  it.each(['help nosuch', 'help users nosuch', 'users help nosuch'])(
    'names the unknown command of "%s" in one line',
    async (words) => {
      const { code, stdout, stderr } = await cli(words);
      expect([code, stdout, stderr]).toEqual([1, '', "error: unknown command 'nosuch'\n"]);
    },
  );

  it('shows the help of a command with "help", as with --help', async () => {
    const { code, stdout } = await cli('help users add');
    expect(code).toBe(0);
    expect(stdout).toBe((await cli('users add --help')).stdout);
  });

  it.each(['--help', 'configuration', 'users list --json', 'gate --help'])(
    'says in one line that the output of "%s" cannot be written',
    async (words) => {
      const { code, stderr } = await home.commandTo('/dev/full', words);
      expect([code, stderr]).toEqual([
        2,
        'cannot write the output: no space is left on the device (ENOSPC)\n',
      ]);
    },
  );

  it('refuses text that is not an address, which could forge lines of a list', async () => {
    const forged = 'a@b.example\tadministrator\nroot\troot@b.example\tadministrator';
    for (const email of [forged, 'alice', 'alice@', 'a\u202e@b.example']) {
      const { code, stderr } = await cli(['users', 'add', 'alice', '--email', email]);
      expect([code, stderr]).toEqual([1, 'email must be an e-mail address such as alice@example.com\n']);
    }
  });

  it('ends a first migration at Ctrl-C with one line, and the next one starts again', async () => {
    await startWithoutDatabase();
    const child = spawn(process.execPath, ['dist/cli/main.js', 'migrate'], {
      env: { ...programEnvironment(), CONFIG_FILE: '/dev/null', DATA_DIR: home.dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = Promise.all([consumed(child.stdout), consumed(child.stderr), once(child, 'close')]);
    while (!(await readdir(home.dataDir)).includes('lock')) await wait(20);
    child.kill('SIGINT');
    const [stdout, stderr, [code]] = await ended;
    expect([code, stdout, stderr]).toEqual([130, '', 'interrupted; the same command can be run again\n']);
    expect((await cli('migrate')).stdout).toMatch(/^(migrated: Registry|the database is up to date)/);
  });

  it('shows what would control a terminal, or forge a column or line', async () => {
    const unknown = await cli(['users', 'disable', 'a\u001b[2J\n\tb\u202e']);
    expect(unknown.stderr).toBe(String.raw`user a\u{1b}[2J\u{a}\u{9}b\u{202e} not found` + '\n');
    const word = await cli(['no\u001b[2Jsuch']);
    expect(word.stderr).toBe(String.raw`error: unknown command 'no\u{1b}[2Jsuch'` + '\n');
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

  it('refuses names and tokens that do not exist, and roles that are not named', async () => {
    for (const [words, line] of [
      ['users sign-out nobody', 'user nobody not found'],
      ['tokens revoke mcp_aaaaaaaaaaaaaaaaaaaa', 'token not found'],
      ['tokens revoke', 'the token must be given by its id, or all of a user with --user'],
      ['tokens list --user nobody', 'user nobody not found'],
      ['users set-role nobody', 'the role must be given with --platform, --registry or both'],
    ] as const) {
      const { code, stderr } = await cli(words);
      expect([code, stderr]).toEqual([1, `${line}\n`]);
    }
  });

  it('signs users out, lists and revokes their tokens, and changes their roles', async () => {
    await cli('users add root --admin --password-stdin', `${PASSWORD}\n`);
    await cli('users add alice --admin --password-stdin', `${PASSWORD}\n`);
    expect((await cli('users sign-out alice')).stdout).toBe(
      'alice is signed out everywhere: their sessions and JWTs have ended for good\n',
    );
    expect(JSON.parse((await cli('users sign-out alice --revoke-tokens --json')).stdout)).toEqual({
      username: 'alice',
      sessions: 0,
      registry_tokens: 0,
      service_tokens: 0,
    });
    expect((await cli('tokens list')).stdout).toBe('');
    expect((await cli('tokens list --user alice --json')).stdout).toBe('[]\n');
    expect((await cli('tokens revoke --user alice')).stdout).toBe(
      'revoked 0 tokens of the registry and 0 service tokens of alice\n',
    );
    expect((await cli('users set-role alice --registry user')).stdout).toBe(
      'alice does not administer the whole registry any more\n',
    );
    expect((await cli('users set-role root --registry user')).stderr).toBe(
      'root is the last administrator of the registry\n',
    );
    expect((await cli('users set-role alice --platform admin')).stderr).toBe(
      'alice has not signed in to the hub yet\n',
    );
    expect((await cli('users list')).stdout).toBe('alice\t-\nroot\t-\tadministrator\n');
  });

  it('verifies the snapshots of an MCP by its id', async () => {
    const unknown = await cli('snapshots verify 5d2e7b1c-9f4a-4c83-8a60-1b9e3d7c4f32');
    expect(unknown.code).not.toBe(0);
    expect(unknown.stderr).toContain('MCP not found');
    const named = await cli('snapshots verify acme/files');
    expect(named.code).not.toBe(0);
    expect(named.stderr).toContain('must be the id of an MCP');
  });

  it('says which versions are the newest, of an MCP and of all, without migrating', async () => {
    expect((await cli('newest --help')).stdout).toMatch(/--explain <mcp>.*--limit.*--after.*--json/s);
    const unknown = await cli('newest --explain acme/files');
    expect(unknown.code).not.toBe(0);
    expect(unknown.stderr).toBe('MCP acme/files not found\n');
    expect((await cli('newest')).stdout).toBe(
      '0 MCPs whose newest version is not the one that was created last\n',
    );
    expect(JSON.parse((await cli('newest --json')).stdout)).toEqual({ mcps: [], next: null });
    for (const words of ['--limit 0', '--limit 1001', '--limit x', '--after acme']) {
      const refused = await cli(`newest ${words}`);
      expect(refused.code).not.toBe(0);
      expect(refused.stderr).not.toContain('    at ');
    }
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
      platform_administrator: false,
      disabled: false,
      suspended: false,
    };
    const added = await json('users add alice --email alice@example.com --admin');
    expect(added).toEqual({ ...alice, password: expect.stringMatching(/^\S{12,}$/) });
    expect(await json('users passwd alice')).toEqual({ username: 'alice', password: expect.any(String) });
    await cli('users add bob');
    await cli('users disable bob');
    const bob = {
      ...alice,
      username: 'bob',
      email: null,
      administrator: false,
      disabled: true,
    };
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
