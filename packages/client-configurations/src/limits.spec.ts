import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CONFIGURATION_LIMITS as LIMITS } from './limits.js';
import { readServers } from './read-servers.js';
import { UnreadableConfiguration } from './unreadable-configuration.js';

const GOOD = { command: 'npx', args: ['-y', 'good@1.0.0'] };
const many = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_unused, index) => of(index));
const named = (count: number): object => Object.fromEntries(many(count, (index) => [`N${index}`, 'x']));
const text = (length: number): string => 'x'.repeat(length);

const launches = (entry: object, name = 'bad') =>
  readServers('.mcp.json', JSON.stringify({ mcpServers: { [name]: entry, good: GOOD } })).map(
    ({ launch }) => launch.refused ?? launch.references.map((reference) => reference.name).join(),
  );

/** The message of what makes a whole file unreadable. */
function problem(file: string, content: string): string {
  try {
    return `${readServers(file, content).length} servers`;
  } catch (error) {
    if (!(error instanceof UnreadableConfiguration)) throw error;
    return error.message;
  }
}

describe('what is too much of an entry', () => {
  it.each<[string, object, string]>([
    [
      'arguments',
      { command: 'npx', args: many(10_000, String) },
      'args has 10000 items; at most 1000 are read',
    ],
    [
      'an argument',
      { command: 'npx', args: ['-y', text(32_769)] },
      'args[1] has 32769 characters; at most 32768 are read',
    ],
    ['a command', { command: text(40_000) }, 'command has 40000 characters; at most 32768 are read'],
    ['variables', { ...GOOD, env: named(1001) }, 'env has 1001 members; at most 1000 are read'],
    [
      'the value of a variable',
      { ...GOOD, env: { A: text(50_000) } },
      'env.A has 50000 characters; at most 32768 are read',
    ],
    [
      'the name of a variable',
      { ...GOOD, env: { [text(50_000)]: '' } },
      `env.${text(60)}… has 50000 characters in its name; at most 32768 are read`,
    ],
    [
      'headers',
      { url: 'https://a.example', headers: named(1001) },
      'headers has 1001 members; at most 1000 are read',
    ],
    [
      'an address',
      { url: `https://a.example/${text(40_000)}` },
      'url has 40018 characters; at most 32768 are read',
    ],
    [
      'what no client has',
      { ...GOOD, x: [{ y: many(1001, String) }] },
      'x[0].y has 1001 items; at most 1000 are read',
    ],
    ['keys', { ...GOOD, ...named(2000) }, 'it has 2002 members; at most 1000 are read'],
    [
      'packages',
      {
        command: 'npx',
        args: many(102, (index) => (index % 2 === 0 ? '-p' : `p${index}@1.0.0`)).concat('p1'),
      },
      'it starts 51 packages; at most 50 are read',
    ],
  ])('refuses it, naming the field: %s', (_what, entry, refused) => {
    expect(launches(entry)).toEqual([refused, 'npm:good']);
  });

  it('includes its name, which is shown shortened', () => {
    const [entry] = readServers('a.json', JSON.stringify({ servers: { [text(5000)]: GOOD } }));
    expect([entry?.name.length, entry?.launch.refused]).toEqual([
      LIMITS.nameLength,
      'its name has 5000 characters; at most 1000 are read',
    ]);
  });

  it('is more than these', () => {
    expect(launches({ command: 'npx', args: ['-y', 'a@1.0.0', ...many(998, String)] })[0]).toBe('npm:a');
    expect(launches({ ...GOOD, env: named(1000) })[0]).toBe('npm:good');
    expect(launches({ ...GOOD, env: { A: text(32_768) } }, text(1000))[0]).toBe('npm:good');
  });
});

describe('what is too much of a file', () => {
  it.each<[string, string, string, RegExp]>([
    [
      'tokens',
      'a.json',
      `{"x": [${'1,'.repeat(500_000)}1]}`,
      /^a\.json:1:\d+: has more than 1000000 tokens$/,
    ],
    ['nesting', 'a.json', '['.repeat(65), /^a\.json:1:65: nests more than 64 objects and lists$/],
    ['lines', 'list', '\n'.repeat(100_001), /^list:100001:1: the list has more than 100000 lines$/],
    ['a line', 'list', `a@1\n${text(4097)}`, /^list:2:1: the line is longer than 4096 characters$/],
  ])('makes it unreadable: %s', (_what, file, content, message) => {
    expect(problem(file, content)).toMatch(message);
  });

  it('are not servers beyond the limit, which are not read', () => {
    expect(readServers('list', 'a@1.0.0\n'.repeat(90_000), 10)).toHaveLength(10);
    const mcpServers = Object.fromEntries(many(100_000, (index) => [`s${index}`, 1]));
    expect(readServers('a.json', JSON.stringify({ mcpServers }), 10)).toHaveLength(10);
  });
});

/** Long texts that make backtracking expressions slow. */
const hostile = fc
  .tuple(
    fc.constantFrom(
      'a',
      '/',
      ':1/',
      '@',
      '=',
      '==',
      ' #',
      '-p',
      '--x=',
      '\\',
      '${A}',
      '[',
      '1.',
      '>=1 ',
      '\u2028',
      '%',
    ),
    fc.constantFrom(10, 4000, 33_000),
    fc.constantFrom('', '!', '@1.0.0', '@sha256:0'),
  )
  .map(([part, length, end]) => `${part.repeat(length / part.length)}${end}`);
const programs = fc.constantFrom(
  'npx',
  'npm',
  'uvx',
  'uv',
  'pipx',
  'docker',
  'go',
  'sh',
  'env',
  'cmd',
  'bunx',
  'x',
);
const words = fc.oneof(
  fc.array(fc.oneof(hostile, fc.constantFrom('run', 'exec', '-c', '/c', '--', '-p', '-e', '--from')), {
    maxLength: 6,
  }),
  fc
    .tuple(fc.constantFrom('-p', '-e', '--with', 'A=1', 'x', '--', '/d'), fc.constantFrom(999, 1001, 150_000))
    .map(([word, count]) => ['run', ...many(count, () => word)]),
);

describe('big configurations', () => {
  it('spoil at most their own entry, and never end in anything but a message', () => {
    fc.assert(
      fc.property(programs, words, hostile, (command, args, value) => {
        const [, good] = launches({ command, args, env: { A: value }, url: undefined });
        expect(good).toBe('npm:good');
        const [, remote] = launches({ url: value });
        expect(remote).toBe('npm:good');
      }),
      { numRuns: 60 },
    );
  });

  it('are lists of any lines', () => {
    fc.assert(
      fc.property(
        fc.array(hostile, { maxLength: 4 }),
        fc.constantFrom('', '[', '{', '//'),
        (lines, start) => {
          expect(problem('list', `${start}${lines.join('\n')}`).length).toBeLessThan(500);
        },
      ),
      { numRuns: 60 },
    );
  });
});
