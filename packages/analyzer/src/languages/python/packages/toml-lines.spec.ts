import { describe, expect, it } from '@jest/globals';
import { TomlLines } from './toml-lines.js';

describe('the lines of a TOML document', () => {
  it('are those of keys and items, whatever else has the same text', () => {
    const lines = new TomlLines(`# dependencies = ["a"]
[project]
keywords = ["a", 'b']
description = """
dependencies = [
"a" ] \\"""
""" # "a"
dependencies = [ # [
  "a",
  'b', "c",
  { x = "]", y = [1, "a"] },
  """
d""",
]
tool."my name".x = 5
[tool.uv]
dev-dependencies = ["a"] # end
[[tool.list]]
a = 1
`);
    expect(lines.lineOf('project', 'dependencies')).toBe(8);
    expect([0, 1, 2, 3, 4].map((index) => lines.lineOf('project', 'dependencies', index))).toEqual([
      9, 10, 10, 11, 12,
    ]);
    expect(lines.lineOf('project', 'keywords', 1)).toBe(3);
    expect(lines.lineOf('project', 'tool', 'my name', 'x')).toBe(15);
    expect(lines.lineOf('tool', 'uv', 'dev-dependencies', 0)).toBe(17);
    expect(lines.lineOf('tool', 'list', 'a')).toBe(19);
    expect(lines.lineOf('tool', 'uv', 'missing', 5)).toBe(16);
    expect(lines.lineOf('missing')).toBe(1);
  });

  it.each([
    '',
    '\r\n',
    '= = =',
    '[',
    ']]]',
    'a',
    'a = "',
    'a = [',
    "a = '''",
    '"a" = {',
    '.'.repeat(1000),
    '['.repeat(100_000),
    `a = ${'['.repeat(100_000)}`,
    `a = ${'{'.repeat(100_000)}`,
    '"'.repeat(100_000),
    'a.'.repeat(100_000),
  ])('are looked for to the end of any text', (text) => {
    expect(new TomlLines(text).lineOf('z')).toBe(1);
  });
});
