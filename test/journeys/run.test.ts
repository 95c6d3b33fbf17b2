import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { signJwt } from '../support/actors.js';
import type { ApiClient } from '../support/api-client.js';
import { digestOf, manifestOf, publish, setStatus, uploadBundle } from '../support/builders.js';
import { RunHome } from '../support/run-home.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';
import { selfContainedBundle } from '../support/self-contained.js';
import { decidedServer, SignedDecisions, textDigest } from '../support/decisions-server.js';
import { SMALL_TOOLS, smallServer, type ServerState } from '../support/small-server.js';

const ID = 'acme/small';
const SURFACE = {
  tools: Object.entries(SMALL_TOOLS).map(([name, text]) => ({ name, text: textDigest(text) })),
  prompts: [{ name: 'greet', text: textDigest('Greets.') }],
  resources: [{ name: 'log', text: null }],
};

let registry: ServerHome;
let server: ServerProcess;
let publisher: ApiClient;
let token: string;

beforeAll(async () => {
  registry = await ServerHome.open();
  server = await registry.start();
  publisher = await server.admin();
  token = await signJwt({ scopes: ['mcp:resolve', 'artifact:download'], resources: ['org/acme/'] });
});
afterAll(() => registry.close());

/** Publishes a version; returns the digest of its bundle. */
async function published(
  id: string,
  version: string,
  bundle: Buffer,
  manifest: object = {},
): Promise<string> {
  const change = {
    bundle_digest: digestOf(bundle),
    bundle_size_bytes: bundle.length,
    manifest_json: manifestOf(id, version, {
      entrypoint: { command: ['node', 'dist/server.mjs'] },
      environment: ['SMALL_TOKEN', 'NODE_OPTIONS'],
      ...manifest,
    }),
  };
  expect((await publish(publisher, id, version, change)).status).toBe(200);
  expect((await uploadBundle(publisher, 'acme', bundle)).status).toBe(200);
  expect((await setStatus(publisher, id, version, 'published')).status).toBe(200);
  return digestOf(bundle);
}

const stateOf = async (client: Client): Promise<ServerState> => {
  const { content } = await client.callTool({ name: 'state', arguments: {} });
  return JSON.parse((content as { text: string }[])[0]?.text ?? '') as ServerState;
};

describe('mcp-hub run', () => {
  let home: RunHome;
  let decisions: SignedDecisions;
  let digest: string;

  beforeAll(async () => {
    digest = await published(ID, '1.0.0', await smallServer('first'));
    decisions = await SignedDecisions.start([
      decidedServer(ID, '1.0.0', digest, { surface: SURFACE, surface_digest: digestOf('surface') }),
    ]);
    home = await RunHome.open();
    await home.login(decisions, server.url, token);
  });
  afterAll(async () => {
    await home.close();
    await decisions.stop();
  });

  it.each(['acme/small@1.0.0', 'digest'])(
    'starts %s, with arguments, the named variables and the folder of the bundle',
    async (reference) => {
      const client = await home.connect(
        [reference === 'digest' ? `acme/small@${digest}` : reference, '--', '--root', '-x'],
        { SMALL_TOKEN: 'secret', OTHER_TOKEN: 'secret', NODE_OPTIONS: '--no-warnings' },
      );
      const state = await stateOf(client);
      expect(state.arguments).toEqual(['--root', '-x']);
      expect(state.cwd).toMatch(/\/entries\/sha256-[0-9a-f]{64}\/files$/);
      expect(state.variables).toEqual(expect.arrayContaining(['SMALL_TOKEN', 'PATH', 'HOME']));
      expect(state.variables).not.toEqual(expect.arrayContaining(['OTHER_TOKEN']));
      expect(state.variables).not.toEqual(expect.arrayContaining(['NODE_OPTIONS']));
      await client.close();
    },
  );

  it('shows and calls only what the certified version has', async () => {
    const client = await home.connect(['acme/small@1.0.0']);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['state', 'read', 'exit']);
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['greet']);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toEqual(['log://today']);
    await expect(client.callTool({ name: 'late', arguments: {} })).rejects.toThrow(/certified version/);
    await expect(client.getPrompt({ name: 'other' })).rejects.toThrow(/certified version/);
    await expect(client.readResource({ uri: 'secret://today' })).rejects.toThrow(/certified version/);
    expect((await client.readResource({ uri: 'log://today' })).contents).toHaveLength(1);
    await client.close();
  });

  it('writes nothing to standard output but the messages of the server', async () => {
    const { code, stdout, stderr } = await home.command(
      ['run', 'acme/small@1.0.0'],
      '{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
    );
    expect([code, stdout, stderr]).toEqual([0, '{"jsonrpc":"2.0","id":1,"result":{}}\n', '']);
  });

  it('hands exit codes and signals through', async () => {
    const exit = (given: object): string =>
      `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'exit', arguments: given } })}\n`;
    expect((await home.command(['run', 'acme/small@1.0.0'], exit({ code: 7 }))).code).toBe(7);
    const killed = home.start(['acme/small@1.0.0']);
    killed.stdin.write(exit({ signal: 'SIGKILL' }));
    expect(await new Promise((resolve) => killed.once('close', (...end) => resolve(end)))).toEqual([
      null,
      'SIGKILL',
    ]);
    const terminated = home.start(['acme/small@1.0.0']);
    terminated.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    terminated.stdout.once('data', () => terminated.kill('SIGTERM'));
    expect(await new Promise((resolve) => terminated.once('close', (...end) => resolve(end)))).toEqual([
      43,
      null,
    ]);
  });

  it('starts the newest version that is allowed where none is named', async () => {
    const other = await RunHome.open();
    const lists = { versions: ['1.0.0'], numbers: ['1.0.0'], commits: [] };
    const references = [{ name: `name:${ID}`, ...lists, starts_newest: true }];
    const newer = await SignedDecisions.start([decidedServer(ID, '1.0.0', digest, { references })]);
    await other.login(decisions, server.url, token);
    expect((await other.command(['run', ID])).stderr).toMatch(/the decisions have no allowed version of it/);
    await other.login(newer, server.url, token);
    for (const reference of [ID, `${ID}@latest`]) {
      const { code, stderr } = await other.command(['run', reference]);
      expect([code, stderr.split('\n')[0]]).toEqual([
        0,
        `mcp-hub run: ${reference} is 1.0.0 (${digest}), the newest version that is allowed`,
      ]);
    }
    await other.close();
    await newer.stop();
  });

  it('needs neither the hub nor the registry when it has everything', async () => {
    await decisions.stop();
    const before = decisions.asked.length;
    const client = await home.connect(['acme/small@1.0.0'], { HTTPS_PROXY: 'http://127.0.0.1:1' });
    expect((await client.listTools()).tools).toHaveLength(3);
    await client.close();
    await decisions.restart();
    expect(decisions.asked.length).toBe(before);
  });

  it('refuses what the decisions do not name, in one line and with exit code 126', async () => {
    const { code, stdout, stderr } = await home.command(['run', 'acme/other@1.0.0']);
    expect([code, stdout]).toEqual([126, '']);
    expect(stderr).toBe('mcp-hub run: acme/other@1.0.0 is not allowed: the decisions name no such server\n');
  });

  it('refuses a version that was revoked meanwhile, when it asks again', async () => {
    decisions.change({ ask_again_seconds: 1 });
    const other = await RunHome.open();
    await other.login(decisions, server.url, token);
    expect((await other.command(['run', 'acme/small@1.0.0'])).code).toBe(0);
    const entries = [
      decidedServer(ID, '1.0.0', digest, {
        decision: 'DENIED',
        reasons: ['version 1.0.0 is revoked: leaks'],
      }),
    ];
    decisions.change({ entries });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const { code, stderr } = await other.command(['run', 'acme/small@1.0.0']);
    expect([code, stderr]).toEqual([
      126,
      'mcp-hub run: acme/small@1.0.0 is not allowed: version 1.0.0 is revoked: leaks\n',
    ]);
    await other.close();
  });
});

describe('the filesystem server, with the official client', () => {
  const NAME = 'acme/filesystem';
  const ENTRY = 'node_modules/@modelcontextprotocol/server-filesystem/dist/index.js';
  let home: RunHome;
  let decisions: SignedDecisions;
  let digest: string;
  let file: string;

  beforeAll(async () => {
    const bundle = await selfContainedBundle('@modelcontextprotocol/server-filesystem');
    digest = await published(NAME, '1.0.0', bundle, { entrypoint: { command: ['node', ENTRY] } });
    const tools = ['read_text_file', 'list_directory'].map((name) => ({ name, text: null }));
    const surface = { tools, prompts: [], resources: [] };
    decisions = await SignedDecisions.start([
      decidedServer(NAME, '1.0.0', digest, { surface, surface_digest: digestOf(JSON.stringify(surface)) }),
    ]);
    home = await RunHome.open();
    await home.login(decisions, server.url, token);
    file = join(home.folder, 'work', 'notes.txt');
    await writeFile(file, 'what is in the file');
  });
  afterAll(async () => {
    await home.close();
    await decisions.stop();
  });

  async function readsItsFile(): Promise<void> {
    const client = await home.connect([`${NAME}@1.0.0`, '--', join(home.folder, 'work')]);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(['list_directory', 'read_text_file']);
    const { content } = await client.callTool({ name: 'read_text_file', arguments: { path: file } });
    expect(content).toEqual([{ type: 'text', text: 'what is in the file' }]);
    await expect(
      client.callTool({ name: 'write_file', arguments: { path: file, content: 'changed' } }),
    ).rejects.toThrow(/certified version/);
    expect(await readFile(file, 'utf8')).toBe('what is in the file');
    await client.close();
  }

  it('lists and calls its certified tools, with the hub and without', async () => {
    await readsItsFile();
    await decisions.stop();
    await readsItsFile();
    await decisions.restart();
  });

  it('is downloaded by nobody when the registry has revoked it', async () => {
    const path = `/v1/org/acme/mcps/filesystem/versions/1.0.0/status`;
    expect((await publisher.post(path, { status: 'revoked', reason: 'leaks' })).status).toBe(200);
    const other = await RunHome.open();
    await other.login(decisions, server.url, token);
    const { code, stderr } = await other.command(['run', `${NAME}@1.0.0`]);
    expect([code, stderr]).toEqual([
      126,
      expect.stringMatching(/answered 404: version 1\.0\.0 is revoked: leaks/),
    ]);
    await other.close();
  });
});
