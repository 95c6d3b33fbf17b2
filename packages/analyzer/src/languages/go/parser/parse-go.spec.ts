import { describe, expect, it } from '@jest/globals';
import type {
  Argument,
  Case,
  ClassDefinition,
  Expression,
  FunctionDefinition,
  Parameter,
  Pattern,
  Statement,
} from '../../../ir/program.js';
import { parseGo } from './parse-go.js';

const list = (nodes: readonly Expression[]) => nodes.map(expressionText).join(', ');

const valuesText = (values: readonly Argument[]) =>
  values.map(({ value, spread }) => (spread ? '...' : '') + expressionText(value)).join(', ');

const optional = (node: Expression | undefined) => (node ? expressionText(node) : '');

const typed = (text: string, type: Expression | undefined) =>
  type ? `${text}: ${expressionText(type)}` : text;

/** The intermediate representation as a text that is easy to compare, with operators before their operands. */
function expressionText(node: Expression): string {
  switch (node.kind) {
    case 'constant':
      return JSON.stringify(node.value);
    case 'name':
      return node.name;
    case 'member':
      return `${expressionText(node.object)}.${node.property}`;
    case 'index':
      return `${expressionText(node.object)}[${expressionText(node.index)}]`;
    case 'slice':
      return `slice(${list([node.object, ...node.bounds])})`;
    case 'call':
      return `${expressionText(node.callee)}(${valuesText(node.arguments)})`;
    case 'operation':
      return `(${[node.operator, ...node.operands.map(expressionText)].join(' ')})`;
    case 'object': {
      const entries = node.entries.map((entry) =>
        'key' in entry ? `${expressionText(entry.key)}: ${expressionText(entry.value)}` : '…',
      );
      return `${optional(node.type)}{${entries.join(', ')}}`;
    }
    case 'list':
      return `[${valuesText(node.items)}]`;
    case 'function':
      return functionText(node.function);
    case 'assign':
      return `${patternText(node.target)} ${node.operator ?? ''}= ${expressionText(node.value)}`;
    case 'await':
      return `await ${expressionText(node.value)}`;
    case 'yield':
      return `yield ${optional(node.value)}`;
    case 'cast':
      return `${expressionText(node.value)} as ${expressionText(node.type)}`;
    case 'unknown':
      return `unknown(${list(node.parts)})`;
    default:
      return node.kind;
  }
}

function patternText(node: Pattern): string {
  if (node.kind === 'bind') return node.name;
  if (node.kind === 'target') return expressionText(node.expression);
  if (node.kind === 'fields') return '{…}';
  return `[${node.items.map((item) => (item ? patternText(item.value) : '')).join(', ')}]`;
}

const parameterText = ({ pattern, type, rest }: Parameter) =>
  (rest ? '...' : '') + typed(patternText(pattern), type);

function functionText(node: FunctionDefinition): string {
  const receiver = node.receiver ? `(${parameterText(node.receiver)}) ` : '';
  const head = `${node.kind} ${receiver}${node.name}(${node.parameters.map(parameterText).join(', ')})`;
  return `${typed(head, node.result)} {${bodyText(node.body)}}`;
}

function classText(node: ClassDefinition): string {
  const fields = node.fields.map(
    ({ name, type, value }) => typed(name, type) + (value ? ` = ${expressionText(value)}` : ''),
  );
  return `class ${node.name}(${list(node.bases)}) {${fields.join('; ')}}`;
}

const caseText = ({ tests, body, falls }: Case) =>
  `case ${list(tests)}: ${bodyText(body)}${falls ? ' falls' : ''}`;

function statementText(node: Statement): string {
  switch (node.kind) {
    case 'expression':
      return expressionText(node.expression);
    case 'declare': {
      const head = typed(`let ${patternText(node.target)}`, node.type);
      return node.value ? `${head} = ${expressionText(node.value)}` : head;
    }
    case 'if':
      return `if (${expressionText(node.test)}) {${bodyText(node.then)}} else {${bodyText(node.otherwise)}}`;
    case 'loop':
      return `loop (${optional(node.test)}; ${optional(node.update)}) {${bodyText(node.body)}}`;
    case 'for-each': {
      const [key = '', target = ''] = [node.key, node.target].map((part) => part && patternText(part));
      return `each (${key}, ${target} of ${expressionText(node.iterable)}) {${bodyText(node.body)}}`;
    }
    case 'return':
    case 'throw':
      return `${node.kind} ${optional(node.value)}`.trim();
    case 'switch':
      return `switch (${optional(node.subject)}) {${node.cases.map(caseText).join(' | ')}}`;
    case 'block':
      return `{${bodyText(node.body)}}`;
    case 'function':
      return functionText(node.function);
    case 'class':
      return classText(node.class);
    case 'import':
      return `import ${node.module} [${node.names.map(({ imported, local }) => `${imported} as ${local}`).join()}]`;
    default:
      return node.kind;
  }
}

const bodyText = (nodes: readonly Statement[]): string => nodes.map(statementText).join('; ');

async function bodyOf(source: string): Promise<readonly Statement[]> {
  const { module, problem } = await parseGo('main.go', source);
  expect(problem).toBeUndefined();
  return module.body;
}

async function fileOf(source: string): Promise<string> {
  return bodyText(await bodyOf(`package main\n${source}\n`));
}

async function insideOf(source: string): Promise<string> {
  const [statement] = await bodyOf(`package main\nfunc main() {\n${source}\n}\n`);
  return statement?.kind === 'function' ? bodyText(statement.function.body) : '';
}

describe('parseGo', () => {
  it.each([
    ['fmt.Println(a, "b")', 'fmt.Println(a, "b")'],
    ['f(a, xs...)', 'f(a, ...xs)'],
    ['f(g, // why\n h, /* what */\n)', 'f(g, h)'],
    ['f("a\\n\\"b\\"", `c\\n`, \'d\', \'\\n\')', 'f("a\\n\\"b\\"", "c\\\\n", "d", "\\n")'],
    ['f(0x1F, 0o17, 017, 0b101, 1_000, 1.5e3, .5, 2i)', 'f(31, 15, 15, 5, 1000, 1500, 0.5, 2)'],
    ['f(true, false, nil)', 'f(true, false, null)'],
    [
      'f(a && b || !c, -d, ^e, a &^ b, a == b, a % b)',
      'f((|| (&& a b) (! c)), (- d), (~ e), (&^ a b), (== a b), (% a b))',
    ],
    ['f("a" + (b + c))', 'f((+ "a" (+ b c)))'],
    ['f(&a, *b, (*c).d, +e)', 'f(a, b, c.d, e)'],
    ['f(a.b.c, m["k"], m[k], xs[0], m[`k`].d)', 'f(a.b.c, m.k, m[k], xs[0], m.k.d)'],
    ['f(x[1:], x[:n], x[1:2:3], x[:])', 'f(slice(x, 1), slice(x, n), slice(x, 1, 2, 3), slice(x))'],
    ['f(x.(string), x.(*pkg.T).Name)', 'f(x as string, x as pkg.T.Name)'],
    [
      'f([]byte(x), (*T)(x), string(x), int64(x), map[string]any(x), (func())(x))',
      'f(x as [][byte], T(x), string(x), int64(x), x as map[[string, any]], x as func)',
    ],
    [
      'f(make([]string, 0, n), new(T), make(map[string]int), make(chan T))',
      'f(make([][string], 0, n), new(T), make(map[[string, int]]), make(chan[T]))',
    ],
    ['f(<-ch, func(a int) error { return nil })', 'f(await ch, function (a: int): error {return null})'],
    ['func() { recover() }()', 'function () {recover()}()'],
    ['if (T{}) == x {}', 'if ((== T{} x)) {} else {}'],
  ])('reads the expressions of %s', async (source, expected) => {
    expect(await insideOf(source)).toBe(expected);
  });

  it.each([
    ['x = T{A: 1, B: b}', 'x = T{"A": 1, "B": b}'],
    ['x = &pkg.T{A: 1}', 'x = pkg.T{"A": 1}'],
    ['x = T{1, b}', 'x = T{0: 1, 1: b}'],
    ['x = L[int]{A: 1}', 'x = L[int]{"A": 1}'],
    ['x = []string{"a", 5: "b"}', 'x = ["a", "b"]'],
    ['x = [...]int{1, 2}', 'x = [1, 2]'],
    ['x = map[string]int{"a": 1, k: 2}', 'x = map[[string, int]]{"a": 1, k: 2}'],
    ['x = []T{{A: 1}, {2}}', 'x = [T{"A": 1}, T{0: 2}]'],
    ['x = []*T{{A: 1}}', 'x = [T{"A": 1}]'],
    ['x = map[K][]T{{X: 1}: {{A: 1}}}', 'x = map[[K, [][T]]]{K{"X": 1}: [T{"A": 1}]}'],
    ['x = [][]int{{1}, {}}', 'x = [[1], []]'],
    ['x = []struct{ name string; pkg.Run }{{"a", b}}', 'x = [struct{"name": "a", "Run": b}]'],
    ['x = http.Header{"A": {"b"}, name: {c}}', 'x = http.Header{"A": ["b"], name: [c]}'],
    ['x = Tools{{A: 1}, {A: 2}}', 'x = [{"A": 1}, {"A": 2}]'],
    ['type Tools []T; x = Tools{a, {B: 1}}', 'let Tools: [][T]; x = [a, T{"B": 1}]'],
    ['type M map[string]T; x = M{k: {B: 1}}', 'let M: map[[string, T]]; x = M{k: T{"B": 1}}'],
  ])('reads the literal in %s', async (source, expected) => {
    expect(await insideOf(source)).toBe(expected);
  });

  it.each([
    ['f[int](x)', 'f(x)'],
    ['f[int, T](x)', 'f(x)'],
    ['pkg.F[pkg.T](x, y)', 'pkg.F(x, y)'],
    ['pkg.F[T]()', 'pkg.F()'],
    ['g := f[[]int]', 'let g = f'],
    ['handlers["a"](x)', 'handlers.a(x)'],
    ['handlers[0](x)', 'handlers[0](x)'],
    ['handlers[r.URL.Path](x)', 'handlers[r.URL.Path](x)'],
    ['s.all.handlers[Name](x)', 's.all.handlers[Name](x)'],
    ['name := "a"; handlers[name](x)', 'let name = "a"; handlers[name](x)'],
    ['var handlers M; handlers[Name](x)', 'let handlers: M; handlers[Name](x)'],
    ['s := f(); s.handlers[Name](x, y)', 'let s = f(); s.handlers[Name](x, y)'],
    ['main[Name](x)', 'main(x)'],
  ])('distinguishes types from keys in the brackets of %s', async (source, expected) => {
    expect(await insideOf(source)).toBe(expected);
  });

  it.each([
    ['x := f()', 'let x = f()'],
    ['a, err := f()', 'let [a, err] = f()'],
    ['_, err := f()', 'let [, err] = f()'],
    ['v, ok := m[k]', 'let [v, ok] = m[k]'],
    ['a, b := 1, 2', 'let a = 1; let b = 2'],
    ['a, b := b, a', 'let [a, b] = [b, a]'],
    ['var x T', 'let x: T'],
    ['var x, y = 1, 2', 'let x = 1; let y = 2'],
    ['var (\n a T = v\n b, c = f()\n _ I = x\n)', 'let a: T = v; let [b, c] = f(); x'],
    ['var _ int', ''],
    ['const A, b T = "x", 2', 'let A: T = "x"; let b: T = 2'],
    [
      'const (\n A K = iota\n B\n _\n C, D = 1 << iota, "d"\n E, F\n)',
      'let A: K = 0; let B: K = 1; let C = 8; let D = "d"; let E = 16; let F = "d"',
    ],
    ['const (\n A = T(iota+1) * 2\n B\n C = f[iota]\n D\n)', 'let A = 2; let B = 4; let C = f[iota]; let D'],
    ['x = v', 'x = v'],
    ['_ = f()', 'f()'],
    ['a.b, c[i], *d = 1, 2, 3', '[a.b, c[i], d] = [1, 2, 3]'],
    ['a, b = b, a', '[a, b] = [b, a]'],
    ['_, err = f()', '[, err] = f()'],
    ['x += "a"; y <<= 2; z &^= 1', 'x += "a"; y <<= 2; z &^= 1'],
    ['x++; a.b--', 'x += 1; a.b -= 1'],
    ['ch <- f(x)', 'yield f(x)'],
    ['panic("no")', 'throw "no"'],
    ['os.Exit(1); log.Fatalf("a")', 'os.Exit(1); log.Fatalf("a")'],
    ['defer f.Close(); go func() { g() }()', 'f.Close(); function () {g()}()'],
    ['return', 'return'],
    ['return a', 'return a'],
    ['return a, nil', 'return [a, null]'],
    ['{ a := 1 }', '{let a = 1}'],
    ['type T struct{ A int }; type ID = string', 'class T() {A: int}; let ID: string'],
  ])('reads the statements of %s', async (source, expected) => {
    expect(await insideOf(source)).toBe(expected);
  });

  it.each([
    ['if a { f() }', 'if (a) {f()} else {}'],
    ['if a { f() } else if b { g() } else { h() }', 'if (a) {f()} else {if (b) {g()} else {h()}}'],
    ['if err := f(); err != nil { g() }', '{let err = f(); if ((!= err null)) {g()} else {}}'],
    ['for { f() }', 'loop (; ) {f()}'],
    ['for a < b { f() }', 'loop ((< a b); ) {f()}'],
    ['for i := 0; i < n; i++ { continue }', '{let i = 0; loop ((< i n); i += 1) {continue}}'],
    ['for ; ; f() { break }', 'loop (; f()) {break}'],
    ['for k, v := range m { f(k) }', 'each (k, v of m) {f(k)}'],
    ['for _, v = range m {}', 'each (, v of m) {}'],
    ['for i := range 10 {}', 'each (i,  of 10) {}'],
    ['for range seq(x) {}', 'each (,  of seq(x)) {}'],
    ['for x := range maps.Keys(m) {}', 'each (x,  of maps.Keys(m)) {}'],
    ['outer: for { continue outer }', 'loop (; ) {continue}'],
    ['goto end; end:', ''],
    [
      'switch x { case 1, 2: f(); fallthrough; case 3: break; default: g() }',
      'switch (x) {case 1, 2: f() falls | case 3: break | case : g()}',
    ],
    ['switch { case a > 1: f() }', 'switch () {case (> a 1): f()}'],
    ['switch x := f(); x { }', '{let x = f(); switch (x) {}}'],
    ['switch x.(type) { case int, *T: f() }', 'switch (x) {case int, T: f()}'],
    [
      'switch v := x.(type) { case []T: f(v); case nil: g(); case A, B: h(v); default: }',
      'switch (x) {case [][T]: let v = x as [][T]; f(v) | case null: let v = x; g() | case A, B: let v = x; h(v) | case : let v = x}',
    ],
    [
      'switch v := f().(type) { case T: g(v) }',
      '{let v@3 = f(); switch (v@3) {case T: let v = v@3 as T; g(v)}}',
    ],
    [
      'select { case v, ok := <-a: f(v); case x = <-b: case <-c: case d <- y: default: g() }',
      'switch () {case unknown(): let [v, ok] = await a; f(v) | case unknown(): x = await b | case unknown(): await c | case unknown(): yield y | case : g()}',
    ],
    ['select {}', 'switch () {}'],
  ])('reads the control flow of %s', async (source, expected) => {
    expect(await insideOf(source)).toBe(expected);
  });

  it.each([
    [
      'func f(a, b string, xs ...int) error { return nil }',
      'function f(a: string, b: string, ...xs: int): error {return null}',
    ],
    [
      'func f(context.Context, []byte) (string, error)',
      'function f(_: context.Context, _: [][byte]): [string, error] {}',
    ],
    [
      'func f[K comparable, V any](m map[K]V, g func(K) V) V { return m[k] }',
      'function f(m: map[[K, V]], g: func): V {return m[k]}',
    ],
    [
      'func f(a *T, b <-chan T, c [3]T, d L[T], e M[K, V], g interface{}, h struct{}, i pkg.L[int])',
      'function f(a: T, b: chan[T], c: [][T], d: L[T], e: M[[K, V]], g: interface, h: struct, i: pkg.L[int]) {}',
    ],
    [
      'func f() (n int, err error) { n = 1; return }',
      'function f(): [int, error] {let n: int; let err: error; n = 1; return [n, err]}',
    ],
    [
      'func f() (out string) { g(func() { return }); return }',
      'function f(): string {let out: string; g(function () {return}); return out}',
    ],
    [
      'func f() (_ int, err error) { return }',
      'function f(): [int, error] {let err: error; return [null, err]}',
    ],
    ['func (s *Server) Run(x int) {}', 'method (s: Server) Run(x: int) {}'],
    ['func (l List[T]) Len() int { return 0 }', 'method (l: List) Len(): int {return 0}'],
    ['func (T) M() {}', 'method (_: T) M() {}'],
    [
      'type T struct { A, B string `json:"a"`; *Base; pkg.Other; C []T }',
      'class T(Base, pkg.Other) {A: string = "json:\\"a\\""; B: string = "json:\\"a\\""; Base: Base; Other: pkg.Other; C: [][T]}',
    ],
    ['type I interface { M(); ~int | string }', 'class I() {}'],
    [
      'type ( A = map[string]B; L[T any] []T; F func() )',
      'let A: map[[string, B]]; let L: [][T]; let F: func',
    ],
    ['type S[T any] struct { x T }', 'class S() {x: T}'],
  ])('reads the declaration %s', async (source, expected) => {
    expect(await fileOf(source)).toBe(expected);
  });

  it('derives the names of packages from their paths, without versions and the language', async () => {
    const source =
      'import (\n "os"\n "a/mcp-go/v2"\n "gopkg.in/yaml.v3"\n x "b/c"\n _ "d"\n . "e"\n)\nimport `f/g`';
    expect(await fileOf(source)).toBe(
      'import os [* as os]; import a/mcp-go/v2 [* as mcp]; import gopkg.in/yaml.v3 [* as yaml]; ' +
        'import b/c [* as x]; import d []; import e [* as *]; import f/g [* as g]',
    );
    expect((await parseGo('a/b.go', 'package tools')).module).toMatchObject({
      path: 'a/b.go',
      language: 'go',
      packageName: 'tools',
    });
  });

  it('takes the comments right before a declaration as its documentation', async () => {
    const body = await bodyOf(
      [
        'package main // not this',
        'var x = 1 // nor this',
        '// f does\n//   much.\nfunc f() {}',
        '// not this\n\nfunc g() {}',
        '/*\n * h too.\n */\nfunc h() {}',
        '// T is one.\ntype T struct{}',
        'type (\n // A is one.\n A struct{}\n B struct{}\n)',
      ].join('\n'),
    );
    const documented = body.flatMap((node): (FunctionDefinition | ClassDefinition)[] => {
      if (node.kind === 'function') return [node.function];
      return node.kind === 'class' ? [node.class] : [];
    });
    expect(documented.map(({ name, documentation }) => [name, documentation])).toEqual([
      ['f', 'f does\n  much.'],
      ['g', undefined],
      ['h', 'h too.'],
      ['T', 'T is one.'],
      ['A', 'A is one.'],
      ['B', undefined],
    ]);
  });

  it('sets the lines of every node', async () => {
    const [declared, main] = await bodyOf('package main\nvar a = 1\n\nfunc f() {\n\tg(\n\t\tx)\n}');
    expect(declared).toMatchObject({ line: 2, endLine: 2, value: { line: 2 } });
    expect(main).toMatchObject({
      line: 4,
      endLine: 7,
      function: {
        body: [{ line: 5, endLine: 6, expression: { arguments: [{ value: { line: 6, endLine: 6 } }] } }],
      },
    });
  });
});
