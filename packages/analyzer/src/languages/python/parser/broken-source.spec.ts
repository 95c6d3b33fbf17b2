import { describe, expect, it } from '@jest/globals';
import { UnreadableSource } from '../../parsed-file.js';
import { parsePython } from './parse-python.js';

const SAMPLE = `"""Doc"""
from __future__ import annotations
import a.b, c as d
@app.tool(name="x", *args, **kw)
async def f(a, /, b: list[int] = [1, 2], *c, d=f"{x!r:>{w}}{{", **e) -> dict[str, int]:
    '''A docstring\\n'''
    match a, b:
        case [1, *rest] | {"k": v, **o} if v: return (yield x)
        case P(q, k=-1) as z: pass
    try:
        with (open(p) as g, h): x = y = lambda *a, **k: (await a)
    except* (A, B) as exc: raise X from exc
    else: del a[1:2, ::3], b.c
    finally: assert not a < b <= c is not d, "m"
    while (n := n - 1): print(n if n else [*m, *f()], end='')
    for i, (j, *k) in {**a, 'b': {c for c in d if e}}.items(): a.b[i]["k"] += 0x1F
class A[T](B, metaclass=M):
    x: int = 1; y = z = 2
    @property
    def p(self): return r'\\\\' f'{self.x:{self.y}}' "\\N{DASH}\\x41"
if a: b
elif c: type(d).e = 1
else: print "x" % y, z
`;

/** The nesting depth of the program, bounded in case it has become too deep. */
function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > 5000) return depth;
  let deepest = depth;
  for (const inner of Object.values(value)) deepest = Math.max(deepest, depthOf(inner, depth + 1));
  return deepest;
}

async function tryToRead(source: string): Promise<void> {
  try {
    const { module } = await parsePython('a.py', source);
    expect(depthOf(module)).toBeLessThan(3000);
  } catch (error) {
    if (!(error instanceof UnreadableSource)) throw error;
  }
}

describe('parsePython with invalid or extreme source', () => {
  it('reads the valid parts of a source with syntax errors, and reports the first error', async () => {
    const source =
      'import os\ndef f(a b):\n  return x(\n\nclass A:\n  def g(self):\n    os.system(z)\nx = = h()\n';
    const { module, problem } = await parsePython('a.py', source);
    expect(problem).toBe('syntax error at line 2');
    const text = JSON.stringify(module);
    for (const part of ['"module":"os"', '"property":"system"', '"name":"h"']) expect(text).toContain(part);
  });

  it('reads each part of a syntax error once', async () => {
    const { module } = await parsePython('a.py', `${'f(a b, '.repeat(30)}c\n`);
    expect(JSON.stringify(module).split('"name":"f"').length).toBeLessThanOrEqual(31);
  });

  it('does not nest a long elif chain', async () => {
    const chain = `if a: b\n${'elif c: d\n'.repeat(3000)}else: e\n`;
    const { module, problem } = await parsePython('a.py', chain);
    expect(problem).toBeUndefined();
    expect(depthOf(module)).toBeLessThan(20);
    expect(module.body[0]).toMatchObject({ kind: 'switch', cases: { length: 3002 } });
  });

  it('does not grow exponentially where an operand is used twice', async () => {
    const nested = `${'(a < '.repeat(60)}b${' < c)'.repeat(60)}`;
    const { module } = await parsePython('a.py', nested);
    expect(JSON.stringify(module).length).toBeLessThan(100_000);
  });

  it('reads a sample of all constructs', async () => {
    const { module, problem } = await parsePython('a.py', SAMPLE);
    expect(problem).toBeUndefined();
    expect(module.body.map((statement) => statement.kind)).toEqual([
      'expression',
      'import',
      'import',
      'import',
      'import',
      'function',
      'class',
      'if',
    ]);
  });

  it('does not throw for truncated sources', async () => {
    for (let end = 0; end < SAMPLE.length; end += 2) await tryToRead(SAMPLE.slice(0, end));
    for (let start = 1; start < SAMPLE.length; start += 7) await tryToRead(SAMPLE.slice(start));
  });

  it.each([
    ['parentheses', '('.repeat(100_000) + ')'.repeat(100_000)],
    ['open parentheses', '('.repeat(100_000)],
    ['open calls', 'f('.repeat(100_000)],
    ['unary operators', `${'-'.repeat(100_000)}a`],
    ['a long line of names', `x = [${'a, '.repeat(350_000)}]`],
    ['a long line of text', `x = "${'a'.repeat(1_000_000)}"`],
    ['a long line of escapes', `x = "${'\\n'.repeat(100_000)}"`],
    ['a long sum', `x = ${'a + '.repeat(100_000)}a`],
    ['a long sum of many kinds', `x = ${'a - b * c @ '.repeat(30_000)}a`],
    ['a long power', `x = ${'a ** '.repeat(50_000)}a`],
    ['a long broken sum', `x = ${'a + b $ + '.repeat(5_000)}a`],
    ['a long union', `x: ${'a | '.repeat(50_000)}a`],
    ['deep precedence', `x = ${'(a | b ^ c & d << e + f * '.repeat(190)}a${')'.repeat(190)}`],
    ['a long comparison', `x = ${'f() < '.repeat(20_000)}a`],
    ['a long line of nonsense', '?!$ '.repeat(50_000)],
    ['a long except', `try: a\nexcept (${'A, '.repeat(150_000)}): b`],
    ['a long name', `match a:\n  case ${'b.'.repeat(100_000)}c: d`],
    ['long alternatives', `match a:\n  case ${'[b] | '.repeat(20_000)}[b]: c`],
    ['nothing', ''],
    ['zeros', '\0'.repeat(1000)],
  ])('does not throw for %s', async (_name, source) => tryToRead(source));
});
