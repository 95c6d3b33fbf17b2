import { describe, expect, it } from '@jest/globals';
import { readServers } from '../read-servers.js';
import { readToml } from './toml-document.js';
import { readYaml } from './yaml-document.js';

const many = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_unused, index) => of(index)).join('');

describe('TOML', () => {
  it.each([
    ['a = 1\na = 2', '2:1: is not TOML'],
    ['[a]\nb = 1\n[a]\nc = 2', '3:2: is not TOML'],
    ['a = "x', '1:7: is not TOML'],
    ['a = {b = 1}\n[a.c]', '2:2: is not TOML'],
    // Programs differ in whether a header may add to what dotted keys made.
    ['[a]\nb.c = 1\n[a.b.d]\ne = 2', '3:4: the table "b" is defined in two ways'],
    // Not in version 1.0.
    ['a = "\\e"', 'is not TOML'],
    ['a = {b = 1,\n}', 'is not TOML'],
    ['a = 1\r b = 2', 'has a line end that programs read differently'],
    ['a = 1 # x\u2028', 'has a line end that programs read differently'],
    [`a = ${'['.repeat(65)}`, 'nests more than 64 objects and lists'],
    [`a = ${'{a='.repeat(65)}`, 'nests more than 64 objects and lists'],
    [`[${'a.'.repeat(70)}a]\nx = 1`, 'nests more than 64 objects and lists'],
    [`${'a.'.repeat(70)}a = 1`, 'nests more than 64 objects and lists'],
    [`a = [${'1,'.repeat(20_001)}]`, 'has more than 20000 tokens'],
  ])('refuses %.40j', (text, message) => {
    expect(() => readToml('config.toml', text)).toThrow(message);
  });

  it('puts tables inside of each other, in any order, with their places', () => {
    const text = `[mcp_servers."a.b".env]
A = "1"
[mcp_servers."a.b"]
command = "npx"
args = ["-y", """
b@1.0.0"""]
[[other]]
x = '''[[[[['''
[[other]]
[mcp_servers]
c = { command = "npx", args = ["c@1.0.0"] }
d.command = "npx"
d.args = ["d@1.0.0"]
`;
    expect(
      readServers('.codex/config.toml', text).map(({ name, region, launch: { references } }) => [
        name,
        region.startLine,
        references[0]?.name,
      ]),
    ).toEqual([
      ['a.b', 3, 'npm:b'],
      ['c', 11, 'npm:c'],
      ['d', 12, 'npm:d'],
    ]);
  });

  it('takes strings and comments for one token, however many brackets they have', () => {
    const brackets = '[ '.repeat(10_000);
    const text = [
      `a = """${brackets}\\""" """""`,
      `b = '''${brackets}'''`,
      `# ${brackets}`,
      `c = "${brackets}\\""`,
      `d = '${brackets}'`,
    ].join('\n');
    expect(() => readToml('x.toml', text)).not.toThrow();
  });

  it.each([
    ['a = """', '"""'],
    ["a = '", "'"],
    ['# ', ''],
    ['', ' = 1'],
  ])('refuses a text that is too long behind %s', (start, end) => {
    expect(() => readToml('x.toml', `${start}${'x'.repeat(40_000)}${end}`)).toThrow(
      'has a text of more than 32768 characters',
    );
  });
});

describe('YAML', () => {
  it.each([
    ['a: [1', 'is not YAML'],
    ['a: b: c', 'is not YAML'],
    ['a: &x 1\nb: 2', '1:7: has an anchor of YAML'],
    ['a: 1\nb: *a', '2:4: has an alias of YAML'],
    ['a: &x 1\nb: *x', 'has an anchor of YAML'],
    ['a: !secret 1', '1:4: is not YAML: tag resolve failed'],
    ['a: !!str 1', 'has a tag of YAML'],
    ['<<: {a: 1}', '1:1: merges an object into another one'],
    ['? [a]\n: 1', 'has a key that is not a text'],
    ['a: 1\n---\nb: 2', '2:1: has several documents of YAML'],
    ['%YAML 1.1\n---\na: 1', 'has a directive of YAML'],
    ['a: 1 # x\u0085b: 2', 'has a line end that programs read differently'],
    [`a: ${'['.repeat(65)}`, 'nests more than 64 objects and lists'],
    [`${'- '.repeat(200)}a`, /nests more than 64 objects and lists|is not YAML/],
    ['- a\n'.repeat(8000), 'has more than 20000 tokens'],
  ])('refuses %.40j', (text, message) => {
    expect(() => readYaml('config.yaml', text)).toThrow(message);
  });

  it.each(['yes', 'NO', 'on', 'off', 'n', '010', '1:20', '1_000', '2026-01-02', '1.5', 'null', '~', 'true'])(
    'takes %s for no text, as some programs do',
    (word) => {
      const [entry] = readServers('config.yaml', `extensions: {a: {cmd: npx, args: [a@1.0.0, ${word}]}}`);
      expect(entry?.launch.refused).toBe('extensions["a"].args must be a list of strings');
      const [quoted] = readServers('config.yaml', `extensions: {a: {cmd: npx, args: [a@1.0.0, "${word}"]}}`);
      expect(quoted?.launch.references).toHaveLength(1);
    },
  );

  it('reads blocks, quotes, comments and the places of entries; a key twice spoils its entry alone', () => {
    const text = `---
# extensions
extensions:
  "a b": # one
    cmd: 'npx'
    args:
    - -y
    - >-
      a@1.0.0
  twice: {cmd: ./x, cmd: npx}
`;
    expect(readServers('config.yaml', text)).toMatchObject([
      {
        name: 'a b',
        region: { startLine: 4, startColumn: 3, endLine: 10 },
        launch: { references: [{ name: 'npm:a' }] },
      },
      { name: 'twice', launch: { refused: 'extensions["twice"] has the key "cmd" twice' } },
    ]);
  });

  it('counts the places of long files', () => {
    const text = `${many(1000, (at) => `# ${at}\n`)}extensions: {a: {cmd: ./x}}`;
    expect(readServers('config.yaml', text)[0]?.region.startLine).toBe(1001);
  });
});
