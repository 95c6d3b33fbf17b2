import { describe, expect, it } from '@jest/globals';
import type {
  Argument,
  ClassDefinition,
  Expression,
  FunctionDefinition,
  Parameter,
  Pattern,
  Statement,
} from '../../../ir/program.js';
import { parsePython } from './parse-python.js';

const all = <T>(items: readonly T[], show: (item: T) => string): string => items.map(show).join(', ');

function argument({ value, name, spread }: Argument): string {
  const stars = spread === 'map' ? '**' : spread === 'list' ? '*' : '';
  return `${stars}${name === undefined ? '' : `${name}=`}${shown(value)}`;
}

/** An expression on one line, for comparison in the tables below. */
function shown(node: Expression): string {
  switch (node.kind) {
    case 'constant':
      return JSON.stringify(node.value);
    case 'name':
      return node.name;
    case 'member':
      return `${shown(node.object)}.${node.property}`;
    case 'index':
      return `${shown(node.object)}[${shown(node.index)}]`;
    case 'slice':
      return `${shown(node.object)}[${node.bounds.map(shown).join(':')}:]`;
    case 'call':
      return `${shown(node.callee)}(${all(node.arguments, argument)})`;
    case 'text':
      return `text(${all(node.parts, shown)})`;
    case 'operation':
      return node.operands.length === 1
        ? `(${node.operator} ${all(node.operands, shown)})`
        : `(${node.operands.map(shown).join(` ${node.operator} `)})`;
    case 'choice':
      return `(${shown(node.test)} ? ${shown(node.then)} : ${shown(node.otherwise)})`;
    case 'object':
      return `{${all(node.entries, (entry) =>
        'spread' in entry ? `**${shown(entry.spread)}` : `${shown(entry.key)}: ${shown(entry.value)}`,
      )}}`;
    case 'list':
      return `[${all(node.items, argument)}]`;
    case 'assign':
      return `(${target(node.target)} ${node.operator ?? ''}:= ${shown(node.value)})`;
    case 'sequence':
      return `seq(${all(node.expressions, shown)})`;
    case 'await':
      return `await ${shown(node.value)}`;
    case 'yield':
      return node.value ? `yield ${shown(node.value)}` : 'yield';
    case 'unknown':
      return `?(${all(node.parts, shown)})`;
    case 'function':
      return definition(node.function);
    case 'class':
      return shownClass(node.class);
    case 'comprehension': {
      const clauses = node.clauses.map(
        (one) =>
          ` for ${target(one.target)} in ${shown(one.iterable)}${one.conditions.map((test) => ` if ${shown(test)}`).join('')}`,
      );
      return `<${node.key ? `${shown(node.key)}: ` : ''}${shown(node.value)}${clauses.join('')}>`;
    }
    default:
      return `unexpected ${node.kind}`;
  }
}

function target(node: Pattern): string {
  switch (node.kind) {
    case 'bind':
      return node.name;
    case 'target':
      return `&${shown(node.expression)}`;
    case 'items':
      return `[${all(node.items, (item) => (item ? target(item.value) : ''))}${node.rest ? ` | ${target(node.rest)}` : ''}]`;
    case 'fields':
      return `{${all(node.fields, (field) => `${shown(field.key)}: ${target(field.value)}`)}${node.rest ? ` | ${target(node.rest)}` : ''}}`;
  }
}

function parameter({ pattern, type, default: value, rest }: Parameter): string {
  const stars = rest === 'map' ? '**' : rest === 'list' ? '*' : '';
  return `${stars}${target(pattern)}${type ? `: ${shown(type)}` : ''}${value ? ` = ${shown(value)}` : ''}`;
}

function definition(node: FunctionDefinition): string {
  const head = [
    ...node.decorators.map((decorator) => `@${shown(decorator)}`),
    ...(node.static ? ['static'] : []),
    node.arrow ? 'arrow' : node.kind,
  ].join(' ');
  const documentation = node.documentation === undefined ? '' : ` ${JSON.stringify(node.documentation)}`;
  const result = node.result ? ` -> ${shown(node.result)}` : '';
  return `${head} ${node.name}(${all(node.parameters, parameter)})${result}${documentation} ${block(node.body)}`;
}

function shownClass(node: ClassDefinition): string {
  const decorators = node.decorators.map((decorator) => `@${shown(decorator)} `).join('');
  const documentation = node.documentation === undefined ? '' : ` ${JSON.stringify(node.documentation)}`;
  const fields = node.fields.map(
    ({ name, type, value }) => `${name}${type ? `: ${shown(type)}` : ''}${value ? ` = ${shown(value)}` : ''}`,
  );
  const members = [...fields, ...node.methods.map(definition)].join('; ');
  return `${decorators}class ${node.name}(${all(node.bases, shown)})${documentation} {${members}}`;
}

const block = (statements: readonly Statement[]): string => `{${statements.map(line).join('; ')}}`;
const otherwise = (statements?: readonly Statement[]): string =>
  statements && statements.length > 0 ? ` else ${block(statements)}` : '';

function line(node: Statement): string {
  switch (node.kind) {
    case 'expression':
      return shown(node.expression);
    case 'declare':
      return `${target(node.target)}${node.type ? `: ${shown(node.type)}` : ''}${node.value ? ` = ${shown(node.value)}` : ''}`;
    case 'if':
      return `if ${shown(node.test)} ${block(node.then)}${otherwise(node.otherwise)}`;
    case 'loop':
      return `while ${node.test ? shown(node.test) : ''} ${block(node.body)}${otherwise(node.otherwise)}`;
    case 'for-each':
      return `for ${node.target ? target(node.target) : ''} in ${shown(node.iterable)} ${block(node.body)}${otherwise(node.otherwise)}`;
    case 'return':
    case 'throw':
      return node.value ? `${node.kind} ${shown(node.value)}` : node.kind;
    case 'try':
      return `try ${block(node.body)}${node.handlers
        .map(
          (one) =>
            ` catch [${all(one.types, shown)}]${one.binding ? ` as ${target(one.binding)}` : ''} ${block(one.body)}`,
        )
        .join('')}${otherwise(node.otherwise)}${node.finally ? ` finally ${block(node.finally)}` : ''}`;
    case 'switch':
      return `switch ${node.subject ? shown(node.subject) : ''} {${node.cases
        .map((one) => `[${all(one.tests, shown)}] ${block(one.body)}`)
        .join(' ')}}`;
    case 'with':
      return `with ${all(node.items, (item) => `${shown(item.value)}${item.target ? ` as ${target(item.target)}` : ''}`)} ${block(node.body)}`;
    case 'function':
      return definition(node.function);
    case 'class':
      return shownClass(node.class);
    case 'import':
      return `import ${node.module} (${all(node.names, (name) => `${name.imported} as ${name.local}`)})`;
    default:
      return node.kind;
  }
}

async function read(source: string): Promise<string> {
  const { module, problem } = await parsePython('a.py', source);
  expect(problem).toBeUndefined();
  return module.body.map(line).join('; ');
}

type Table = readonly (readonly [string, string])[];

function table(name: string, rows: Table): void {
  describe(name, () => {
    it.each(rows)('%j', async (source, expected) => expect(await read(source)).toBe(expected));
  });
}

table('literals', [
  ['"a\\tb\\x41\\u00e9\\U0001F600\\101\\09\\\'\\q\\N{DASH}"', JSON.stringify("a\tbAé😀A\x009'\\q\\N{DASH}")],
  ['"""a\\\nb\r\nc\\r\\n"""', '"ab\\nc\\r\\n"'],
  ["r'\\d\\n'", '"\\\\d\\\\n"'],
  ["r'\\\\'", '"\\\\\\\\"'],
  ['b"a\\x00\\u0041"', '"a\\u0000\\\\u0041"'],
  ["rb'\\x' b'\\x41'", '"\\\\xA"'],
  ['("a"  # c\n \'b\')', '"ab"'],
  ['f"a{x!r:>{w}.{p}}b{{}}"', 'text("a", x, w, p, "b{}")'],
  ['f"{x:{y:{z}}}" "\\n" r"\\n"', 'text(x, y, z, "\\n\\\\n")'],
  ['f"{a["k"]}{f\'{b}\'}"', 'text(a.k, text(b))'],
  ['f"{x = }{y:=5}{(z:=5)}{*a, b}"', 'text("x = ", x, y, (z := 5), [*a, b])'],
  ['f"plain"', '"plain"'],
  ["rf'\\\\{x}\\d'", 'text("\\\\\\\\", x, "\\\\d")'],
  ['t"a{x}"', 'text("a", x)'],
  ['f"{x:=^9}b"', 'text(x, "b")'],
  ['0x1F, 1_000, 1e3, .5, 0o17, 0b11, 10L', '[31, 1000, 1000, 0.5, 15, 3, 10]'],
  ['99999999999999999999', '100000000000000000000'],
  ['1j', '?()'],
  ['True, False, None, ...', '[true, false, null, null]'],
  ['[1, *a, *f(), *g.h()]', '[1, *a, *f(), *g.h()]'],
  ['(), (1,), {1, *a}, (a)', '[[], [1], [1, *a], a]'],
  ['{"a": 1, **b, **f(), c: d}', '{"a": 1, **b, **f(), c: d}'],
  ['ｅval, été', '[eval, été]'],
]);

table('operators', [
  ['a and b or not c', '((a && b) || (! c))'],
  [
    'a is b, a is not b, a != b, a in b, a not in b',
    '[(a == b), (a != b), (a != b), (a in b), (a not in b)]',
  ],
  ['a < b.c <= d', '((a < b.c) && (b.c <= d))'],
  ['a < f(x) < c', '((a < ($0.0 := f(x))) && ($0.0 < c))'],
  ['-a + ~b ** 2 // c % "d"', '((- a) + (((~ (b ** 2)) // c) % "d"))'],
  ['"%s" % x', '("%s" % x)'],
  ['a + b + c - d * e ** f ** g + (h + i)', '(((a + b + c) - (d * (e ** (f ** g)))) + (h + i))'],
  ['"{}".format(x)', '"{}".format(x)'],
  ['a if b else \\\n c', '(b ? a : c)'],
  ['lambda a, /, b=1, *c, d, **e: f', 'arrow (a, b = 1, *c, d, **e) {return f}'],
  ['(x := f(y))', '(x := f(y))'],
  ['await f(x)', 'await f(x)'],
  ['x = yield', 'x = yield'],
  ['yield from a', 'yield a'],
  ['x += 1; a.b //= c', '(x +:= 1); (&a.b //:= c)'],
]);

table('access', [
  ['a.b["c"].d[0][i]', 'a.b.c.d[0][i]'],
  ['a[1:2], a[:2], a[::2], a[:], a[1:]', '[a[1:2:], a[null:2:], a[null:null:2:], a[:], a[1:]]'],
  ['a[1, b], a[1,], a[*b], a[*b()], a[1:2, 3]', '[a[[1, b]], a[[1]], a[[*b]], a[[*b()]], a[[?(1, 2), 3]]]'],
  ['f(a, *b, c=1, **d)', 'f(a, *b, c=1, **d)'],
  ['f(x for x in y)', 'f(<x for x in y>)'],
  ['f(*a.b(), **c())', 'f(*a.b(), **c())'],
  ['exec(a); print(b); type(c); match(d)', 'exec(a); print(b); type(c); match(d)'],
]);

table('comprehensions', [
  ['[x for x in y if a if b for z in x]', '<x for x in y if a if b for z in x>'],
  ['{k: v for k, v in a.items()}', '<k: v for [k, v] in a.items()>'],
  ['{x async for x in y}', '<x for x in y>'],
  ['(f(x) for [x, *_] in y)', '<f(x) for [x | _] in y>'],
]);

table('assignments', [
  ['x = 1', 'x = 1'],
  ['x: int = 1', 'x: int = 1'],
  ['x: Dict[str, Optional["A"]]', 'x: Dict[[str, Optional["A"]]]'],
  ['x: t.Literal["a"] | None = None', 'x: (t.Literal["a"] | null) = null'],
  ['x: Annotated[str, Field(description="d")]', 'x: Annotated[[str, Field(description="d")]]'],
  ['x: Callable[[int, str], None]', 'x: Callable[[[int, str], null]]'],
  ['a = b = c = f()', 'a = f(); b = a; c = a'],
  ['a, b = c.d = f()', '&c.d = f(); [a, b] = c.d'],
  ['a, b = [c, d] = f()', '$0 = f(); [a, b] = $0; [c, d] = $0'],
  ['a, (b, *c), d.e, g[0] = h', '[a, [b | c], &d.e, &g[0]] = h'],
  ['(a) = [b, c] = d', 'a = d; [b, c] = a'],
  ['self.x, d["k"] = 1, 2', '[&self.x, &d.k] = [1, 2]'],
  ['*a, b = c,', '{-1: b | a} = [c]'],
  ['a, *b, (c, d), e = f', '{0: a, -2: [c, d], -1: e | b} = f'],
  ['x = a, *b', 'x = [a, *b]'],
  ['type X[T] = list[T]', 'X = list[T]'],
]);

table('simple statements', [
  ['a; b,\nf(x),', 'a; [b]; [f(x)]'],
  ['pass; global a; nonlocal b', ''],
  ['raise; raise A(b) from c', 'throw; throw A(b)'],
  ['assert a; assert b, "c"', 'if (! a) {throw}; if (! b) {throw "c"}'],
  ['del a.b, c[0]; del (d)', '?([a.b, c[0]]); ?(d)'],
  [
    'import os, a.b, c.d as e, f as g',
    'import os (* as os); import a (* as a); import a.b (); import c.d (* as e); import f (* as g)',
  ],
  ['from a.b import (c, d as e,  # x\n f)', 'import a.b (c as c, d as e, f as f)'],
  [
    'from .x import y; from . import z; from ... m.n import *',
    'import .x (y as y); import . (z as z); import ...m.n (* as *)',
  ],
  ['from __future__ import annotations', 'import __future__ (annotations as annotations)'],
  ['print "a" % b, c', 'print(("a" % b), c)'],
  ['print >>f, "a"', 'print(file=f, "a")'],
  ['exec code in scope', 'exec(code, scope)'],
]);

table('compound statements', [
  ['if a: b\nelif c: d\nelif e: f\nelse: g', 'if a {b} else {if c {d} else {if e {f} else {g}}}'],
  ['while a:\n  break\nelse:\n  b', 'while a {break} else {b}'],
  ['for a, b in c, d:\n  continue\nelse: e', 'for [a, b] in [c, d] {continue} else {e}'],
  [
    'async def f():\n  async for a in b: c\n  async with d as e: g',
    'function f() {for a in b {c}; with d as e {g}}',
  ],
  [
    'try: a\nexcept A: b\nexcept (B, C) as e: c\nexcept D, E: d\nexcept: f\nelse: g\nfinally: h',
    'try {a} catch [A] {b} catch [B, C] as e {c} catch [D, E] {d} catch [] {f} else {g} finally {h}',
  ],
  ['try: a\nexcept* (x.A) as e: b', 'try {a} catch [x.A] as e {b}'],
  ['with a as b, c, d as (e, f.g): h', 'with a as b, c, d as [e, &f.g] {h}'],
  ['with (a as b, c,): d', 'with a as b, c {d}'],
  ['with (a as b): c', 'with a as b {c}'],
  ['with (a as b,): c', 'with a as b {c}'],
]);

const matching = (cases: string): string => `match x:\n  ${cases.replaceAll('\n', '\n  ')}`;

table('match', [
  [
    matching('case 1 | -2 | "a" "b" | None: p\ncase A.B: q\ncase _: r'),
    'switch x {[1, (- 2), "ab", null] {p} [A.B] {q} [] {r}}',
  ],
  [matching('case y: p'), 'switch x {[] {y = x; p}}'],
  [matching('case y if y > 1: p'), 'switch x {[] {y = x; if (y > 1) {p}}}'],
  [matching('case (1 | 2) as n: p'), 'switch x {[1, 2] {n = x; p}}'],
  [
    matching('case [a, (b), *c, d]: p'),
    'switch x {[?()] {a = x[0]; b = x[1]; c = x[2:(- 1):]; d = x[(- 1)]; p}}',
  ],
  [
    matching('case a, *_: p\ncase (): q\ncase ((b)): r'),
    'switch x {[?()] {a = x[0]; p} [?()] {q} [] {b = x; r}}',
  ],
  [
    matching('case {"k": {"j": v}, K.L: [w], -1: z, **rest}: p'),
    'switch x {[?()] {v = x.k.j; w = x[K.L][0]; z = x[(- 1)]; rest = x; p}}',
  ],
  [
    matching('case P(a, k=b, j=Q() as c, i=-1): p\ncase str(s): q'),
    'switch x {[?(P)] {a = x[0]; b = x.k; c = x.j; p} [?(str)] {s = x; q}}',
  ],
  [matching('case ["a", v] | {"b": v}: p'), 'switch x {[?(), ?()] {v = [x[1], x.b][?()]; p}}'],
  ['match a, b:\n  case 1, y: p', 'switch [a, b] {[?()] {y = b; p}}'],
  ['match f(a):\n  case [y]: p', 'switch ($0 := f(a)) {[?()] {y = $0[0]; p}}'],
  ['match f(a):\n  case "y": p', 'switch f(a) {["y"] {p}}'],
]);

table('functions', [
  [
    'def f(a, /, b: int = 1, *c: str, d, **e: Any) -> Dict[str, int]: pass',
    'function f(a, b: int = 1, *c: str, d, **e: Any) -> Dict[[str, int]] {}',
  ],
  ['def f(*, a=1): return a, *b', 'function f(a = 1) {return [a, *b]}'],
  ['def f[T: int](x: T): ...', 'function f(x: T) {null}'],
  ['def f[T: int = str, *S = *A[B]](x: T): ...', 'function f(x: T) {null}'],
  ['def f(a, (b, c)): pass', 'function f(a, [b, c]) {}'],
  ['@a\n@b.c(d)  # e\nasync def f(): await g()', '@a @b.c(d) function f() {await g()}'],
  ['def f():\n  # c\n  """A.\n\n    B\n      C\n  """\n  x', 'function f() "A.\\n\\nB\\n  C" {x}'],
  ['def f(): "a" "b"; x', 'function f() "ab" {x}'],
  ['def f(): f"a"', 'function f() {"a"}'],
  ['def f(): b"a"', 'function f() {"a"}'],
]);

table('classes', [
  ['class A(B, C[T], *D, metaclass=M): pass', 'class A(B, C[T], D) {}'],
  [
    '@d\nclass A[T]:\n  """Doc"""\n  x = 1\n  y: int = 2\n  z: str',
    '@d class A() "Doc" {x = 1; y: int = 2; z: str}',
  ],
  [
    'class A:\n  def __init__(self): self.x = 1\n  @property\n  def p(self): ...\n  @p.setter\n  def p(self, v): ...\n  @staticmethod\n  def s(a): ...\n  @classmethod\n  def c(cls): ...',
    'class A() {constructor __init__(self) {&self.x = 1}; @property getter p(self) {null}; @p.setter setter p(self, v) {null}; @staticmethod static method s(a) {null}; @classmethod method c(cls) {null}}',
  ],
  ['class A:\n  class B: x = 1', 'class A() {B = class B() {x = 1}}'],
  [
    'class A:\n  a = b = f()\n  c, d = 1, 2\n  e, g = h\n  i, *j = k()',
    'class A() {a = f(); b = a; c = 1; d = 2; e = h[0]; g = h[1]; i = ($5:6 := k())[0]; j = $5:6}',
  ],
  [
    'class A:\n  import os\n  os.system("x")\n  if c:\n    def m(self): ...\n  else:\n    y = 2\n  for i in z: w = i',
    'import os (* as os); class A() { = os.system("x");  = c; y = 2; i = z[?()]; w = i; method m(self) {null}}',
  ],
  ['class A: ...', 'class A() {}'],
]);

describe('parsePython', () => {
  it('sets the lines of every node', async () => {
    const { module } = await parsePython('dir/a.py', '\n@d\ndef f(\n  a):\n  return b(\n    c)\n');
    expect(module).toMatchObject({
      path: 'dir/a.py',
      language: 'python',
      body: [
        {
          kind: 'function',
          line: 2,
          endLine: 6,
          function: {
            line: 3,
            endLine: 6,
            parameters: [{ pattern: { line: 4, endLine: 4 } }],
            body: [{ kind: 'return', line: 5, value: { kind: 'call', line: 5, endLine: 6 } }],
          },
        },
      ],
    });
  });
});
