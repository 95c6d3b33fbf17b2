import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SETTINGS_FORMATS } from '@mcp-hub/client-configurations';
import { npmServer } from '../support/allow-lists.js';
import { CiGate } from '../support/ci-gate.js';
import { FakeHub } from '../support/fake-hub.js';
import { hubCommand } from '../support/hub-command.js';
import type { CommandOutcome } from '../support/command-host.js';

const ORG = '11111111-1111-4111-8111-111111111111';
const TOKEN = 'mcp_svc_secret';
/** Bytes that a formatter would change. */
const SETTINGS = '{"allowedMcpServers":[\n{"serverCommand":["npx","-y","a@1.0.0"]}]}';

let folder: string;
let hub: FakeHub;
let asked: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-policy-'));
  hub = await FakeHub.start();
  asked = [];
});
afterEach(async () => {
  await hub.close();
  await rm(folder, { recursive: true });
});

const path = (name: string): string => join(folder, name);

async function policyExport(...words: string[]): Promise<CommandOutcome> {
  hub.next.push((req, res) => {
    asked.push(`${req.method} ${req.url} ${req.headers.authorization}`);
    res.setHeader('content-type', 'application/json; charset=utf-8').end(SETTINGS);
  });
  const env = { MCP_HUB_URL: hub.url, MCP_HUB_TOKEN: TOKEN, MCP_HUB_ORG: ORG };
  const outcome = await hubCommand(['policy', 'export', ...words], { cwd: folder, env });
  expect(outcome.stdout + outcome.stderr).not.toContain(TOKEN);
  return outcome;
}

describe('mcp-hub policy export', () => {
  it('exits with 2 for wrong use', async () => {
    await writeFile(path('large.json'), Buffer.alloc(10 * 1024 * 1024 + 1));
    for (const [words, reason] of [
      [[], /required option '--format <format>'/],
      [
        ['--format', 'yaml'],
        /Allowed choices are copilot, copilot-teams, claude, claude-mcp, vscode, codex, gemini, cline, windsurf/,
      ],
      [['--format', 'claude', '--launcher', 'npx'], /Allowed choices are any, mcp-hub, package/],
      [['--format', 'claude', '--environment', 'ü'], /--environment \(MCP_HUB_ENVIRONMENT\)/],
      [['--format', 'claude', '--output', 'a', '--check', 'b'], /leave out one of the two/],
      [['--format', 'claude', '--output', 'no/such/folder'], /^cannot write no\/such\/folder/],
      [['--format', 'claude', '--check', '.'], /^\. is not a file/],
      [['--format', 'claude', '--check', '/dev/zero'], /^\/dev\/zero is not a file/],
      [['--format', 'claude', '--check', 'large.json'], /larger than 10 MiB/],
    ] as const) {
      const { code, stdout, stderr } = await policyExport(...words);
      expect([words, code, stdout, stderr]).toEqual([words, 2, '', expect.stringMatching(reason)]);
    }
  });

  it('exits with 2 for an answer that is no JSON, such as the page of a proxy', async () => {
    hub.next.push((_req, res) => res.setHeader('content-type', 'text/html').end('<html>'));
    const { code, stderr } = await policyExport('--format', 'claude');
    expect([code, stderr]).toEqual([2, expect.stringContaining('not one of mcp-hub')]);
    // The settings of Codex are TOML.
    const toml = await policyExport('--format', 'codex');
    expect([toml.code, toml.stderr]).toEqual([2, expect.stringContaining('not one of mcp-hub')]);
  });

  it('writes the bytes of the hub', async () => {
    expect(await policyExport('--format', 'copilot')).toEqual({ code: 0, stdout: SETTINGS, stderr: '' });
    const words = ['--format', 'vscode', '--environment', 'a & b', '--output', 'settings.json'];
    expect(await policyExport(...words)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await readFile(path('settings.json'), 'utf8')).toBe(SETTINGS);
    await policyExport('--format', 'claude', '--launcher', 'mcp-hub');
    const start = `GET /api/v1/orgs/${ORG}/managed-settings?format=`;
    expect(asked).toEqual([
      `${start}copilot Bearer ${TOKEN}`,
      `${start}vscode&environment=a+%26+b Bearer ${TOKEN}`,
      `${start}claude&launcher=mcp-hub Bearer ${TOKEN}`,
    ]);
  });

  it('compares with a committed file', async () => {
    const check = () => policyExport('--format', 'claude', '--check', 'settings.json');
    expect(await check()).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('+ "allowedMcpServers"\n+ allowedMcpServers: {'),
    });
    await writeFile(path('settings.json'), SETTINGS);
    expect(await check()).toEqual({ code: 0, stdout: '', stderr: '' });
    await writeFile(path('settings.json'), SETTINGS.replace('a@1.0.0', '\u202ea@0.9.0'));
    const { code, stdout } = await check();
    expect([code, stdout]).toEqual([
      1,
      'settings.json is not what the policies say now:\n' +
        '- allowedMcpServers: {"serverCommand":["npx","-y","\ufffda@0.9.0"]}]}\n' +
        '+ allowedMcpServers: {"serverCommand":["npx","-y","a@1.0.0"]}]}\n',
    ]);
    await writeFile(path('settings.json'), `${SETTINGS}\r\n`);
    expect((await check()).stdout).toContain('only the order, spaces, commas or the ends of lines differ');
  });
});

describe('mcp-hub policy export with a hub', () => {
  let gate: CiGate;
  beforeEach(async () => {
    gate = await CiGate.start();
  });
  afterEach(() => gate.close());

  it('writes and checks each format, and says which entries a policy has removed', async () => {
    const { name, pkg } = await npmServer(gate);
    const own = await gate.withPolicies();
    const env = {
      MCP_HUB_URL: gate.t.url,
      MCP_HUB_TOKEN: (own.client.credentials['authorization'] ?? '').replace('Bearer ', ''),
      MCP_HUB_ORG: own.id,
      MCP_HUB_ENVIRONMENT: 'production',
    };
    const run = (format: string, ...words: string[]): Promise<CommandOutcome> =>
      hubCommand(['policy', 'export', '--format', format, ...words], { cwd: folder, env });
    const formats = Object.keys(SETTINGS_FORMATS);
    for (const format of formats) {
      const file = `${format}.json`;
      expect(await run(format, '--output', file)).toEqual({ code: 0, stdout: '', stderr: '' });
      const answer = await own.client.get(`/api/v1/orgs/${own.id}/managed-settings?format=${format}`);
      expect(await readFile(path(file), 'utf8')).toBe(answer.text);
      // Cline has names alone.
      if (format !== 'cline') expect(answer.text).toContain(pkg);
      expect(await run(format, '--check', file)).toEqual({ code: 0, stdout: '', stderr: '' });
    }
    const policy = { name: 'No', action: 'DENY', target_type: 'MCP', target_value: name, priority: 1 };
    await own.owner.post(`/api/v1/orgs/${own.id}/policies`, policy);
    for (const format of formats) {
      const { code, stdout } = await run(format, '--check', `${format}.json`);
      expect([format, code]).toEqual([format, 1]);
      expect(stdout).toMatch(new RegExp(`^${format}\\.json is not what the policies say now:\n- .*`));
      if (format !== 'cline') expect(stdout).toContain(pkg);
    }
    const foreign = await gate.actors.organization();
    env.MCP_HUB_ORG = foreign.id;
    expect(await run('copilot')).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/answered 404: .*; there is no such organization or operation/),
    });
  });
});
