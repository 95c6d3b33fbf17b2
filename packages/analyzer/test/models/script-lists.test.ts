import { describe } from '@jest/globals';
import { flows, type Row } from '../support/flow-rows.js';

/** A name, whether the client's `x` reaches `sink`, and the body of the handler. */
type Case = readonly [name: string, outcome: Row[1], body: string];

const rows = (cases: readonly Case[]): Row[] =>
  cases.map(([name, outcome, body]) => [name, outcome, 'SHELL', `function handler(x) { ${body} }`]);

/** A list of up to 64 items is followed item by item. */
const many = (count: number, last: string): string =>
  `const list = [${[...Array.from({ length: count - 1 }, () => '"a"'), last].join(', ')}];`;

describe('the results of a function for each item of a list', () => {
  flows(
    'javascript',
    rows([
      ['that of the item', 'harmful', 'sink(["a", x].map((each) => each)[1]);'],
      ['that of another item', 'harmless', 'sink(["a", x].map((each) => each)[0]);'],
      ['that of the last of many', 'harmful', `${many(64, 'x')} sink(list.map((each) => each)[63]);`],
      ['that before the last of many', 'harmless', `${many(64, 'x')} sink(list.map((each) => each)[0]);`],
      ['any, of too many to follow', 'harmful', `${many(65, 'x')} sink(list.map((each) => each)[0]);`],
      ['constants', 'harmless', 'sink([x].map(() => "a")[0]);'],
      [
        'the first of a list with an unknown end',
        'harmless',
        'sink(["a", ...x.list].map((each) => each)[0]);',
      ],
      ['the second of such a list', 'harmful', 'sink(["a", ...x.list].map((each) => each)[1]);'],
      [
        'the first of such a list, made of x',
        'harmful',
        'sink(["a", ...x.list].map((each) => each + x)[0]);',
      ],
      ['the first of an unknown list', 'harmful', 'sink(x.list.map((each) => each)[0]);'],
      [
        'the first of one of two lists',
        'harmful',
        'const list = x ? ["a", ...x.list] : [x, ...x.list]; sink(list.map((each) => each)[0]);',
      ],
      [
        'the rest without what comes before it',
        'harmless',
        'const all = ["a"]; for (const each of ["b", "c"]) all.push(each); sink(all.map((each) => each)[1]);',
      ],
      ['flattened', 'harmful', 'sink(["a", x].flatMap((each) => [each])[1]);'],
      [
        'flattened once: the item is no list',
        'harmful',
        'sink([x].flatMap((each) => ({ name: each }))[0].name);',
      ],
      [
        'flattened: another field',
        'harmless',
        'sink([x].flatMap((each) => ({ name: each, other: "a" }))[0].other);',
      ],
      ['flattened text', 'harmful', 'sink([x].flatMap((each) => each)[0]);'],
      ['flattened constants', 'harmless', 'sink([x].flatMap(() => ["a"])[0]);'],
      ['flattened, list or value', 'harmful', 'sink(["a"].flatMap((each) => (each ? ["b"] : x))[0]);'],
      ['flattened, list of x or value', 'harmful', 'sink(["a"].flatMap((each) => (each ? [x] : "b"))[0]);'],
    ]),
  );
});

describe('the items that a predicate chooses', () => {
  flows(
    'javascript',
    rows([
      ['all that are chosen', 'harmful', 'sink(["a", x].filter((each) => each !== "")[0]);'],
      ['of constants', 'harmless', 'sink(["a", "b"].filter((each) => each !== x)[0]);'],
      ['checked ones of a list', 'harmless', 'sink(["a", x].filter((each) => /^[a-z]+$/.test(each))[0]);'],
      [
        'checked ones of an unknown list',
        'harmless',
        'sink(x.list.filter((each) => /^[a-z]+$/.test(each))[0]);',
      ],
      ['ones that fail a check', 'harmful', 'sink(["a", x].filter((each) => !/^[a-z]+$/.test(each))[0]);'],
      [
        'by a check of another value',
        'harmful',
        'sink([x].filter((each) => /^[a-z]+$/.test(each.other))[0]);',
      ],
      ['a checked one', 'harmless', 'sink(["a", x].find((each) => /^[a-z]+$/.test(each)));'],
      ['an unchecked one', 'harmful', 'sink(["a", x].find((each) => each !== "a"));'],
      ['one of no items', 'harmless', 'sink([].find((each) => each !== x));'],
      [
        'found, which proves the check of x',
        'harmless',
        'if (["a", "b"].find((each) => /^[a-z]+$/.test(x))) sink(x);',
      ],
      [
        'found by one of several checks',
        'harmful',
        'if (["a", "b"].find((each) => each === "a" || /^[a-z]+$/.test(x))) sink(x);',
      ],
      [
        'not found, which proves nothing',
        'harmful',
        'if (!["a"].find((each) => /^[a-z]+$/.test(x))) sink(x);',
      ],
    ]),
  );
});

describe('a predicate for some or all items', () => {
  flows(
    'javascript',
    rows([
      ['x is one of them', 'harmless', 'if (["a", "b"].some((each) => each === x)) sink(x);'],
      ['x is none of them', 'harmful', 'if (!["a", "b"].some((each) => each === x)) sink(x);'],
      [
        'some: one check of x is enough',
        'harmless',
        'if (["a", "b"].some(() => /^[a-z]+$/.test(x))) sink(x);',
      ],
      [
        'some: of two items, one may pass',
        'harmful',
        'if (["a", x].some((each) => /^[a-z]+$/.test(each))) sink(x);',
      ],
      [
        'every item of an unknown list',
        'harmless',
        'if (x.list.every((each) => /^[a-z]+$/.test(each))) sink(x.list[0]);',
      ],
      [
        'some item of an unknown list',
        'harmful',
        'if (x.list.some((each) => /^[a-z]+$/.test(each))) sink(x.list[0]);',
      ],
      [
        'no item of an unknown list fails',
        'harmless',
        'if (!x.list.some((each) => !/^[a-z]+$/.test(each))) sink(x.list[0]);',
      ],
      [
        'not every item of an unknown list fails',
        'harmful',
        'if (!x.list.every((each) => !/^[a-z]+$/.test(each))) sink(x.list[0]);',
      ],
      ['every item, of two', 'harmless', 'if ([x, "a"].every((each) => /^[a-z]+$/.test(each))) sink(x);'],
      ['every item, of none', 'harmful', 'if ([].every((each) => /^[a-z]+$/.test(x))) sink(x);'],
    ]),
  );
});

describe('values made of the items of a list', () => {
  flows(
    'javascript',
    rows([
      ['the sum', 'harmful', 'sink(["a", x].reduce((sum, each) => sum + each, ""));'],
      ['the initial value', 'harmful', 'sink(["a"].reduce((sum, each) => sum + each, x));'],
      ['constants', 'harmless', 'sink(["a", "b"].reduce((sum, each) => sum + each, ""));'],
      ['each is passed on', 'harmful', '["a", x].forEach((each) => sink(each));'],
      ['constants are passed on', 'harmless', '["a", "b"].forEach((each) => sink(each));'],
    ]),
  );
});

describe('functions called through their methods', () => {
  const own = 'function f(a, b) { sink(b); }';
  const JOIN = 'const { join } = require("node:path");';
  const self = 'function f() { sink(this.name); }';
  flows(
    'javascript',
    rows([
      ['call', 'harmful', `${own} f.call(null, "a", x);`],
      ['call, another argument', 'harmless', `${own} f.call(null, x, "a");`],
      ['call, the object', 'harmless', `${own} f.call(x, "a", "b");`],
      ['call, of the object', 'harmful', `${self} f.call({ name: x });`],
      ['apply', 'harmful', `${own} f.apply(null, ["a", x]);`],
      ['apply, another argument', 'harmless', `${own} f.apply(null, [x, "a"]);`],
      ['bind', 'harmful', `${own} f.bind(null, "a", x)();`],
      ['bind, another argument', 'harmless', `${own} f.bind(null, x, "a")();`],
      ['bind, and the rest later', 'harmful', `${own} f.bind(null, "a")(x);`],
      ['bind twice', 'harmful', `${own} f.bind(null, "a").bind(null, x)();`],
      ['bind twice, the first stays', 'harmless', `${own} f.bind(null, x).bind(null, "a")();`],
      ['bind, of the object', 'harmful', `${self} f.bind({ name: x })();`],
      [
        'bind again, the first object stays',
        'harmless',
        `${self} f.bind({ name: "a" }).bind({ name: x })();`,
      ],
      ['a function of a library: call', 'harmful', `${JOIN} sink(join.call(null, "a", x));`],
      ['a function of a library: call, the object', 'harmless', `${JOIN} sink(join.call(x, "a"));`],
      ['a function of a library: apply', 'harmful', `${JOIN} sink(join.apply(null, ["a", x]));`],
      ['a function of a library: apply, no list', 'harmless', `${JOIN} sink(join.apply(null));`],
      ['a function of a library: bind', 'harmful', `${JOIN} sink(join.bind(null)(x));`],
      [
        'a function of a library: bind, with an argument',
        'harmful',
        `${JOIN} sink(join.bind(null, x)("a"));`,
      ],
      [
        'a function of a library: bind, and the rest later',
        'harmful',
        `${JOIN} sink(join.bind(null, "a")(x));`,
      ],
      ['the result of a function', 'harmful', 'function f(a) { return a; } sink(f.call(null, x));'],
      [
        'the result of one of two functions',
        'harmful',
        'function f() { return "a"; } function g(a) { return a; } sink((x ? f : g).call(null, x));',
      ],
    ]),
  );
});

describe('a text split into parts', () => {
  flows(
    'javascript',
    rows([
      ['a part', 'harmful', 'sink(x.split(",")[0]);'],
      ['a part of a constant', 'harmless', 'sink("a,b".split(",")[0]);'],
      ['the first word of a command', 'harmless', 'sink(`git log ${x}`.split(" ")[0]);'],
      ['the second word', 'harmless', 'sink(`git log ${x}`.split(/\\s+/)[1]);'],
      ['the third word', 'harmful', 'sink(`git log ${x}`.split(" ")[2]);'],
      ['the word that continues', 'harmful', 'sink(`git log${x}`.split(" ")[1]);'],
      ['split elsewhere', 'harmful', 'sink(`git log ${x}`.split(",")[0]);'],
      ['split at each x', 'harmful', 'sink(`git log ${x}`.split("x")[0]);'],
      [
        'the first word, when the command is checked',
        'harmless',
        'const first = x.split(" ")[0]; if (first !== "a") return; sink(`${first} --all`.split(" ")[0]);',
      ],
    ]),
  );
});

describe('lists that change', () => {
  flows(
    'javascript',
    rows([
      ['an item at the end', 'harmful', 'const list = ["a"]; list.push(x); sink(list[1]);'],
      ['the item before it', 'harmless', 'const list = ["a"]; list.push(x); sink(list[0]);'],
      ['items at the start', 'harmful', 'const list = ["a"]; list.unshift(x); sink(list[0]);'],
      ['the item behind them', 'harmless', 'const list = ["a"]; list.unshift(x); sink(list[1]);'],
      [
        'an unknown number at the start',
        'harmful',
        'const list = ["a"]; list.unshift(...x.list); sink(list[1]);',
      ],
      [
        'an unknown number at the end',
        'harmless',
        'const list = ["a"]; list.push(...x.list); sink(list[0]);',
      ],
      ['nothing', 'harmless', 'const list = ["a"]; list.push(); list.unshift(); sink(list[0]);'],
      ['a list of both', 'harmful', 'sink(["a"].concat([x])[1]);'],
      ['a list of both, the first', 'harmless', 'sink(["a"].concat([x])[0]);'],
      ['a list and an item', 'harmful', 'sink(["a"].concat(x)[1]);'],
      ['a list and an object', 'harmful', 'sink(["a"].concat({ name: x })[1].name);'],
      ['a list and several', 'harmful', 'sink(["a"].concat(["b"], [x])[2]);'],
      ['an unknown list and another', 'harmful', 'sink(x.list.concat(["a"])[0]);'],
      [
        'the list itself does not change',
        'harmless',
        'const list = ["a"]; list.concat([x]); sink(list.pop());',
      ],
    ]),
  );
});

describe('maps and objects', () => {
  flows(
    'javascript',
    rows([
      ['the value of a key', 'harmful', 'const map = new Map(); map.set("a", x); sink(map.get("a"));'],
      [
        'the value of another key',
        'harmless',
        'const map = new Map(); map.set("a", x); map.set("b", "c"); sink(map.get("b"));',
      ],
      [
        'a value set twice',
        'harmful',
        'const map = new Map(); map.set("a", x); map.set("a", "b"); sink(map.get("a"));',
      ],
      [
        'a value of any key',
        'harmful',
        'const map = new Map(); map.set("a", x); sink(map.get(process.argv[2]));',
      ],
      [
        'the value under an unknown key',
        'harmful',
        'const map = new Map(); map.set(process.argv[2], x); sink(map.get("a"));',
      ],
      [
        'the values of unknown keys',
        'harmful',
        'const map = new Map(); map.set(process.argv[2], x); map.set(process.argv[3], "a"); sink(map.get("a"));',
      ],
      [
        'one of the program, by the key of the client',
        'harmless',
        'const map = new Map([["a", "b"]]); sink(map.get(x));',
      ],
      [
        'a key of the program',
        'harmless',
        'const map = new Map([["a", "b"]]); if (!map.get(x)) return; sink(x);',
      ],
      [
        'no key of the program',
        'harmful',
        'const map = new Map([["a", "b"]]); if (map.get(x)) return; sink(x);',
      ],
      ['pairs', 'harmful', 'sink(new Map([["a", x]]).get("a"));'],
      ['pairs, another key', 'harmless', 'sink(new Map([["a", x], ["b", "c"]]).get("b"));'],
      ['pairs of unknown keys', 'harmful', 'sink(Object.fromEntries([[process.argv[2], x]]).b);'],
      [
        'pairs of unknown keys, of constants',
        'harmless',
        'sink(Object.fromEntries([[process.argv[2], "a"], [process.argv[3], "b"]]).b);',
      ],
      ['pairs of the client', 'harmful', 'sink(Object.fromEntries(x.list).b);'],
      ['a name', 'harmless', 'sink(Object.keys({ a: x })[0]);'],
      ['a name of the client', 'harmful', 'sink(Object.keys(x)[0]);'],
      ['a value', 'harmful', 'sink(Object.values({ a: x })[0]);'],
      ['another value', 'harmless', 'sink(Object.values({ a: "b", c: x })[0]);'],
      ['a value of the client', 'harmful', 'sink(Object.values(x)[0]);'],
      ['a value of a list', 'harmful', 'sink(Object.values([x])[0]);'],
      ['a pair', 'harmful', 'for (const [, value] of Object.entries({ a: x })) sink(value);'],
      ['the name of a pair', 'harmless', 'for (const [name] of Object.entries({ a: x })) sink(name);'],
      ['a pair of the client', 'harmful', 'for (const [, value] of Object.entries(x)) sink(value);'],
      ['the name of a pair of the client', 'harmful', 'for (const [name] of Object.entries(x)) sink(name);'],
      ['a field of another object', 'harmful', 'sink(Object.assign({}, { a: x }).a);'],
      ['a field that is overwritten', 'harmless', 'sink(Object.assign({ a: x }, { a: "b" }).a);'],
      [
        'a field of the target',
        'harmful',
        'const target = {}; Object.assign(target, { a: "b" }, { c: x }); sink(target.c);',
      ],
    ]),
  );
});
