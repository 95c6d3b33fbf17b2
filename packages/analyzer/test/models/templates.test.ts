import { describe } from '@jest/globals';
import { flows, goHandler, pythonHandler, type Row } from '../support/flow-rows.js';

type Case = readonly [name: string, outcome: Row[1], bit: Row[2], expression: string];

const python = (cases: readonly Case[]): Row[] =>
  cases.map(([name, outcome, bit, expression]) => [
    name,
    outcome,
    bit,
    pythonHandler('import json', `sink(${expression})`),
  ]);

const go = (cases: readonly Case[]): Row[] =>
  cases.map(([name, outcome, bit, expression]) => [
    name,
    outcome,
    bit,
    goHandler('fmt', '', `sink(${expression})`),
  ]);

describe('templates of Python', () => {
  flows(
    'python',
    python([
      ['the first field', 'harmful', 'SHELL', '"{} {}".format(x, "a")'],
      ['a field by its position', 'harmful', 'SHELL', '"{1}".format("a", x)'],
      ['a field by another position', 'harmless', 'SHELL', '"{0}".format("a", x)'],
      ['a field by its name', 'harmful', 'SHELL', '"{name}".format(name=x)'],
      ['a field by another name', 'harmless', 'SHELL', '"{name}".format(name="a", other=x)'],
      ['a field after a named one', 'harmful', 'SHELL', '"{name} {}".format(x, name="a")'],
      ['positions go on after a named field', 'harmless', 'SHELL', '"{name} {}".format("a", x, name="b")'],
      ['text only', 'harmless', 'SHELL', '"a".format(x)'],
      ['no text', 'harmless', 'SHELL', '"".format(x)'],
      ['braces', 'harmless', 'SHELL', '"{{}} {}".format("a", x)'],
      ['braces around a field', 'harmful', 'SHELL', '"{{{}}}".format(x)'],
      ['a field with a conversion', 'harmful', 'SHELL', '"{!r}".format(x)'],
      ['a field with a format', 'harmful', 'SHELL', '"{:>10}".format(x)'],
      ['a field with a conversion and a format', 'harmful', 'SHELL', '"{name!s:>10}".format(name=x)'],
      ['a colon in a conversion is none of a name', 'harmless', 'SHELL', '"{a:!>3}".format(a="b", c=x)'],
      ['a field in a format', 'harmful', 'SHELL', '"{:>{}}".format("a", x)'],
      ['a named field in a format', 'harmful', 'SHELL', '"{a:>{width}}".format(a="b", width=x)'],
      ['another field in a format', 'harmless', 'SHELL', '"{a:>{width}}".format(a="b", width="3", other=x)'],
      ['fields nested too deep', 'harmful', 'SHELL', '"{a:{b:{c}}}".format(a="a", b="b", c="c", d=x)'],
      ['a field that is not closed', 'harmful', 'SHELL', '"{a".format(a="b", c=x)'],
      ['a brace that is not opened', 'harmful', 'SHELL', '"a}".format("b", x)'],
      ['a field that is missing', 'harmful', 'SHELL', '"{a}".format(b=x)'],
      ['a field of a list', 'harmful', 'SHELL', '"{}".format(*x)'],
      ['a field of a mapping', 'harmful', 'SHELL', '"{a}".format(**x)'],
      ['an item', 'harmful', 'SHELL', '"{a[1]}".format(a=["b", x])'],
      ['another item', 'harmless', 'SHELL', '"{a[0]}".format(a=["b", x])'],
      ['an entry', 'harmful', 'SHELL', '"{a[name]}".format(a={"name": x})'],
      ['another entry', 'harmless', 'SHELL', '"{a[name]}".format(a={"name": "b", "other": x})'],
      ['an entry of an item', 'harmful', 'SHELL', '"{a[1][name]}".format(a=["b", {"name": x}])'],
      ['another entry of an item', 'harmless', 'SHELL', '"{a[1][name]}".format(a=[x, {"name": "b"}])'],
      ['an item of one of two lists', 'harmful', 'SHELL', '"{a[0]}".format(a=["b"] if x == "a" else [x])'],
      ['an item of an unknown list', 'harmful', 'SHELL', '"{a[0]}".format(a=[each for each in x])'],
      ['braces in a key', 'harmless', 'SHELL', '"{a[}]}{b}".format(a={"}": "c"}, b="d", e=x)'],
      ['a key that is not closed', 'harmful', 'SHELL', '"{a[b}".format(a="c", d=x)'],
      ['a template of the client', 'harmful', 'SHELL', 'x.format("a")'],
    ]),
  );
});

describe('templates of Go', () => {
  flows(
    'go',
    go([
      ['a verb', 'harmful', 'SHELL', 'fmt.Sprintf("a %s", x)'],
      ['no verb for it: appended', 'harmful', 'SHELL', 'fmt.Sprintf("a", x)'],
      ['the second of two', 'harmful', 'SHELL', 'fmt.Sprintf("%s %s", "a", x)'],
      ['a percent sign', 'harmful', 'SHELL', 'fmt.Sprintf("%% %s", x)'],
      ['only a percent sign', 'harmless', 'SHELL', 'fmt.Sprintf("%%")'],
      ['nothing', 'harmless', 'SHELL', 'fmt.Sprintf("")'],
      ['by index', 'harmful', 'SHELL', 'fmt.Sprintf("%[2]s", "a", x)'],
      ['by another index', 'harmless', 'SHELL', 'fmt.Sprintf("%[1]s", "a", x)'],
      ['after an index', 'harmful', 'SHELL', 'fmt.Sprintf("%[1]s %s", "a", x, "b")'],
      ['before what comes after an index', 'harmless', 'SHELL', 'fmt.Sprintf("%[2]s %s", x, "a", "b")'],
      ['after a width', 'harmful', 'SHELL', 'fmt.Sprintf("%*s", 3, x)'],
      ['after a precision', 'harmful', 'SHELL', 'fmt.Sprintf("%.*s", 3, x)'],
      ['after a width and a precision', 'harmful', 'SHELL', 'fmt.Sprintf("%*.*s", 3, 4, x)'],
      ['after an indexed width', 'harmful', 'SHELL', 'fmt.Sprintf("%[1]*s", 3, x)'],
      ['after an indexed precision', 'harmful', 'SHELL', 'fmt.Sprintf("%.[1]*s", 3, x)'],
      ['behind an indexed width', 'harmless', 'SHELL', 'fmt.Sprintf("%[1]*s", 3, "a", x)'],
      ['with a width in the text', 'harmful', 'SHELL', 'fmt.Sprintf("%-10s", x)'],
      ['with a precision in the text', 'harmful', 'SHELL', 'fmt.Sprintf("%.3s", x)'],
      ['a template of the client', 'harmful', 'SHELL', 'fmt.Sprintf(x, "a")'],
    ]),
  );
});
