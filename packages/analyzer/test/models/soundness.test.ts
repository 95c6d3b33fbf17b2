import { describe } from '@jest/globals';
import { flows, type Row } from '../support/flow-rows.js';

const H =
  'import path from "node:path"; import fs from "node:fs"; const R = path.resolve(process.env.WS); const OK = new Set(["a", "b"]); const L = ["a", "b"]; async function check(x) { if (!OK.has(x)) throw new Error("no"); } async function isOk(x) { return OK.has(x); }';

const row = (name: string, outcome: 'harmful' | 'harmless', code: string, bit: Row[2] = 'SHELL'): Row => [
  name,
  outcome,
  bit,
  `${H} async function handler(x) { ${code} }`,
];

describe('insufficient checks in JavaScript', () => {
  flows('javascript', [
    row('its ending', 'harmful', 'if (![".txt"].includes(path.extname(x))) throw 1; sink(x);', 'PATH'),
    row('its ending, of a set', 'harmful', 'if (!OK.has(path.extname(x))) throw 1; sink(x);'),
    row('its ending, compared', 'harmful', 'if (path.extname(x) !== ".md") throw 1; sink(x);', 'PATH'),
    row('itself', 'harmless', 'if (!OK.has(x)) throw 1; sink(x);'),
    row('an index used as a boolean', 'harmful', 'if (L.indexOf(x)) sink(x);'),
    row('an index compared with -1', 'harmless', 'if (L.indexOf(x) === -1) throw 1; sink(x);'),
    row('an index with bitwise NOT', 'harmless', 'if (~L.indexOf(x)) sink(x);'),
    row(
      'below the file system root',
      'harmful',
      'const p = path.resolve(x); if (!p.startsWith("/")) throw 1; sink(p);',
      'PATH',
    ),
    row(
      'relative to the file system root',
      'harmful',
      'const p = path.resolve(x); if (path.relative("/", p).startsWith("..")) throw 1; sink(p);',
      'PATH',
    ),
    row(
      'relative to a folder',
      'harmless',
      'const p = path.resolve(R, x); if (!p.startsWith(R + path.sep)) throw 1; sink(p);',
      'PATH',
    ),
    row(
      'before it is decoded',
      'harmful',
      'if (!/^[a-zA-Z0-9]+$/.test(x)) throw 1; sink(Buffer.from(x, "base64").toString());',
    ),
    row(
      'before it is read as bytes',
      'harmless',
      'if (!/^[a-zA-Z0-9]+$/.test(x)) throw 1; sink(Buffer.from(x, "utf8").toString());',
    ),
  ]);
});

describe('JavaScript checks that are not awaited', () => {
  flows('javascript', [
    row('not waited for', 'harmful', 'check(x); sink(x);'),
    row('waited for', 'harmless', 'await check(x); sink(x);'),
    row('waited for later', 'harmless', 'const p = check(x); await p; sink(x);'),
    row('a promise as a condition', 'harmful', 'if (!isOk(x)) throw 1; sink(x);'),
    row('what came as a condition', 'harmless', 'if (!(await isOk(x))) throw 1; sink(x);'),
    row('an error thrown away', 'harmful', 'await check(x).catch(() => {}); sink(x);'),
    row(
      'an error that is rethrown as another',
      'harmless',
      'await check(x).catch((e) => { throw new Error("bad"); }); sink(x);',
    ),
    row(
      'an error that is false',
      'harmless',
      'const ok = await isOk(x).catch(() => false); if (!ok) throw 1; sink(x);',
    ),
    row('all settled', 'harmful', 'await Promise.allSettled([check(x)]); sink(x);'),
    row('all', 'harmless', 'await Promise.all([check(x)]); sink(x);'),
    row('all by name', 'harmless', 'const [ok] = await Promise.all([isOk(x)]); if (!ok) throw 1; sink(x);'),
    row('then, not waited for', 'harmful', 'check(x).then(() => {}); sink(x);'),
    row('then', 'harmless', 'await check(x).then(() => {}); sink(x);'),
    row('within then', 'harmless', 'return check(x).then(() => sink(x));'),
    row(
      'each by a promise',
      'harmful',
      'const l = x.split(" "); if (!l.every(async (p) => OK.has(p))) throw 1; sink(l[0]);',
    ),
    row('each', 'harmless', 'const l = x.split(" "); if (!l.every((p) => OK.has(p))) throw 1; sink(l[0]);'),
    row(
      'by a function that forwards it',
      'harmless',
      'const both = (y) => check(y); await both(x); sink(x);',
    ),
    row(
      'by one that awaits',
      'harmless',
      'async function both(y) { await check(y); } await both(x); sink(x);',
    ),
    row('by one that does not', 'harmful', 'async function both(y) { check(y); } await both(x); sink(x);'),
    row(
      'by one that returns it',
      'harmless',
      'async function both(y) { return isOk(y); } if (!(await both(x))) throw 1; sink(x);',
    ),
  ]);
});

describe('JavaScript checks that may run later, or exit elsewhere', () => {
  flows('javascript', [
    ...[
      'setTimeout(F)',
      'setImmediate(F)',
      'process.nextTick(F)',
      'process.once("exit", F)',
      'unknown(F)',
    ].map((call) =>
      row(call, 'harmful', `${call.replace('F', '() => { if (!OK.has(x)) throw 1; }')}; sink(x);`),
    ),
    row('for each', 'harmless', '[1].forEach(() => { if (!OK.has(x)) throw 1; }); sink(x);'),
    row('in the finally of a try', 'harmful', 'try { if (!OK.has(x)) throw 1; } finally { sink(x); }'),
    row(
      'after the finally of a try',
      'harmless',
      'try { if (!OK.has(x)) throw 1; } finally { unknown(); } sink(x);',
    ),
    row(
      'a finally that returns',
      'harmful',
      'function f(s) { try { if (!OK.has(s)) throw 1; } finally { return s; } } sink(f(x));',
    ),
    row('a block that is left', 'harmful', 'a: { if (!OK.has(x)) break a; } sink(x);'),
    row('within a block that is left', 'harmless', 'a: { if (!OK.has(x)) break a; sink(x); }'),
    row(
      'all but the first',
      'harmful',
      'const l = x.split(" "); if (!l.slice(1).every((p) => OK.has(p))) throw 1; sink(l[0]);',
    ),
    row(
      'each but the first',
      'harmful',
      'const l = x.split(" "); for (const p of l.slice(1)) if (!OK.has(p)) throw 1; sink(l[0]);',
    ),
    row(
      'each of them',
      'harmless',
      'const l = x.split(" "); for (const p of l) if (!OK.has(p)) throw 1; sink(l[0]);',
    ),
    row(
      'each of a part',
      'harmless',
      'const l = x.split(" ").slice(1); for (const p of l) if (!OK.has(p)) throw 1; sink(l[0]);',
    ),
    row(
      'each but some',
      'harmful',
      'const l = x.split(" "); for (const p of l) { if (p.length > 3) continue; if (!OK.has(p)) throw 1; } sink(l[0]);',
    ),
  ]);
});

describe('objects that are copied into others', () => {
  flows('javascript', [
    row('under a key that comes in', 'harmful', 'const a = {}; a[x] = x; sink(Object.assign({}, a).b);'),
    row('by a spread', 'harmful', 'const a = {}; a[x] = x; sink({ ...a }.b);'),
    row('either of two', 'harmful', 'sink(Object.assign({ b: x }, unknown() ? { b: 1 } : { c: 1 }).b);'),
    row('over what was there', 'harmless', 'sink(Object.assign({ b: x }, { b: 1 }).b);'),
  ]);
});

describe('parameter names that look like path facts', () => {
  const reported = (name: string): string =>
    `const p = x["${name}"]; if (!p.startsWith("/base/")) throw 1; sink(p);`;
  flows('javascript', [
    row('a path without dots', 'harmful', reported('%normal%real'), 'PATH'),
    row('of either of two', 'harmful', reported('a|%normal'), 'PATH'),
    row('read twice', 'harmless', 'if (!OK.has(x["%a-b"])) throw 1; sink(x["%a-b"]);'),
  ]);
});
