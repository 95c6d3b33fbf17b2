import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import type { CommandOutcome } from '../support/command-host.js';
import { ServerHome } from '../support/server-home.js';

// Commands use the embedded database through the server that has it open, and a database server at the same time as it.

let home: ServerHome;
let client: ApiClient;
beforeAll(async () => {
  home = await ServerHome.open();
  ({ client } = await home.start());
});
afterAll(() => home.close());

/** Runs an administration command with `input` on its standard input. */
const cli = (...words: Parameters<ServerHome['command']>): Promise<CommandOutcome> => home.command(...words);

const generatedPassword = ({ stdout }: CommandOutcome): string =>
  /shown this once\): (\S+)/.exec(stdout)?.[1] ?? '';

const login = async (username: string, password: string): Promise<number> =>
  (await client.post('/v1/auth/login', { username, password })).status;

it('users and members can be managed while a server runs, effective immediately', async () => {
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

  const before = await client.login('alice', generatedPassword(added));
  const changed = await cli('users passwd alice --password-stdin', 'another long password\n');
  expect(changed.code).toBe(0);
  expect(changed.stdout).toBe('changed the password of alice; their sessions and JWTs have ended for good\n');
  expect((await before.get('/v1/tokens')).status).toBe(401);
  expect(await login('alice', 'another long password')).toBe(200);
  expect((await cli('users disable alice')).code).toBe(0);
  expect(await login('alice', 'another long password')).toBe(401);
  expect((await cli('users enable alice')).code).toBe(0);
  expect(await login('alice', 'another long password')).toBe(200);
});

it('a removed user has no access at once, whose name is free for another; the last administrator stays', async () => {
  expect(await cli('users remove nobody')).toMatchObject({ code: 1, stderr: 'user nobody not found\n' });
  expect(await cli('users remove admin')).toMatchObject({
    code: 1,
    stderr: 'admin is the last administrator of the registry\n',
  });
  expect((await cli('users remove')).code).not.toBe(0);

  const first = generatedPassword(await cli('users add carol --email carol@example.com'));
  const carol = await client.login('carol', first);
  expect((await carol.get('/v1/tokens')).status).toBe(200);
  expect(await cli('users remove carol')).toEqual({
    code: 0,
    stdout: 'carol is deleted: their logins, JWTs, API tokens and memberships are gone\n',
    stderr: '',
  });
  expect(await login('carol', first)).toBe(401);
  expect((await carol.get('/v1/tokens')).status).toBe(401);
  expect((await cli('users list')).stdout).not.toContain('carol');
  expect((await cli('users remove carol')).stderr).toBe('user carol not found\n');

  const second = generatedPassword(await cli('users add carol --email carol@example.com'));
  expect(await login('carol', first)).toBe(401);
  expect(await login('carol', second)).toBe(200);
  expect((await carol.get('/v1/tokens')).status).toBe(401);
});
