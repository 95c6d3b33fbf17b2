import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeHub } from '../support/fake-hub.js';

const run = promisify(execFile);

let machine: string;
/** The repository as GitHub checks it out for an action: without anything installed or built. */
let checkout: string;
/** What was asked of npm. */
let calls: string;
let hub: FakeHub;

/**
 * An npm that installs the packages of this repository instead of fetching them, because tests run without internet, and
 * passes all other commands on. Like npm 10 without scripts, it installs Node.js without linking it.
 */
const npm = (real: string): string => `#!/usr/bin/env bash
set -euo pipefail
echo "$*" >> '${calls}'
if test "$1" != ci; then exec '${real}' "$@"; fi
mkdir -p node_modules/.bin
ln -s '${join(process.cwd(), 'node_modules')}'/* node_modules/
ln -s '${join(process.cwd(), 'node_modules/.bin')}'/* node_modules/.bin/
rm -f node_modules/.bin/node
`;

beforeAll(async () => {
  hub = await FakeHub.start();
  machine = await mkdtemp(join(tmpdir(), 'mcp-hub-action-'));
  [checkout, calls] = [join(machine, 'action'), join(machine, 'calls')];
  await Promise.all(['action', 'bin', 'job'].map((name) => mkdir(join(machine, name))));
  await writeFile(calls, '');
  await run('bash', [
    '-c',
    'set -o pipefail; git ls-files -z --cached --others --exclude-standard | ' +
      'tar --null --ignore-failed-read -T - -cf - | tar -xf - -C "$0"',
    checkout,
  ]);
  const { stdout } = await run('bash', ['-c', 'command -v npm']);
  await writeFile(join(machine, 'bin/npm'), npm(stdout.trim()));
  await chmod(join(machine, 'bin/npm'), 0o755);
  await writeFile(
    join(machine, 'job/.mcp.json'),
    JSON.stringify({ mcpServers: { files: { command: 'npx', args: ['-y', 'files@1.2.0'] } } }),
  );
});
afterAll(async () => {
  await hub.close();
  await rm(machine, { recursive: true, force: true });
});

/** Runs the step of the action that runs the gate; returns what it writes for the next ones. */
async function gateStep(): Promise<Record<string, string>> {
  const output = join(machine, 'output');
  await writeFile(output, '');
  // Without `mcp-hub` and the Node.js of this repository: that of the machine may be too old.
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((each) => !each.includes('node_modules'));
  await run('bash', [join(checkout, 'integrations/github/gate.sh')], {
    cwd: join(machine, 'job'),
    env: {
      PATH: [join(machine, 'bin'), ...path].join(delimiter),
      HOME: machine,
      MCP_HUB_URL: hub.url,
      MCP_HUB_TOKEN: 'mcp_svc_secret',
      MCP_HUB_ORG: '11111111-1111-4111-8111-111111111111',
      MCP_HUB_ENVIRONMENT: 'production',
      GATE_FILES: '',
      GATE_ALLOW_LOCAL: 'false',
      GATE_FOLDER: join(checkout, 'integrations/github'),
      RUNNER_TEMP: machine,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(machine, 'summary'),
    },
  });
  const lines = (await readFile(output, 'utf8')).trim().split('\n');
  return Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
}

describe('the action on a machine without mcp-hub', () => {
  it('installs and builds its own repository once, and runs the gate', async () => {
    expect(await gateStep()).toMatchObject({ status: '0', result: 'PASS' });
    const installation = 'ci --ignore-scripts --no-audit --no-fund\nrun -s build\n';
    expect(await readFile(calls, 'utf8')).toBe(installation);
    hub.answerOf = () => ({ result: 'DENIED', reason: 'no' });
    expect(await gateStep()).toMatchObject({ status: '1', result: 'FAIL' });
    expect(await readFile(calls, 'utf8')).toBe(installation);
    expect(hub.asked.map(({ body }) => body.mcps)).toEqual([
      [{ name: 'npm:files', version: '1.2.0' }],
      [{ name: 'npm:files', version: '1.2.0' }],
    ]);
    expect(await readFile(join(machine, 'summary'), 'utf8')).toMatch(/servers: PASS\n[^]*servers: FAIL\n/);
  });
});
