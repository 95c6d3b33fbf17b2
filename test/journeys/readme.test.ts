import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PASSWORD } from '../support/credentials.js';
import { freePort } from '../support/ports.js';
import type { CommandOutcome } from '../support/command-host.js';
import { ServerHome } from '../support/server-home.js';

/** The shells in the README that this machine has. */
const SHELLS = ['bash', ...(process.env['TEST_ZSH'] === '1' ? ['zsh'] : [])];

/** The blocks of shell commands in a section of the README. */
async function blocksOf(heading: string): Promise<string[]> {
  const readme = await readFile('README.md', 'utf8');
  const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^```bash\n([^]*?)^```$/gm)].map(([, code = '']) => code);
}

/** The output and exit code of commands: the shell stops at the first failure. */
const run = (
  shell: string,
  script: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<CommandOutcome> =>
  new Promise((resolve) => {
    const env = { ...process.env, ...environment };
    execFile(shell, ['-euo', 'pipefail', '-c', script], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });

describe.each(SHELLS)('the tour of the README, in %s', (shell) => {
  let home: ServerHome;
  let url: string;
  beforeAll(async () => {
    // A sign-in redirects to the public URL.
    const port = String(await freePort());
    home = await ServerHome.open();
    ({ url } = await home.start({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` }));
  });
  afterAll(() => home.close());

  it('publishes a real MCP server, which the gate lets pass, and pushes a vulnerable one, which it denies', async () => {
    const kinds = `tar -tvzf "$WORK/pulled.tgz" | cut -c 1 | sort -u`;
    const script = [...(await blocksOf('A five-minute tour')), kinds, ...(await blocksOf('The hub'))].join(
      '\n',
    );
    const { code, stdout, stderr } = await run(shell, script, { HUB: url, PASSWORD });
    const [, initialized = '', kindsOfEntries = '', verdicts = ''] =
      /\nlatest is (?:\d+\.\d+\.\d+)\n(?:.* is \d+\.\d+\.\d+\n){4}the same, byte for byte\n(\{.*\})\n(.\n.)\n([^]*)\n$/.exec(
        stdout,
      ) ?? [];
    expect({ stderr, initialized }).toEqual({
      stderr: expect.any(String),
      initialized: expect.stringContaining('{'),
    });
    expect(JSON.parse(initialized)).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      result: { capabilities: { tools: expect.any(Object) }, serverInfo: { name: expect.any(String) } },
    });
    // Clients only accept bundles of regular files and folders.
    expect(kindsOfEntries.split('\n').sort()).toEqual(['-', 'd']);
    expect(verdicts.split('\n')).toEqual([
      expect.stringMatching(/^(CERTIFIED|PUBLISHED)$/),
      'PASS acme/filesystem: is allowed',
      'NOT_CERTIFIED',
      'critical: Shell command built from what a client sends',
      '  server.js:9 branch comes in',
      '  server.js:15 passed to `commitsOf`',
      '  commits.js:8 reaches child_process.exec',
      'FAIL acme/vulnerable-server: the certification level, 0, is below 1',
    ]);
    expect(code).toBe(1);
  });

  it.each([
    ['PASS', 0],
    ['FAIL', 1],
    ['something else', 1],
  ])('the last block exits correctly when the gate says %s: %i', async (result, expected) => {
    const body = {
      result,
      mcps: [{ name: 'a/b', version: 'latest', result: 'whatever', global_score: null }],
    };
    const gate = createServer((_req, res) => res.end(JSON.stringify(body))).listen(0, '127.0.0.1');
    await once(gate, 'listening');
    try {
      const HUB = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
      const blocks = [...(await blocksOf('A five-minute tour')), ...(await blocksOf('The hub'))];
      const helpers = blocks.join('').match(/^(?:field|gate)\(\) \{\n[^]*?^\}\n/gm) ?? [];
      const script = [...helpers, ...blocks.slice(-1)].join('\n');
      const variables = {
        HUB,
        CI_TOKEN: 'x',
        JSON: 'Content-Type: application/json',
        ORG: 'x',
        WORK: home.dataDir,
      };
      expect(await run(shell, script, variables)).toMatchObject({ code: expected });
    } finally {
      gate.close();
    }
  });
});

describe('the commands of the README', () => {
  it('have no comments, which zsh does not support in pasted commands', async () => {
    const blocks = (await readFile('README.md', 'utf8')).matchAll(/^```bash\n([^]*?)^```$/gm);
    for (const [, code] of blocks) expect(code).not.toMatch(/(^|\s)#\s/);
  });

  it('start with the two that run the product and its tests', async () => {
    const blocks = [...(await readFile('README.md', 'utf8')).matchAll(/^```bash\n([^]*?)^```$/gm)];
    expect(blocks.slice(0, 2).map(([, code]) => code)).toEqual([
      'npm ci && npm start\n',
      'npm ci && npm test\n',
    ]);
  });
});
