import { describe } from '@jest/globals';
import { flows, lines, type Row } from '../../support/flow-rows.js';

const BEFORE = [
  'import asyncio, contextlib, os',
  'from pathlib import Path',
  'OK = {"a", "b"}',
  'def check(x):',
  '    if x not in OK:',
  '        raise ValueError()',
  'async def acheck(x):',
  '    check(x)',
  'class Quiet:',
  '    def __enter__(self): return self',
  '    def __exit__(self, *a): return True',
  'class Loud:',
  '    def __enter__(self): return self',
  '    def __exit__(self, *a): return False',
];

const row = (name: string, outcome: 'harmful' | 'harmless', body: string[], bit: Row[2] = 'SHELL'): Row => [
  name,
  outcome,
  bit,
  lines(...BEFORE, 'async def handler(x):', ...body.map((line) => `    ${line}`)),
];

describe('insufficient checks in Python', () => {
  flows('python', [
    row('not waited for', 'harmful', ['acheck(x)', 'sink(x)']),
    row('waited for', 'harmless', ['await acheck(x)', 'sink(x)']),
    row('a task that is waited for', 'harmless', [
      't = asyncio.create_task(acheck(x))',
      'await t',
      'sink(x)',
    ]),
    row('a task', 'harmful', ['asyncio.create_task(acheck(x))', 'sink(x)']),
    row('gathered', 'harmless', ['await asyncio.gather(acheck(x), acheck("a"))', 'sink(x)']),
    row('gathered with errors', 'harmful', [
      'await asyncio.gather(acheck(x), return_exceptions=True)',
      'sink(x)',
    ]),
    row('in a thread', 'harmless', ['await asyncio.to_thread(check, x)', 'sink(x)']),
    row('suppressed', 'harmful', ['with contextlib.suppress(ValueError):', '    check(x)', 'sink(x)']),
    row('within what is suppressed', 'harmless', [
      'with contextlib.suppress(ValueError):',
      '    check(x)',
      '    sink(x)',
    ]),
    row('with what swallows', 'harmful', ['with Quiet():', '    check(x)', 'sink(x)']),
    row('with what does not', 'harmless', ['with Loud():', '    check(x)', 'sink(x)']),
    row('in a finally', 'harmful', ['try:', '    check(x)', 'finally:', '    sink(x)']),
    row('after a finally', 'harmless', ['try:', '    check(x)', 'finally:', '    print(1)', 'sink(x)']),
    row('all but the first', 'harmful', [
      'l = x.split(" ")',
      'for p in l[1:]:',
      '    check(p)',
      'sink(l[0])',
    ]),
    row('all', 'harmless', ['l = x.split(" ")', 'for p in l:', '    check(p)', 'sink(l[0])']),
    row('an index used as a boolean', 'harmful', ['if not x.find("..") :', '    return', 'sink(x)'], 'PATH'),
    row(
      'below the file system root',
      'harmful',
      ['p = Path(x).resolve()', 'if not p.is_relative_to("/"):', '    return', 'sink(p)'],
      'PATH',
    ),
    row(
      'below a folder',
      'harmless',
      ['p = Path(x).resolve()', 'if not p.is_relative_to("/srv"):', '    return', 'sink(p)'],
      'PATH',
    ),
    row('copied into another dict', 'harmful', ['a, b = {}, {}', 'a[x] = x', 'b.update(a)', 'sink(b["c"])']),
    row('written from within', 'harmful', [
      'c = "a"',
      'def inner():',
      '    nonlocal c',
      '    c = x',
      'inner()',
      'sink(c)',
    ]),
    [
      'of the module, assigned in a function',
      'harmful',
      'SHELL',
      lines(
        'c = "a"',
        'def run():',
        '    sink(c)',
        'def handler(x):',
        '    global c',
        '    c = x',
        '    run()',
      ),
    ],
    [
      'of the same name as one of the module',
      'harmless',
      'SHELL',
      lines('c = "a"', 'def run():', '    sink(c)', 'def handler(x):', '    c = x', '    run()'),
    ],
    row('of its own within', 'harmless', ['c = "a"', 'def inner():', '    c = x', 'inner()', 'sink(c)']),
  ]);
});
