import { describe } from '@jest/globals';
import { flows, lines, pythonHandler } from '../../support/flow-rows.js';

/** Two functions, one of which is harmful, and a table of both. */
const TABLE = lines(
  'def mild(v):',
  '    return "a"',
  'def wild(v):',
  '    return v',
  'TABLE = {"mild": mild, "wild": wild}',
);
const MILD = lines('def mild(v):', '    return "a"', 'def other(v):', '    return "b"', 'TABLE = {"mild": mild, "other": other}'); // prettier-ignore

/** A handler that looks up a name: a successful lookup validates the name, which therefore is not tainted. */
const handler = (before: string, ...body: string[]): string =>
  lines(before, 'def handler(x, name):', ...body.map((line) => `    ${line}`));

/** The same handler with a table with one harmful function, and with one without any. */
const twins = (name: string, ...body: string[]) =>
  [
    [name, 'harmful', 'SHELL', handler(TABLE, ...body)],
    [`${name}, all harmless`, 'harmless', 'SHELL', handler(MILD, ...body)],
  ] as const;

describe('Python functions looked up by a key', () => {
  flows('python', [
    ...twins('of a dict', 'sink(TABLE[name](x))'),
    ...twins('of a dict that is asked', 'f = TABLE.get(name)', 'if f is not None:', '    sink(f(x))'),
    ...twins('of a list', 'sink(list(TABLE.values())[len(name)](x))'),
    ...twins('by each of its keys', 'sink({k: TABLE[k](x) for k in TABLE})'),
    ...twins('by a key or by all', 'names = TABLE if name == "all" else [name]', 'sink([TABLE[k](x) for k in names])'), // prettier-ignore
    ...twins('of pairs', 'sink([f(x) for k, f in TABLE.items()])'),
    ...twins('in a loop over keys', 'for k in TABLE:', '    sink(TABLE[k](x))'),
    ...twins('handed to a thread', 'import asyncio', 'sink(asyncio.to_thread(TABLE[name], x))'),
    [
      'kept in an attribute',
      'harmful',
      'SHELL',
      lines(
        TABLE,
        'class A:',
        '    def __init__(self):',
        '        self.table = dict(TABLE)',
        'a = A()',
        'def handler(x, name):',
        '    sink(a.table[name](x))',
      ),
    ],
  ]);
});

describe('iteration over known values in Python', () => {
  flows('python', [
    ['the keys of a dict are not its values', 'harmless', 'SHELL', pythonHandler('', 'd = {"a": x}', 'for k in d:', '    sink(k)')], // prettier-ignore
    ['nor in a comprehension', 'harmless', 'SHELL', pythonHandler('', 'd = {"a": x}', 'sink([k for k in d])')], // prettier-ignore
    ['values by their keys', 'harmful', 'SHELL', pythonHandler('', 'd = {"a": x}', 'sink([d[k] for k in d])')], // prettier-ignore
    ['one item beside another', 'harmless', 'SHELL', pythonHandler('', 'l = [v for v in ["a", x]]', 'sink(l[0])')], // prettier-ignore
    ['that item', 'harmful', 'SHELL', pythonHandler('', 'l = [v for v in ["a", x]]', 'sink(l[1])')],
    ['an item of some', 'harmful', 'SHELL', pythonHandler('', 'l = [v for v in ["a", x] if v]', 'sink(l[0])')], // prettier-ignore
    ['one key beside another', 'harmless', 'SHELL', pythonHandler('', 'd = {k: v for k, v in [("a", "b"), ("c", x)]}', 'sink(d["a"])')], // prettier-ignore
    ['that key', 'harmful', 'SHELL', pythonHandler('', 'd = {k: v for k, v in [("a", "b"), ("c", x)]}', 'sink(d["c"])')], // prettier-ignore
    ['dicts of a generator', 'harmful', 'SHELL', lines('def each(v):', '    yield {"a": v}', 'def handler(x):', '    for d in each(x):', '        sink(d["a"])')], // prettier-ignore
    ['dicts of several lists', 'harmful', 'SHELL', pythonHandler('from itertools import chain', 'sink([d["a"] for d in chain.from_iterable([[{"a": x}]])])')], // prettier-ignore
    ['serialized', 'harmful', 'SHELL', pythonHandler('import json', 'sink(json.dumps({"a": {"b": {"c": [x]}}}))')], // prettier-ignore
  ]);
});

describe('work in another thread', () => {
  flows('python', [
    ['a method', 'harmful', 'SHELL', lines('import anyio', 'class A:', '    def go(self, v):', '        sink(v)', 'a = A()', 'async def handler(x):', '    await anyio.to_thread.run_sync(a.go, x)')], // prettier-ignore
    ['a partial function in an executor', 'harmful', 'SHELL', lines('import asyncio, functools', 'async def handler(x):', '    await asyncio.get_running_loop().run_in_executor(None, functools.partial(sink, x))')], // prettier-ignore
    ['with spread arguments', 'harmful', 'SHELL', lines('import asyncio', 'async def handler(x):', '    given = (x,)', '    await asyncio.to_thread(sink, *given)')], // prettier-ignore
    ['in a group of tasks', 'harmful', 'SHELL', lines('import anyio', 'async def handler(x):', '    async with anyio.create_task_group() as group:', '        group.start_soon(sink, x)')], // prettier-ignore
  ]);
});

/** A class with a method, without a known instantiation. */
const lone = (name: string, ...more: string[]): string =>
  lines('class Store:', `    def ${name}(self, v):`, '        sink(v)', ...more, 'def handler(x, s):', `    pick().${name}(x)`); // prettier-ignore

describe('methods of unknown objects', () => {
  const nothing = lines('_s = None', 'def pick():', '    return _s');
  flows('python', [
    ['that one class has', 'harmful', 'SHELL', nothing + lone('remember_note')],
    [
      'that two classes have',
      'harmless',
      'SHELL',
      nothing +
        lone('remember_note', 'class B:', '    def remember_note(self, v):', '        pass') +
        '    sink("")\n',
    ],
    ['that libraries have', 'harmless', 'SHELL', nothing + lone('append') + '    sink("")\n'],
  ]);
});
