import { describe } from '@jest/globals';
import { flows } from '../support/flow-rows.js';

const INSIDE =
  'import path from "node:path"; import fs from "node:fs"; const roots = () => (process.env.ROOTS ?? "").split(":"); function inside(dir, p) { const r = path.relative(dir, p); return !r.startsWith("..") && !path.isAbsolute(r); }';

describe('lists of allowed folders', () => {
  flows('javascript', [
    [
      'found below one of them',
      'harmless',
      'PATH',
      `${INSIDE} function handler(x) { const p = path.resolve(x); const root = roots().find((each) => inside(each, p)); if (!root) throw new Error("no"); sink(p); }`,
    ],
    [
      'found below one, for its parent too',
      'harmless',
      'PATH',
      `${INSIDE} function handler(x) { const p = fs.realpathSync(path.resolve(x)); if (!roots().map((each) => path.resolve(each)).find((each) => inside(each, p))) return; sink(p); }`,
    ],
    [
      'the longest of those that it is below',
      'harmless',
      'PATH',
      `${INSIDE} function handler(x) { const p = path.resolve(x); const root = roots().filter((each) => inside(each, p)).sort((a, b) => b.length - a.length)[0]; if (!root) throw new Error("no"); sink(p); }`,
    ],
    [
      'the first of all',
      'harmful',
      'PATH',
      `${INSIDE} function handler(x) { const p = path.resolve(x); const root = roots().filter((each) => each !== "")[0]; if (!root) throw new Error("no"); sink(p); }`,
    ],
    [
      'found, but not required',
      'harmful',
      'PATH',
      `${INSIDE} function handler(x) { const p = path.resolve(x); const root = roots().find((each) => inside(each, p)); if (!root) console.error("no"); sink(p); }`,
    ],
    [
      'another one found',
      'harmful',
      'PATH',
      `${INSIDE} function handler(x, y) { const p = path.resolve(x); const root = roots().find((each) => inside(each, path.resolve(y))); if (!root) throw new Error("no"); sink(p); }`,
    ],
    [
      'not below one that is denied',
      'harmful',
      'PATH',
      `${INSIDE} function handler(x) { const p = path.resolve(x); if (roots().find((each) => inside(each, p))) throw new Error("no"); sink(p); }`,
    ],
  ]);
});

describe('manual escaping', () => {
  flows('javascript', [
    [
      'pattern characters except wildcards',
      'harmless',
      'REGEX',
      'function handler(x) { sink(x.replace(/[.+^${}()|[\\]\\\\]/g, "\\\\$&").replace(/\\*/g, ".*")); }',
    ],
    [
      'pattern characters except the backslash',
      'harmful',
      'REGEX',
      'function handler(x) { sink(x.replace(/[.+^${}()|]/g, "\\\\$&")); }',
    ],
    ['quotes alone', 'harmful', 'SHELL', 'function handler(x) { sink(x.replace(/"/g, \'\\\\"\')); }'],
  ]);
});

describe('the fields of object literals', () => {
  flows('javascript', [
    [
      'a field after a spread',
      'harmless',
      'SHELL',
      'function handler(x) { const o = { ...{ a: x }, a: 1 }; sink(o.a); }',
    ],
    [
      'a field before a spread',
      'harmful',
      'SHELL',
      'function handler(x) { const o = { a: 1, ...{ a: x } }; sink(o.a); }',
    ],
    [
      'a spread of one of two',
      'harmful',
      'SHELL',
      'function handler(x, y) { const o = { ...(y ? { a: x } : { a: 1 }) }; sink(o.a); }',
    ],
    [
      'a spread that may be empty',
      'harmful',
      'SHELL',
      'function handler(x, y) { const o = { a: x, ...(y ? { a: 1 } : {}) }; sink(o.a); }',
    ],
    [
      'a conditional spread',
      'harmful',
      'SHELL',
      'function handler(x, y) { const o = { a: x, ...(y && { a: 1 }) }; sink(o.a); }',
    ],
  ]);
});

const ROOT = 'import path from "node:path"; const ROOT = "/srv/docs";';

describe('checks before and after decoding', () => {
  flows('javascript', [
    [
      'dots checked before',
      'harmful',
      'PATH',
      `${ROOT} function handler(x) { if (x.includes("..")) throw new Error("no"); sink(path.join(ROOT, decodeURIComponent(x))); }`,
    ],
    [
      'dots checked after',
      'harmless',
      'PATH',
      `${ROOT} function handler(x) { const y = decodeURIComponent(x); if (y.includes("..")) throw new Error("no"); sink(path.join(ROOT, y)); }`,
    ],
    [
      'letters alone, which may be base64',
      'harmful',
      'SHELL',
      'function handler(x) { if (!/^[a-zA-Z0-9]+$/.test(x)) return; sink(atob(x)); }',
    ],
    [
      'one of a set',
      'harmless',
      'SHELL',
      'function handler(x) { if (!["a", "b"].includes(x)) return; sink(atob(x)); }',
    ],
  ]);
  flows('python', [
    [
      'a name without special characters',
      'harmful',
      'PATH',
      'import re, base64\ndef handler(x):\n    if not re.fullmatch("[A-Za-z0-9]+", x):\n        raise ValueError("no")\n    sink(base64.b64decode(x))\n',
    ],
  ]);
});

const COPY =
  'function copy(from) { const all = {}; for (const [key, value] of Object.entries(from)) all[key.trim()] = value; return all; }';

describe('a check of a field of an unknown object', () => {
  flows('javascript', [
    [
      'the same field',
      'harmless',
      'SHELL',
      `${COPY} function handler(x) { const o = copy(x); if (!/^[a-z]+$/.test(o.name)) return; sink(o.name); }`,
    ],
    [
      'another field',
      'harmful',
      'SHELL',
      `${COPY} function handler(x) { const o = copy(x); if (!/^[a-z]+$/.test(o.name)) return; sink(o.other); }`,
    ],
  ]);
});
