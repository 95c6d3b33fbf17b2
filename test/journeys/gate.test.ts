import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CiGate, commitOf, uniqueName } from '../support/ci-gate.js';
import { FakeHub } from '../support/fake-hub.js';
import { hubCommand } from '../support/hub-command.js';
import { freePort } from '../support/ports.js';
import type { CommandOutcome } from '../support/command-host.js';

const CONFIGURATIONS = join(process.cwd(), 'test/journeys/configurations');
const ORG = '11111111-1111-4111-8111-111111111111';
const TOKEN = 'mcp_svc_secret';

let folder: string;
let hub: FakeHub;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-gate-'));
  hub = await FakeHub.start();
});
afterEach(async () => {
  await hub.close();
  await rm(folder, { recursive: true });
});

const variables = (): Record<string, string> => ({
  MCP_HUB_URL: hub.url,
  MCP_HUB_TOKEN: TOKEN,
  MCP_HUB_ORG: ORG,
  MCP_HUB_ENVIRONMENT: 'production',
});

/** Runs the command; its output never has the token. */
async function gate(
  words: readonly string[],
  input = '',
  env: Record<string, string> = {},
): Promise<CommandOutcome> {
  const outcome = await hubCommand(['gate', ...words], {
    cwd: folder,
    env: { ...variables(), ...env },
    input,
  });
  expect(outcome.stdout + outcome.stderr).not.toContain(TOKEN);
  expect(outcome.stderr).not.toContain('    at ');
  return outcome;
}

const file = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
const server = (name: string, args: readonly string[]): string =>
  JSON.stringify({ mcpServers: { [name]: { command: 'npx', args } } });
const PINNED = server('a', ['-y', 'a@1.0.0']);

describe('mcp-hub gate', () => {
  it('exits with 2 for wrong use and for files that cannot be read', async () => {
    await file('broken.json', '{\n  "mcpServers": {,}\n}');
    await writeFile(join(folder, 'bytes'), Buffer.from([0xff, 0xfe, 0x00]));
    await writeFile(join(folder, 'small.mcpb'), Buffer.from('PK\u0003\u0004'));
    await writeFile(join(folder, 'large.json'), Buffer.alloc(10 * 1024 * 1024 + 1, ' '));
    await file('many', 'a/b@1.0.0\n'.repeat(10_001));
    await file('mcp.json', PINNED);
    for (const [words, env, reason] of [
      [['--unknown'], {}, /unknown option/],
      [['--format', 'pdf'], {}, /Allowed choices are text, json, sarif, junit, markdown/],
      [['--file', 'missing.json'], {}, /^cannot read missing.json: ENOENT/],
      [['--file', '.'], {}, /^\. is not a file/],
      [['--file', 'bytes'], {}, /^bytes is not UTF-8 text/],
      [
        ['--file', 'small.mcpb'],
        {},
        /^small.mcpb is an archive .* write the digest of an MCP bundle into a list/,
      ],
      [['--file', 'broken.json'], {}, /^broken.json:2:18: is not JSON: /],
      [['--file', 'large.json'], {}, /^large.json is larger than 10 MiB/],
      [['--file', 'many'], {}, /more than 10000 servers/],
      [[], { MCP_HUB_URL: '' }, /^set MCP_HUB_URL, or give --server/],
      [[], { MCP_HUB_TOKEN: '' }, /^set MCP_HUB_TOKEN, or give --token/],
      [[], { MCP_HUB_TOKEN: 'a\nb' }, /characters that no token has/],
      [[], { MCP_HUB_ORG: 'acme' }, /^--org \(MCP_HUB_ORG\) must be the id of an organization/],
      [[], { MCP_HUB_ENVIRONMENT: '' }, /^set MCP_HUB_ENVIRONMENT, or give --environment/],
      [[], { MCP_HUB_ENVIRONMENT: 'ü' }, /^--environment \(MCP_HUB_ENVIRONMENT\) must be 1 to 100/],
      [[], { MCP_HUB_URL: 'ftp://x' }, /must be the address of mcp-hub/],
      [[], { MCP_HUB_URL: 'https://u:p@x' }, /must have no user name/],
      [
        [],
        { MCP_HUB_URL: `http://127.0.0.1:${await freePort()}` },
        /^cannot reach 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/,
      ],
      [['--output', 'no/such/folder'], {}, /^cannot write no\/such\/folder: ENOENT/],
    ] as const) {
      const { code, stdout, stderr } = await gate(words, '', env);
      expect([words, env, code, stdout]).toEqual([words, env, 2, '']);
      expect(stderr).toMatch(reason);
    }
  });

  it('exits with 2 and says what to do when the hub refuses, redirects or answers something else', async () => {
    await file('mcp.json', PINNED);
    const answer =
      (status: number, body: string | object, headers: Record<string, string> = {}): RequestListener =>
      (_req, res) =>
        res.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    const item = { name: 'npm:a', version: '1.0.0', result: 'ALLOWED', global_score: 80 };
    for (const [listener, reason] of [
      [
        answer(401, { message: 'no \u001b[2J' }),
        /answered 401: no \ufffd\[2J; the token is missing, wrong or expired/,
      ],
      [answer(403, 'x'), /answered 403; the token may not do this; it needs the scope ci:org/],
      [answer(404, ''), /answered 404; there is no such organization/],
      [
        answer(429, '', { 'retry-after': '3600' }),
        /answered 429; too many requests; run the command again later/,
      ],
      [answer(500, ''), /answered 500; mcp-hub is not available/],
      [
        answer(302, '', { location: 'https://login.example/' }),
        /redirects to https:\/\/login.example\/; set MCP_HUB_URL/,
      ],
      [answer(200, '<html>'), /the answer is not one of mcp-hub/],
      [answer(200, { result: 'PASS', mcps: [] }), /the answer is not one of mcp-hub/],
      [
        answer(200, { result: 'PASS', mcps: [{ ...item, name: 'npm:b' }] }),
        /the answer is not one of mcp-hub/,
      ],
      [
        answer(200, { result: 'PASS', mcps: [{ ...item, result: 'MAYBE' }] }),
        /the answer is not one of mcp-hub/,
      ],
      [answer(200, { result: 'FAIL', mcps: [item] }), /the answer is not one of mcp-hub/],
      [answer(200, ' '.repeat(33 * 1024 * 1024)), /the answer is too large/],
      [(_req, res) => res.destroy(), /^cannot reach 127\.0\.0\.1/],
    ] as [RequestListener, RegExp][]) {
      hub.next.push(listener);
      const { code, stdout, stderr } = await gate([]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(reason);
    }
    expect(hub.asked).toEqual([]);
  });

  it('exits with 3 when there is nothing to evaluate', async () => {
    expect(await gate([])).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringMatching(/^nothing to evaluate: there is none of mcp.json, .mcp.json, /),
    });
    await file('mcp.json', '{"mcpServers": {}}');
    expect(await gate([])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('the files name no server'),
    });
    expect((await gate(['--file', '-'], '# none\n')).code).toBe(3);
  });

  it('waits as long as a rate limit says, and asks again', async () => {
    await file('mcp.json', PINNED);
    hub.next.push((_req, res) => res.writeHead(429, { 'retry-after': '0' }).end());
    hub.next.push((_req, res) => res.writeHead(503, { 'retry-after': '0' }).end());
    expect((await gate([])).code).toBe(0);
    expect(hub.asked).toHaveLength(1);
  });

  it('warns when the list of processes shows the token', async () => {
    await file('mcp.json', PINNED);
    const { code, stderr } = await gate(['--token', TOKEN], '', { MCP_HUB_TOKEN: '' });
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^warning: the list of processes shows --token/),
    ]);
    expect((await gate([])).stderr).toBe('');
    expect(hub.asked.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${TOKEN}`,
      `Bearer ${TOKEN}`,
    ]);
  });

  it('reads the configurations of five clients, and asks about all that they run', async () => {
    await cp(CONFIGURATIONS, folder, { recursive: true });
    const starts: Record<string, object> = {
      [`ghcr.io/example/browser@sha256:${'a'.repeat(64)}`]: { commands: [], variables: ['TOKEN'] },
      'https://github.com/modelcontextprotocol/servers#src/git': {
        commands: ['mcp-server-git'],
        variables: [],
      },
      'pypi:mcp-server-time': { commands: ['mcp-server-time'], variables: ['API_KEY'] },
      'npm:mcp-remote': { commands: ['mcp-remote'], variables: [] },
    };
    hub.answerOf = ({ name }) => ({
      start: starts[name] ?? null,
      ...(name === 'npm:@modelcontextprotocol/server-sequential-thinking' && {
        understood: { as: 'npm_package', version: { semver: '2026.8.31' } },
      }),
    });
    const { code, stdout } = await gate(['--format', 'json']);
    expect(code).toBe(1);
    expect(hub.asked.map(({ url, body }) => [url, body.org_id, body.environment])).toEqual([
      ['/api/v1/ci/evaluate', ORG, 'production'],
    ]);
    expect(hub.asked[0]?.body.mcps.map(({ name, version }) => `${name} ${version}`)).toEqual([
      'https://github.com/example/code-host-mcp#cmd/server 1.2.3',
      `ghcr.io/example/browser@sha256:${'a'.repeat(64)} latest`,
      'http://localhost:8080/sse latest',
      'npm:@modelcontextprotocol/server-everything 2026.8.31',
      'https://mcp.example.com/mcp latest',
      'npm:@modelcontextprotocol/server-filesystem 2026.8.31',
      'pypi:mcp-server-fetch latest',
      'https://github.com/modelcontextprotocol/servers#src/git 0123456789abcdef0123456789abcdef01234567',
      'pypi:mcp-server-time 2026.8.31',
      'npm:mcp-remote 0.1.29',
      'https://mcp.example.com/sse latest',
      'npm:@modelcontextprotocol/server-sequential-thinking latest',
    ]);
    const { servers } = JSON.parse(stdout);
    expect(
      servers.map((each: { file: string; name: string; result: string; denials: { rule: string }[] }) =>
        [each.file, each.name, each.result, ...each.denials.map(({ rule }) => rule)].join(' '),
      ),
    ).toEqual([
      'mcp.json code-host ALLOWED',
      'mcp.json browser ALLOWED',
      'mcp.json legacy ALLOWED',
      '.mcp.json everything ALLOWED',
      '.mcp.json docs ALLOWED',
      '.mcp.json tools DENIED local-program',
      'claude_desktop_config.json filesystem ALLOWED',
      'claude_desktop_config.json memory DENIED not-understood',
      'claude_desktop_config.json fetch DENIED not-pinned',
      // There is no file of variables, which another machine may have.
      '.vscode/mcp.json git DENIED not-confirmed',
      '.vscode/mcp.json time ALLOWED',
      '.cursor/mcp.json remote DENIED not-confirmed',
      '.cursor/mcp.json sequential-thinking DENIED not-pinned',
    ]);
    expect(servers[12].denials[0].message).toContain(
      'use @modelcontextprotocol/server-sequential-thinking@2026.8.31',
    );
    expect(servers[9]).toMatchObject({
      region: { start_line: 5, start_column: 5, end_line: 14, end_column: 6 },
      denials: [{ message: expect.stringContaining('.env was not read') }],
    });
  });

  it('accepts local programs with --allow-local only', async () => {
    await file('mcp.json', JSON.stringify({ mcpServers: { a: { command: 'node', args: ['x.js'] } } }));
    expect((await gate([])).code).toBe(1);
    expect((await gate(['--allow-local'])).code).toBe(0);
    expect(hub.asked).toEqual([]);
  });

  it('asks about more than 1,000 servers in several requests', async () => {
    const lines = Array.from({ length: 2001 }, (_, index) => `acme/s${index}@1.0.0`);
    hub.answerOf = ({ name }) => (name === 'acme/s2000' ? { result: 'DENIED', reason: 'not found' } : {});
    const { code, stdout } = await gate(['--file', '-'], lines.join('\n'));
    expect(code).toBe(1);
    expect(hub.asked.map(({ body }) => body.mcps.length)).toEqual([1000, 1000, 1]);
    expect(stdout).toMatch(
      /DENIED {3}acme\/s2000@1\.0\.0 {2}-:2001 {2}score 80\n {9}not found\nFAIL: 2000 of 2001/,
    );
  });

  it('sends names as they are, and prints none that could control a terminal', async () => {
    const names = ['a"b', 'a%2Fb', 'a\nb', '\u202eevil', '<img>'];
    const mcpServers = Object.fromEntries(
      names.map((name) => [name, { url: "https://x.example/a%2Fb%22'" }]),
    );
    const { code, stdout } = await gate(['--file', '-'], JSON.stringify({ mcpServers }));
    expect([code, hub.asked[0]?.body.mcps]).toEqual([
      0,
      [{ name: "https://x.example/a%2Fb%22'", version: 'latest' }],
    ]);
    expect(stdout).not.toMatch(/[\u202e\r]/);
  });

  it('writes each format to a file', async () => {
    await file('mcp.json', PINNED);
    for (const [format, start] of [
      ['text', 'ALLOWED  a  mcp.json:1  score 80\nPASS: 1 of 1 server is allowed; 3 policies applied\n'],
      ['json', '{\n  "result": "PASS"'],
      ['sarif', '{\n  "$schema": "https://docs.oasis-open.org/sarif'],
      ['junit', '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites'],
      ['markdown', '### MCP servers: PASS\n'],
    ] as const) {
      expect(await gate(['--format', format, '--output', 'out'])).toEqual({
        code: 0,
        stdout: '',
        stderr: '',
      });
      expect((await readFile(join(folder, 'out'), 'utf8')).startsWith(start)).toBe(true);
    }
  });
});

describe('mcp-hub gate with the real server', () => {
  let ci: CiGate;
  beforeAll(async () => {
    ci = await CiGate.start();
  });
  afterAll(() => ci.close());

  const secret = ({ credentials }: { credentials: Readonly<Record<string, string>> }): string =>
    (credentials['authorization'] ?? '').replace('Bearer ', '');

  it('says which credential or organization is wrong', async () => {
    const settings = { MCP_HUB_URL: ci.t.url, MCP_HUB_ORG: ci.org.id };
    const other = await ci.withPolicies();
    for (const [env, reason] of [
      [{}, /answered 401: .+; the token is missing, wrong or expired/],
      [{ MCP_HUB_TOKEN: secret(other.client) }, /answered 403: .+; the token may not do this/],
      [{ MCP_HUB_TOKEN: secret(ci.token), MCP_HUB_URL: `${ci.t.url}/wrong` }, /answered 404/],
    ] as const) {
      const { code, stderr } = await gate(['--file', '-'], 'acme/files@1.0.0', { ...settings, ...env });
      expect([code, stderr]).toEqual([2, expect.stringMatching(reason)]);
    }
  });

  it('lets pass what the policies allow, and denies the rest with the reason and the policy', async () => {
    const [good, bad] = [uniqueName('good'), uniqueName('bad')];
    await ci.server(good, [{ commit: commitOf('1'), semver: '1.0.0', score: 80 }]);
    await ci.server(bad, [{ commit: commitOf('2'), semver: '1.0.0', score: 40 }]);
    const { client, id } = await ci.withPolicies({
      action: 'DENY',
      target_type: 'SCORE',
      target_value: 'min:70',
    });
    const env = { MCP_HUB_URL: `${ci.t.url}/api/v1`, MCP_HUB_ORG: id, MCP_HUB_TOKEN: secret(client) };
    expect(await gate(['--file', '-'], `${good}@1.0.0`, env)).toEqual({
      code: 0,
      stdout: `ALLOWED  ${good}@1.0.0  -:1  score 80\nPASS: 1 of 1 server is allowed; 1 policy applied\n`,
      stderr: '',
    });
    const { code, stdout } = await gate(['--file', '-'], `${good}@1.0.0\n${bad} 1.0.0\n`, env);
    expect(code).toBe(1);
    expect(stdout).toContain('the global score, 40, is below 70 (policy Policy 0)');
    expect(stdout).toContain('FAIL: 1 of 2 servers are allowed');
    const floating = await gate(['--file', '-'], good, env);
    expect([floating.code, floating.stdout]).toEqual([1, expect.stringContaining('no version is pinned')]);
  });

  it('evaluates the packages that configurations start, and names the newest version of what pins none', async () => {
    const [name, py, repo] = ['npm', 'pypi', 'repo'].map((each) => uniqueName(each).split('/')[0] ?? '');
    const row = (commit: string, source: object, semver = '1.2.0') => [
      { commit: commitOf(commit), semver, source },
    ];
    await ci.server(uniqueName('npm'), row('3', { kind: 'npm', name: `@acme/${name}`, version: '1.2.0' }));
    await ci.server(uniqueName('pypi'), row('4', { kind: 'pypi', name: py, version: '1.2.0' }));
    const url = `https://github.com/acme/${repo}`;
    await ci.server(uniqueName('repo'), row('5', { kind: 'repository', url }), { repoUrl: url });
    const own = await ci.withPolicies({ target_type: 'SCORE', target_value: 'min:1' });
    const env = { MCP_HUB_URL: ci.t.url, MCP_HUB_ORG: own.id, MCP_HUB_TOKEN: secret(own.client) };
    const mcpServers = {
      npm: { command: 'npx', args: ['-y', `@acme/${name}@1.2.0`] },
      pypi: { command: 'uvx', args: [`${py}==1.2.0`] },
      repo: { command: 'uvx', args: ['--from', `git+${url}@${commitOf('5')}`, repo] },
      floating: { command: 'cmd', args: ['/c', 'npx', '-y', `@acme/${name}@latest`] },
      other: { command: 'npx', args: ['-y', `@acme/${name}@1.2.1`] },
    };
    const { code, stdout } = await gate(['--file', '-'], JSON.stringify({ mcpServers }), env);
    expect([code, stdout.split('\n').map((line) => line.replace(/ {2}-:1.*/, ''))]).toEqual([
      1,
      [
        'ALLOWED  npm',
        'ALLOWED  pypi',
        'ALLOWED  repo',
        'DENIED   floating',
        expect.stringContaining(`use @acme/${name}@1.2.0`),
        'DENIED   other',
        expect.stringMatching(/^ {9}\S/),
        'FAIL: 3 of 5 servers are allowed; 1 policy applied',
        '',
      ],
    ]);
  });

  it('denies what the catalog does not have', async () => {
    const env = { MCP_HUB_URL: ci.t.url, MCP_HUB_ORG: ci.org.id, MCP_HUB_TOKEN: secret(ci.token) };
    const input = server('x', ['-y', '@nobody/nothing@1.0.0']);
    const { code, stdout } = await gate(['--file', '-', '--allow-no-policy'], input, env);
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^DENIED {3}x {2}-:1\n/)]);
    expect(stdout).toContain('(Built-in rule: unknown server or version)');
    const json = await gate(['--file', '-', '--allow-no-policy', '--format', 'json'], input, env);
    expect(JSON.parse(json.stdout).servers[0].denials).toMatchObject([
      { rule: 'not-allowed', policy_id: '00000000-0000-4000-8000-000000000001' },
    ]);
  });
});
