import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ServerHome, type CommandOutcome } from '../support/server-home.js';

// Commands use the embedded database through the server that has it open, and a database server at the same time as it.

let home: ServerHome;
beforeAll(async () => {
  home = await ServerHome.open();
});
afterAll(() => home.close());

/** Runs an administration command with `input` on its standard input. */
const cli = (...words: Parameters<ServerHome['command']>): Promise<CommandOutcome> => home.command(...words);

const generatedPassword = ({ stdout }: CommandOutcome): string =>
  /shown this once\): (\S+)/.exec(stdout)?.[1] ?? '';

it('users and members can be managed while a server runs, effective immediately', async () => {
  const { client } = await home.start();
  const login = async (username: string, password: string): Promise<number> =>
    (await client.post('/v1/auth/login', { username, password })).status;

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

  const changed = await cli('users passwd alice --password-stdin', 'another long password\n');
  expect(changed.code).toBe(0);
  expect(changed.stdout).toMatch(
    /^note: JWTs .* stay valid .* auth\.oss\.token_ttl.*"users disable" ends them$/m,
  );
  expect(await login('alice', 'another long password')).toBe(200);
  expect((await cli('users disable alice')).code).toBe(0);
  expect(await login('alice', 'another long password')).toBe(401);
  expect((await cli('users enable alice')).code).toBe(0);
  expect(await login('alice', 'another long password')).toBe(200);
});
