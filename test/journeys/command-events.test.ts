import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { systemUser } from '../../src/common/operation/system-user.js';
import { commandNames, programFor } from '../../src/cli/program.js';
import { recordingOfCommand } from '../../src/cli/recording.js';
import { anAdvisory, fileWith } from '../support/advisories.js';
import { ServerHome } from '../support/server-home.js';

/** The commands without subcommands, by their words. */
const leaves = (command: Command, words: readonly string[] = []): [string, Command][] => {
  const children = command.commands.filter((child) => child.name() !== 'help');
  return children.length === 0
    ? [[words.join(' '), command]]
    : children.flatMap((child) => leaves(child, [...words, child.name()]));
};
const COMMANDS = leaves(await programFor(commandNames()));

const TOKEN = 'mcp_abcdefghijklmnopqrst';
const MCP = '11111111-1111-4111-8111-111111111111';
const VERSION = '22222222-2222-4222-8222-222222222222';
const JOB = '33333333-3333-4333-8333-333333333333';
const ORG = '44444444-4444-4444-8444-444444444444';

let home: ServerHome;

/** Runs a command that must succeed. */
async function run(words: string): Promise<void> {
  const { code, stderr } = await home.command(words);
  expect([words, code, stderr]).toEqual([words, 0, expect.any(String)]);
}

interface Event {
  readonly action: string;
  readonly org_id: string | null;
  readonly actor_id: string | null;
  readonly actor_type: string;
  readonly actor_name: string;
  readonly resource_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

const events = (): Promise<Event[]> =>
  home.query<Event>('SELECT * FROM audit_event ORDER BY occurred_at, position');

const idOf = async (username: string): Promise<string | null> => {
  const rows = await home.query<{ id: string }>(`SELECT id FROM local_user WHERE username = '${username}'`);
  return rows[0]?.id ?? null;
};

const anOrganization = `
  INSERT INTO organization (id, name, slug, slug_key, display_name, plan, created_at, updated_at)
  VALUES ('${ORG}', 'Acme', 'acme', 'acme', 'Acme', 'FREE', now(), now())`;
const aToken = `
  INSERT INTO registry_api_token
    (id, token_id, secret_hash, owner, issuer, description, scopes, resources, expires_at, created_at)
  VALUES (gen_random_uuid(), '${TOKEN}', '\\x00', 'alice', '', 'ci', '{mcp:resolve}', '{org/}',
          now() + interval '1 day', now())`;
const anMcp = `
  WITH server AS (
    INSERT INTO mcp (id, org_id, name, name_key, repo_url, repo_key, visibility, origin, created_at, updated_at)
    VALUES ('${MCP}', '${ORG}', 'acme/files', 'acme/files', 'https://github.com/acme/files', 'github.com/acme/files',
            'private', 'community', now(), now()) RETURNING id)
  INSERT INTO mcp_version (id, mcp_id, visible_version, commit_hash, status, created_at, updated_at)
  SELECT '${VERSION}', id, 'commit-0123456-20260101', repeat('0', 40), 'NOT_CERTIFIED', now(), now() FROM server`;
const aJob = `
  INSERT INTO analysis_job (id, version_id, mcp_id, reason, status, run_after, created_at, finished_at)
  VALUES ('${JOB}', '${VERSION}', '${MCP}', 'ingest', 'SUCCEEDED', now(), now(), now())`;

/** A command that changes something, and what its event is about. */
interface Change {
  readonly words: string | (() => Promise<string>);
  readonly before?: readonly string[];
  /** The id of the resource, before the command. */
  readonly resource?: () => Promise<string | null>;
  /** Whether the resource is new. */
  readonly isNew?: true;
  /** Of this organization; otherwise of the platform. */
  readonly org?: string;
}

const alice = { resource: () => idOf('alice') };
const asOrganization = { org: ORG };

const CHANGES: Readonly<Record<string, Change>> = {
  'users add': { words: 'users add carol', isNew: true },
  'users passwd': { words: 'users passwd alice', ...alice },
  'users disable': { words: 'users disable alice', ...alice },
  'users enable': { words: 'users enable alice', ...alice },
  'users sign-out': { words: 'users sign-out alice', ...alice },
  'users set-role': { words: 'users set-role alice --registry admin', ...alice },
  'users remove': { words: 'users remove bob', resource: () => idOf('bob') },
  'members add': { words: 'members add acme alice --role admin', ...alice, ...asOrganization },
  'members remove': { words: 'members remove acme dave', resource: () => idOf('dave'), ...asOrganization },
  'tokens revoke': { words: `tokens revoke ${TOKEN}`, before: [aToken], isNew: true },
  'artifacts cleanup': { words: 'artifacts cleanup' },
  'advisories import': {
    words: async () => `advisories import ${await fileWith(JSON.stringify(anAdvisory('A', 'a')))}`,
  },
  'analyses run': { words: `analyses run ${MCP}`, before: [anMcp], isNew: true, ...asOrganization },
  'analyses retry': {
    words: `analyses retry ${JOB}`,
    before: [`UPDATE analysis_job SET status = 'SUCCEEDED', finished_at = now()`, aJob],
    isNew: true,
    ...asOrganization,
  },
};

beforeAll(async () => {
  home = await ServerHome.open();
  await home.query(anOrganization);
  for (const name of ['alice', 'bob', 'dave']) await run(`users add ${name}`);
  await run('members add acme dave');
});
afterAll(() => home.close());

it('every command says what it records', () => {
  const without = COMMANDS.filter(([, command]) => recordingOfCommand(command) === undefined);
  expect(without.map(([words]) => words)).toEqual([]);
  const changing = COMMANDS.filter(([, command]) => !('none' in (recordingOfCommand(command) ?? {})));
  expect(changing.map(([words]) => words).sort()).toEqual(Object.keys(CHANGES).sort());
});

it('reads record nothing', async () => {
  const before = await events();
  for (const words of ['members list acme', 'tokens list', 'artifacts verify']) await run(words);
  expect(await events()).toEqual(before);
});

it('changes that are refused record nothing', async () => {
  const before = await events();
  for (const words of ['users add alice', 'members add acme nobody', `tokens revoke ${TOKEN}`]) {
    expect([words, (await home.command(words)).code]).toEqual([words, 1]);
  }
  expect(await events()).toEqual(before);
});

describe.each(Object.entries(CHANGES))('%s', (name, { words, before = [], resource, isNew, org = null }) => {
  it('records the events that it declares, by the operator', async () => {
    for (const statement of before) await home.query(statement);
    const expected = (await resource?.()) ?? null;
    const count = (await events()).length;
    await run(typeof words === 'string' ? words : await words());
    const recorded = (await events()).slice(count);
    const command = COMMANDS.find(([each]) => each === name)?.[1];
    const recording = command && recordingOfCommand(command);
    if (recording === undefined || 'none' in recording) throw new Error(`${name} declares no events`);
    const { records = [], one_of: oneOf = [], may = [] } = recording;
    const main = recorded.filter(({ action }) => [...records, ...oneOf].some((one) => one === action));
    expect(main).toHaveLength(records.length + Math.min(1, oneOf.length));
    for (const { action } of recorded) expect([...records, ...oneOf, ...may]).toContain(action);
    for (const event of main) {
      expect(event).toMatchObject({
        org_id: org,
        actor_type: 'system',
        actor_name: 'operator',
        actor_id: null,
        resource_id: isNew === true ? expect.any(String) : expected,
      });
      expect(event.details['system_user']).toBe(systemUser());
    }
  });
});
