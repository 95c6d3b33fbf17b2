import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CiGate, commitOf, uniqueName } from '../support/ci-gate.js';
import { FakeHub } from '../support/fake-hub.js';
import { hubCommand } from '../support/hub-command.js';
import type { CommandOutcome } from '../support/command-host.js';

// ADR 87: the command fails where no policy applied.

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

const gate = (
  words: readonly string[],
  input = '',
  env: Record<string, string> = {},
): Promise<CommandOutcome> =>
  hubCommand(['gate', ...words], {
    cwd: folder,
    env: {
      MCP_HUB_URL: hub.url,
      MCP_HUB_TOKEN: 'mcp_svc_secret',
      MCP_HUB_ORG: '11111111-1111-4111-8111-111111111111',
      MCP_HUB_ENVIRONMENT: 'production',
      ...env,
    },
    input,
  });

const file = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);
const PINNED = JSON.stringify({ mcpServers: { a: { command: 'npx', args: ['-y', 'a@1.0.0'] } } });

describe('mcp-hub gate', () => {
  it('says in each format that no policy applied, and fails unless that is accepted', async () => {
    await file('mcp.json', PINNED);
    const warnings = [
      { code: 'no_policy_applied', message: 'no policy applied, says the hub', environments: ['a', 'b'] },
    ];
    hub.about = { policies_applied: 0, warnings };
    const output = async (format: string, ...words: string[]) => {
      const { code, stdout } = await gate(['--format', format, ...words]);
      return { code, stdout };
    };
    for (const [words, code, result, level] of [
      [[], 2, 'NO_POLICY', 'error'],
      [['--allow-no-policy'], 0, 'PASS', 'warning'],
    ] as const) {
      const json = await output('json', ...words);
      expect([json.code, JSON.parse(json.stdout)]).toEqual([
        code,
        expect.objectContaining({ result, policies_applied: 0, warnings }),
      ]);
      const [run] = JSON.parse((await output('sarif', ...words)).stdout).runs;
      expect([run.results, run.properties.policies_applied]).toEqual([
        [
          expect.objectContaining({
            ruleId: 'no-policy',
            level,
            message: { text: 'no policy applied, says the hub' },
          }),
        ],
        0,
      ]);
      expect((await output('junit', ...words)).stdout).toContain(
        `tests="2" failures="${code === 2 ? 1 : 0}" errors="0" time="0">\n  <testsuite name="policies"`,
      );
      expect((await output('markdown', ...words)).stdout).toMatch(
        new RegExp(
          `^### MCP servers: ${result}\n\n1 of 1 server is allowed\\. \\S+ \` no policy applied`,
          'u',
        ),
      );
    }
  });

  it('takes the least of several answers, and a hub that does not say as none', async () => {
    await file('list', Array.from({ length: 1001 }, (_, index) => `a/b${index}@1.0.0`).join('\n'));
    hub.aboutNext.push({});
    hub.about = { policies_applied: 7, warnings: [] };
    const old = await gate(['--file', 'list']);
    expect([old.code, old.stderr]).toEqual([
      2,
      expect.stringMatching(
        /^the hub is older than this command, and does not say whether any policy applied: /,
      ),
    ]);
    expect((await gate(['--file', 'list'])).stdout).toContain(
      'PASS: 1001 of 1001 servers are allowed; 7 pol',
    );
    hub.about = { policies_applied: '7', warnings: 'none' };
    expect((await gate(['--file', 'list'])).code).toBe(2);
    hub.about = { policies_applied: 0, warnings: [null, { code: 'no_policy_applied', environments: [1] }] };
    expect((await gate(['--file', 'list'])).stderr).toMatch(/^no policy applied: correct --environment/);
  });

  it('asks about no policies where there is nothing to evaluate but accepted programs', async () => {
    await file('mcp.json', JSON.stringify({ mcpServers: { a: { command: 'node', args: ['x.js'] } } }));
    const { code, stdout } = await gate(['--allow-local', '--format', 'json']);
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ result: 'PASS', policies_applied: null, warnings: [] }),
    ]);
    expect(hub.asked).toEqual([]);
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

  it('exits with 2 where no policy applied, unless that is accepted, and names the environments of policies', async () => {
    const name = uniqueName('misspelled');
    await ci.server(name, [{ commit: commitOf('1'), semver: '1.0.0', score: 10 }]);
    const { client, id } = await ci.withPolicies({
      target_type: 'SCORE',
      target_value: 'min:70',
      environments: ['production'],
    });
    const env = { MCP_HUB_URL: ci.t.url, MCP_HUB_ORG: id, MCP_HUB_TOKEN: secret(client) };
    const run = (environment: string, ...words: string[]) =>
      gate(['--file', '-', '--environment', environment, ...words], `${name}@1.0.0`, env);
    const why = 'no policy applied in the environment "prod"; policies are for production';
    const refused = await run('prod');
    expect([refused.code, refused.stdout, refused.stderr]).toEqual([
      2,
      expect.stringContaining(`NO_POLICY: 1 of 1 server is allowed; ${why}\n`),
      `${why}: correct --environment (MCP_HUB_ENVIRONMENT), enable a policy for it, or accept this with --allow-no-policy\n`,
    ]);
    const accepted = await run('prod', '--allow-no-policy');
    expect([accepted.code, accepted.stdout, accepted.stderr]).toEqual([
      0,
      expect.stringContaining(`PASS: 1 of 1 server is allowed; ${why}\n`),
      '',
    ]);
    const right = await run('PRODUCTION');
    expect([right.code, right.stdout]).toEqual([
      1,
      expect.stringContaining('FAIL: 0 of 1 server is allowed; 1 policy applied\n'),
    ]);
    const denied = await gate(['--file', '-', '--environment', 'prod'], 'nobody/nothing@1.0.0', env);
    expect([denied.code, denied.stdout]).toEqual([2, expect.stringContaining('FAIL: 0 of 1 server')]);
  });
});
