import { describe } from '@jest/globals';
import { flows, goHandler, lines } from '../support/flow-rows.js';

/** A JavaScript program with two functions in a table, one of which is harmful, or none. */
const script = (wild: string, make: string, body: string): string =>
  lines(
    'const mild = () => "a";',
    `const wild = (v) => ${wild};`,
    `const table = ${make};`,
    'function handler(x, name) {',
    body,
    '}',
  );

const OBJECT = '{ mild, wild }';
const MAP = 'new Map([["mild", mild], ["wild", wild]])';

const scriptTwins = (name: string, make: string, body: string) =>
  [
    [name, 'harmful', 'SHELL', script('v', make, body)],
    [`${name}, all harmless`, 'harmless', 'SHELL', script('"b"', make, body)],
  ] as const;

describe('JavaScript functions looked up by a key', () => {
  flows('javascript', [
    ...scriptTwins('of an object', OBJECT, 'sink(table[name](x));'),
    ...scriptTwins('of a list', '[mild, wild]', 'sink(table[name](x));'),
    ...scriptTwins('of a map', MAP, 'sink(table.get(name)(x));'),
    ...scriptTwins('kept first', OBJECT, 'const f = table[name]; if (!f) return; sink(f(x));'),
    ...scriptTwins('key by key', OBJECT, 'for (const key in table) sink(table[key](x));'),
    ...scriptTwins('by their names', OBJECT, 'sink(Object.keys(table).map((key) => table[key](x)));'),
    ...scriptTwins('pair by pair', OBJECT, 'for (const [, f] of Object.entries(table)) sink(f(x));'),
    ...scriptTwins('of a map, pair by pair', MAP, 'for (const [, f] of table) sink(f(x));'),
    ['one pair beside another', 'harmless', 'SHELL', 'function handler(x) { const [[, a]] = [...new Map([["a", "b"], ["c", x]])]; sink(a); }'], // prettier-ignore
    ['that pair', 'harmful', 'SHELL', 'function handler(x) { const [, [, c]] = [...new Map([["a", "b"], ["c", x]])]; sink(c); }'], // prettier-ignore
    ['a method that one class has', 'harmful', 'SHELL', 'class A { rememberNote(v) { sink(v); } } let a = null; const pick = () => a; function handler(x) { pick().rememberNote(x); }'], // prettier-ignore
    ['a method that two classes have', 'harmless', 'SHELL', 'class A { rememberNote(v) { sink(v); } } class B { rememberNote() {} } let a = null; const pick = () => a; function handler(x) { sink(""); pick().rememberNote(x); }'], // prettier-ignore
  ]);
});

const goTwins = (name: string, table: string, ...body: string[]) => {
  const code = (wild: string): string =>
    goHandler(
      '',
      `func mild(v string) string { return "a" }\nfunc wild(v string) string { return ${wild} }\n${table}`,
      ...body,
    ).replace('handler(x string)', 'handler(x string, name string)');
  return [
    [name, 'harmful', 'SHELL', code('v')],
    [`${name}, all harmless`, 'harmless', 'SHELL', code('"b"')],
  ] as const;
};

const FUNCTIONS = 'var table = map[string]func(string) string{"mild": mild, "wild": wild}';

describe('Go functions looked up by a key', () => {
  flows('go', [
    ...goTwins('of a map', FUNCTIONS, 'sink(table[name](x))'),
    ...goTwins('asked for', FUNCTIONS, 'f, ok := table[name]', 'if ok {', 'sink(f(x))', '}'),
    ...goTwins('one by one', FUNCTIONS, 'for _, f := range table {', 'sink(f(x))', '}'),
    ...goTwins('key by key', FUNCTIONS, 'for key := range table {', 'sink(table[key](x))', '}'),
    ...goTwins(
      'of structs whose fields are in their order',
      'type entry struct {\n\tname string\n\trun func(string) string\n}\nvar table = []entry{{"mild", mild}, {"wild", wild}}',
      'for _, each := range table {',
      'sink(each.run(x))',
      '}',
    ),
  ]);
});
