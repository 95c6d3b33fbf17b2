import { expect, it } from '@jest/globals';
import { aMcp } from '../../../support/catalog.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub({ RATE_LIMIT_ANONYMOUS: '1000' });

const many = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_unused, index) => of(index));

/** Entries that are too much, one that is not, and why each is refused. */
const ENTRIES = {
  long: { command: 'npx', args: many(10_000, (index) => `a${index}`) },
  wide: { url: 'https://a.example', headers: Object.fromEntries(many(2000, (index) => [`h${index}`, ''])) },
  text: { command: 'uvx', args: ['x'.repeat(40_000)] },
  packages: { command: 'npx', args: [...many(51, (index) => ['-p', `p${index}@1.0.0`]).flat(), 'p1'] },
};
const REASONS = [
  ['long', 'args has 10000 items; at most 1000 are read'],
  ['wide', 'headers has 2000 members; at most 1000 are read'],
  ['text', 'args[0] has 40000 characters; at most 32768 are read'],
  ['packages', 'it starts 51 packages; at most 50 are read'],
];

const configuration = JSON.stringify({
  mcpServers: { ...ENTRIES, good: { command: 'npx', args: ['-y', 'limits-good@1.0.0'] } },
});

it.each(['preview', 'check'])(
  'an entry that is too much to read is refused alone, with its field: %s',
  async (operation) => {
    const org = await actors.organization();
    const source = JSON.stringify({ kind: 'npm', name: 'limits-good', version: '1.0.0' });
    const mcp = await aMcp(t, { name: `limits/good-${operation}` });
    await (
      await mcp.version({ semver: '1.0.0', source })
    ).snapshot({ critical_findings: 0, low_findings: 4 });
    const { status, body } =
      operation === 'check'
        ? await actors.anonymous.post('/api/v1/catalog/check', { configuration, file_name: '.mcp.json' })
        : await org.owner.post(`/api/v1/orgs/${org.id}/evaluations/preview`, { configuration });
    expect(status).toBe(200);
    const mcps = body.mcps as { entry: string; reason?: string; found?: boolean; result?: string }[];
    expect(mcps.slice(0, 4).map(({ entry, reason }) => [entry, reason])).toEqual(REASONS);
    expect(mcps[4]).toMatchObject(
      operation === 'check' ? { entry: 'good', found: true } : { entry: 'good', result: 'ALLOWED' },
    );
  },
);

it.each(['preview', 'check'])('a configuration that is too much is 400: %s', async (operation) => {
  const org = await actors.organization();
  const send = (text: string) =>
    operation === 'check'
      ? actors.anonymous.post('/api/v1/catalog/check', { configuration: text })
      : org.owner.post(`/api/v1/orgs/${org.id}/evaluations/preview`, { configuration: text });
  for (const [text, message] of [
    [
      '\n'.repeat(200_000),
      /^configuration cannot be read: configuration:100001:1: the list has more than 100000 lines/,
    ],
    [
      `a/b@1\n${'x'.repeat(5000)}`,
      /^configuration cannot be read: configuration:2:1: the line is longer than 4096/,
    ],
    [
      JSON.stringify({ mcpServers: Object.fromEntries(many(50_000, (index) => [`s${index}`, {}])) }),
      /at most 1?00/,
    ],
  ] as const) {
    const { status, body } = await send(text);
    expect([status, body.message]).toEqual([400, expect.stringMatching(message)]);
  }
});
