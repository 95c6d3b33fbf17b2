import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../../support/api-client.js';
import { CiGate, commitOf } from '../../../support/ci-gate.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(() => gate.close());

const START = { is_server: true, commands: ['files', 'files-admin'], variables: ['FILES_TOKEN'] };

/** A package of npm with what its analysis says about its start. */
async function aPackage(
  start: object | null = START,
  name = `pkg-${randomUUID().slice(0, 8)}`,
): Promise<{ id: string; name: string }> {
  const source = { kind: 'npm', name, version: '1.0.0' };
  const id = await gate.server(`${name}/files`, [
    { commit: commitOf('a'), semver: '1.0.0', source, ...(start !== null && { start }) },
  ]);
  return { id, name };
}

async function nameVariable(owner: ApiClient, orgId: string, id: string, variable: string): Promise<void> {
  const path = `/api/v1/orgs/${orgId}/mcps/${id}/launch`;
  expect((await owner.send('PUT', path, { json: { variables: [variable] } })).status).toBe(200);
}

interface Previewed {
  readonly result: string;
  readonly reason?: string;
  readonly matched_policy?: { readonly name: string };
}

/** What the preview says about a configuration with one entry. */
async function preview(entry: object, owner = gate.org.owner, orgId = gate.org.id): Promise<Previewed[]> {
  const { status, body } = await owner.post(`/api/v1/orgs/${orgId}/evaluations/preview`, {
    configuration: JSON.stringify({ servers: { a: entry } }),
    file_name: '.vscode/mcp.json',
  });
  expect(status).toBe(200);
  return body.mcps as Previewed[];
}

const npx = (name: string, env: object = {}): object => ({
  command: 'npx',
  args: ['-y', `${name}@1.0.0`],
  env,
});

describe('a version without a server', () => {
  const NONE = { is_server: false, commands: [], variables: [] };

  it('is denied by a built-in rule, whatever policies allow', async () => {
    const { name } = await aPackage(NONE);
    const org = await gate.actors.organization();
    await org.owner.post(`/api/v1/orgs/${org.id}/policies`, {
      name: 'Allow all',
      action: 'ALLOW',
      target_type: 'MCP',
      target_value: '*',
      expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    });
    expect(await preview(npx(name), org.owner, org.id)).toMatchObject([
      {
        result: 'DENIED',
        reason: 'its analysis shows no MCP server: it offers no tool, prompt or resource',
        matched_policy: { name: 'Built-in rule: no MCP server in the package' },
      },
    ]);
    const { body } = await gate.ask({ name: `npm:${name}`, version: '1.0.0' });
    expect(body).toMatchObject({ result: 'FAIL', mcps: [{ result: 'DENIED' }] });
  });
});

describe('a package that starts another one', () => {
  const npxWith = (...words: string[]): object => ({ command: 'npx', args: ['-y', ...words] });

  it('need not be a server itself', async () => {
    const wrapper = await aPackage({ is_server: false, commands: ['cross-env'], variables: [] }, 'cross-env');
    const server = await aPackage();
    const words = ['-p', `${wrapper.name}@1.0.0`, 'cross-env', 'TZ=UTC', 'npx', '-y', `${server.name}@1.0.0`];
    expect(await preview(npxWith(...words))).toMatchObject([{ result: 'ALLOWED' }, { result: 'ALLOWED' }]);
    expect(await preview(npxWith(`${wrapper.name}@1.0.0`, 'TZ=UTC', 'node', 'x.js'))).not.toMatchObject([
      { result: 'ALLOWED' },
    ]);
  });

  it('is denied where nobody knows that it does, whatever server is installed beside it', async () => {
    const other = await aPackage({ is_server: false, commands: ['run'], variables: [] });
    const server = await aPackage();
    const words = ['-p', `${server.name}@1.0.0`, '-p', `${other.name}@1.0.0`, 'run', './x.js'];
    expect(await preview(npxWith(...words))).toMatchObject([{ result: 'ALLOWED' }, { result: 'DENIED' }]);
  });
});

describe('POST /api/v1/ci/evaluate', () => {
  it('says what a configuration can use of a version, and nothing where the analysis does not', async () => {
    const [known, unknown] = [await aPackage(), await aPackage(null)];
    const { body } = await gate.ask(
      { name: `npm:${known.name}`, version: '1.0.0' },
      { name: `npm:${unknown.name}`, version: '1.0.0' },
    );
    expect(body.mcps[0].start).toEqual({ commands: START.commands, variables: START.variables });
    expect(body.mcps[1]).not.toHaveProperty('start');
    const { body: record } = await gate.org.owner.get(
      `/api/v1/orgs/${gate.org.id}/evaluations/${String(body.evaluation_id)}`,
    );
    expect(JSON.stringify(record)).not.toContain('FILES_TOKEN');
  });

  it('adds the variables that the own organization has named, and those of no other one', async () => {
    const { id, name } = await aPackage();
    const stranger = await gate.actors.organization();
    for (const [owner, orgId, variable] of [
      [gate.org.owner, gate.org.id, 'OWN_NAME'],
      [stranger.owner, stranger.id, 'OTHER_NAME'],
    ] as const)
      await nameVariable(owner, orgId, id, variable);
    const { body } = await gate.ask({ name: `npm:${name}`, version: '1.0.0' });
    expect(body.mcps[0].start.variables).toEqual(['FILES_TOKEN', 'OWN_NAME']);
  });
});

describe('the preview of a configuration', () => {
  it('denies variables that the version does not read', async () => {
    const { id, name } = await aPackage();
    expect(await preview(npx(name, { FILES_TOKEN: 'x', TZ: 'UTC' }))).toMatchObject([{ result: 'ALLOWED' }]);
    expect(await preview(npx(name, { GREETING: 'x' }))).toMatchObject([
      {
        result: 'DENIED',
        reason: expect.stringContaining(`npm:${name} does not read GREETING`),
        matched_policy: { name: 'Built-in rule: start not confirmed by the analysis' },
      },
    ]);
    await nameVariable(gate.org.owner, gate.org.id, id, 'GREETING');
    expect(await preview(npx(name, { GREETING: 'x' }))).toMatchObject([{ result: 'ALLOWED' }]);
  });

  it('denies commands that the package does not have', async () => {
    const { name } = await aPackage();
    const run = (command: string): object => ({
      command: 'npx',
      args: ['-y', '-p', `${name}@1.0.0`, command],
    });
    expect(await preview(run('files-admin'))).toMatchObject([{ result: 'ALLOWED' }]);
    expect(await preview(run('ssh-agent'))).toMatchObject([
      { result: 'DENIED', reason: expect.stringContaining('ssh-agent is no command of') },
    ]);
  });

  it('denies what no analysis confirms, and files that it cannot read', async () => {
    const { name } = await aPackage(null);
    expect(await preview(npx(name))).toMatchObject([{ result: 'ALLOWED' }]);
    expect(await preview(npx(name, { ANY: 'x' }))).toMatchObject([
      { result: 'DENIED', reason: expect.stringContaining('is not known') },
    ]);
    expect(await preview({ ...npx(name), envFile: '.env' })).toMatchObject([
      { result: 'DENIED', reason: expect.stringContaining('.env was not read') },
    ]);
  });

  it('judges a chain as a whole', async () => {
    const [outer, inner] = [
      await aPackage({ ...START, variables: [] }),
      await aPackage({ ...START, variables: ['INNER'] }),
    ];
    const entry = {
      command: 'npx',
      args: ['-y', '-p', `${outer.name}@1.0.0`, '-p', `${inner.name}@1.0.0`, 'files'],
      env: { INNER: 'x' },
    };
    expect(await preview(entry)).toMatchObject([{ result: 'ALLOWED' }, { result: 'ALLOWED' }]);
    expect(await preview({ ...entry, env: { OTHER: 'x' } })).toMatchObject([
      { result: 'DENIED' },
      { result: 'DENIED' },
    ]);
  });
});

describe('POST /api/v1/catalog/check', () => {
  async function notesOf(client: ApiClient, entry: object): Promise<readonly string[]> {
    const { status, body } = await client.post('/api/v1/catalog/check', {
      configuration: JSON.stringify({ servers: { a: entry } }),
      file_name: '.vscode/mcp.json',
    });
    expect(status).toBe(200);
    return body.mcps[0].notes as readonly string[];
  }

  it('notes what the analysis of a version does not confirm of an entry', async () => {
    const { name } = await aPackage();
    const notes = (entry: object) => notesOf(gate.actors.anonymous, entry);
    expect(await notes(npx(name, { FILES_TOKEN: 'x' }))).toEqual([]);
    expect(await notes(npx(name, { OTHER: 'x' }))).toEqual([
      expect.stringContaining(`npm:${name} does not read OTHER`),
    ]);
    expect(await notes({ command: 'npx', args: ['-y', '-p', `${name}@1.0.0`, 'other'] })).toEqual([
      expect.stringContaining(`other is no command of npm:${name}`),
    ]);
    expect(await notes({ command: 'npx', args: ['-y', name] })).toEqual([
      expect.stringContaining(
        `no version is pinned, so another one may run tomorrow; the newest analyzed version is 1.0.0`,
      ),
    ]);
    const none = await aPackage({ is_server: false, commands: [], variables: [] });
    expect(await notes(npx(none.name))).toEqual([
      expect.stringContaining('its analysis shows no MCP server'),
    ]);
  });

  it('says nothing of a version that is not known, and takes the variables that the own organization names', async () => {
    const unknown = { ...(await aPackage(null)), missing: `pkg-${randomUUID()}` };
    for (const name of [unknown.name, unknown.missing])
      expect(await notesOf(gate.actors.anonymous, npx(name, { OTHER: 'x' }))).toEqual([]);
    const { id, name } = await aPackage();
    await nameVariable(gate.org.owner, gate.org.id, id, 'OWN_NAME');
    const entry = npx(name, { OWN_NAME: 'x' });
    expect(await notesOf(gate.org.owner, entry)).toEqual([]);
    expect(await notesOf(gate.actors.anonymous, entry)).toHaveLength(1);
  });
});
