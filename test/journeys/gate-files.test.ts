import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeHub } from '../support/fake-hub.js';
import { hubCommand } from '../support/hub-command.js';
import type { CommandOutcome } from '../support/command-host.js';

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

const gate = (words: readonly string[]): Promise<CommandOutcome> =>
  hubCommand(['gate', ...words], {
    cwd: folder,
    env: {
      MCP_HUB_URL: hub.url,
      MCP_HUB_TOKEN: 'mcp_svc_secret',
      MCP_HUB_ORG: '11111111-1111-4111-8111-111111111111',
      MCP_HUB_ENVIRONMENT: 'production',
    },
    input: '',
  });

async function file(name: string, text: string): Promise<void> {
  await mkdir(join(folder, dirname(name)), { recursive: true });
  await writeFile(join(folder, name), text);
}

const PINNED = '{"mcpServers": {"a": {"command": "npx", "args": ["a@1.0.0"]}}}';

describe('the files of mcp-hub gate', () => {
  it('reads the files of all formats in the folder, and says what is disabled', async () => {
    const files = {
      '.codex/config.toml': '[mcp_servers.jira]\ncommand = "npx"\nargs = ["jira@1.0.0"]\nenabled = false\n',
      '.continue/mcpServers/shop.yaml':
        'name: Shop\nmcpServers:\n  - name: shop\n    url: https://shop.example/mcp\n',
      '.devcontainer/node/devcontainer.json':
        '{"customizations": {"vscode": {"mcp": {"servers": {"box": {"command": "npx", "args": ["box@1.0.0"]}}}}}}',
      '.vscode/settings.json': '{"editor.tabSize": 2}',
      'opencode.json': '{"mcp": {"code": {"command": ["npx", "code@1.0.0"], "surprise": 1}}}',
      'shop.code-workspace':
        '{"settings": {"mcp": {"servers": {"work": {"url": "https://work.example/mcp"}}}}}',
    };
    for (const [name, text] of Object.entries(files)) await file(name, text);
    hub.answerOf = ({ name }) => (name === 'npm:jira' ? { result: 'DENIED', reason: 'not found' } : {});
    const reports = ['json', 'sarif', 'junit', 'markdown'];
    const { code, stdout } = await gate(reports.flatMap((each) => ['--report', `${each}=gate.${each}`]));
    expect(code).toBe(1);
    expect(stdout).toBe(
      `ALLOWED  work  shop.code-workspace:1  score 80
ALLOWED  box  .devcontainer/node/devcontainer.json:1  score 80
DENIED   jira  .codex/config.toml:1  disabled  score 80
         not found
ALLOWED  code  opencode.json:1  score 80
         warning: the key "surprise" is not known, and was not read
ALLOWED  shop  .continue/mcpServers/shop.yaml:3  score 80
FAIL: 4 of 5 servers are allowed; 3 policies applied
`,
    );
    const [json = '', sarif = '', junit = '', markdown = ''] = await Promise.all(
      reports.map((each) => readFile(join(folder, `gate.${each}`), 'utf8')),
    );
    expect(JSON.parse(json).servers[2]).toMatchObject({ name: 'jira', format: 'codex', disabled: true });
    expect(JSON.parse(sarif).runs[0].results[0]).toMatchObject({
      message: { text: 'jira (disabled): not found' },
      locations: [{ physicalLocation: { artifactLocation: { uri: '.codex/config.toml' } } }],
      properties: { disabled: true, format: 'codex' },
    });
    expect(junit).toContain('<system-out>disabled</system-out>');
    expect(markdown).toContain('| ❌ denied, disabled | ` jira ` |');
  });

  it('sends and prints nothing of a file that it does not recognize', async () => {
    const secret = 'Zx8Qm2Lw9Rt5Vb7Ny3Kd6Hf1';
    for (const [name, text, reason] of [
      ['Cargo.toml', `[package]\ntoken = "${secret}"`, /^Cargo\.toml:1:1: is TOML and has no "mcp_servers"/],
      ['ci.yaml', `steps:\n  token: ${secret}`, /^ci\.yaml:1:1: is YAML and has no "mcpServers"/],
      ['secrets', `token: ${secret}\nother: [`, /^secrets:2:9: is not YAML: /],
      ['settings.xml', `<server token="${secret}"/>`, /^settings\.xml: looks like XML/],
      ['codex.toml', `[mcp_servers.a]\nenv = { A = "${secret}"\n`, /^codex\.toml:\d:\d+: is not TOML/],
    ] as const) {
      await file(name, text);
      const { code, stdout, stderr } = await gate(['--file', name]);
      expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(reason)]);
      expect(stderr).not.toContain(secret);
    }
    expect(hub.asked).toEqual([]);
  });

  it('refuses a file that only some systems take for one of a client', async () => {
    for (const name of ['.MCP.json', '.VSCode/mcp.json']) {
      await file(name, PINNED);
      const reason = /^\S+ is \.\S+ of [^;]+ for macOS and Windows, and another file for Linux; call it /;
      for (const words of [[], ['--file', name]]) {
        const { code, stderr } = await gate(words);
        expect([code, stderr.replace(':', '')]).toEqual([2, expect.stringMatching(reason)]);
      }
      await rm(join(folder, name));
    }
    expect(hub.asked).toEqual([]);
  });

  it('names the files of each format in its help', async () => {
    const { stdout } = await gate(['--help']);
    expect(stdout).toContain('\n  Codex: .codex/config.toml\n');
    expect(stdout).toContain('\n  Zed: .zed/settings.json\n');
  });
});
