import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeHub } from '../support/fake-hub.js';
import { hubCommand } from '../support/hub-command.js';

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

async function gate(...words: string[]) {
  const outcome = await hubCommand(['gate', ...words], {
    cwd: folder,
    env: {
      MCP_HUB_URL: hub.url,
      MCP_HUB_TOKEN: 'mcp_svc_secret',
      MCP_HUB_ORG: '11111111-1111-4111-8111-111111111111',
      MCP_HUB_ENVIRONMENT: 'production',
    },
  });
  expect(outcome.stderr).not.toContain('    at ');
  return outcome;
}

const GOOD = { command: 'npx', args: ['-y', 'good@1.0.0'] };
const file = (name: string, mcpServers: object): Promise<void> =>
  writeFile(join(folder, name), JSON.stringify({ mcpServers }));

describe('mcp-hub gate', () => {
  it('denies an entry that is too much, naming the field, and evaluates the others', async () => {
    await file('mcp.json', {
      long: { command: 'npx', args: Array.from({ length: 10_000 }, (_unused, index) => `a${index}`) },
      spread: { command: 'npm', args: ['exec', '--', ...Array<string>(200_000).fill('a')] },
      wide: {
        ...GOOD,
        env: Object.fromEntries(Array.from({ length: 5000 }, (_unused, index) => [`N${index}`, ''])),
      },
      good: GOOD,
    });
    const { code, stdout } = await gate();
    expect([code, stdout]).toEqual([
      1,
      [
        'DENIED   long  mcp.json:1',
        '         args has 10000 items; at most 1000 are read',
        'DENIED   spread  mcp.json:1',
        '         args has 200002 items; at most 1000 are read',
        'DENIED   wide  mcp.json:1',
        '         env has 5000 members; at most 1000 are read',
        'ALLOWED  good  mcp.json:1  score 80',
        'FAIL: 1 of 4 servers are allowed; 3 policies applied',
        '',
      ].join('\n'),
    ]);
    expect(hub.asked.map(({ body }) => body.mcps)).toEqual([[{ name: 'npm:good', version: '1.0.0' }]]);
  });

  it('exits with 2 for too many servers, lines, files and reports', async () => {
    await file(
      'many.json',
      Object.fromEntries(Array.from({ length: 120_000 }, (_unused, index) => [`s${index}`, {}])),
    );
    await writeFile(join(folder, 'lines'), '\n'.repeat(9_000_000));
    await writeFile(join(folder, 'servers'), 'a@1\n'.repeat(2_000_000));
    const files = Array.from({ length: 10_000 }, (_unused, index) => ['--file', `f${index}`]).flat();
    const reports = Array.from({ length: 21 }, (_unused, index) => ['--report', `json=r${index}`]).flat();
    for (const [words, message] of [
      [['--file', 'many.json'], /^the files name more than 10000 servers; evaluate them in several runs\n$/],
      [['--file', 'servers'], /^the files name more than 10000 servers/],
      [['--file', 'lines'], /^lines:100001:1: the list has more than 100000 lines\n$/],
      [files, /At most 100 files are read/],
      [reports, /At most 20 are written/],
    ] as const) {
      const { code, stderr } = await gate(...words);
      expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    }
    expect(hub.asked).toEqual([]);
  });
});
