import { describe } from '@jest/globals';
import { flows } from '../support/flow-rows.js';

describe('values in JavaScript', () => {
  flows('javascript', [
    ['as it is', 'harmful', 'SHELL', 'function handler(x) { sink(x); }'],
    [
      'as the body of a request to a fixed address',
      'harmless',
      'URL',
      'function handler(x) { sink(new Request("https://api.example.com/", { method: "POST", body: x }).clone()); }',
    ],
    ['as the address of a request', 'harmful', 'URL', 'function handler(x) { sink(new Request(x)); }'],
    ['in a template', 'harmful', 'SHELL', 'function handler(x) { sink(`ls ${x}`); }'],
    ['a number', 'harmless', 'SHELL', 'function handler(x) { sink("head -" + Number(x)); }'],
    [
      'one of a set',
      'harmless',
      'SQL',
      'const ALLOWED = new Set(["a", "b"]); function handler(x) { if (!ALLOWED.has(x)) throw new Error("no"); sink(x); }',
    ],
    [
      'in a list without a check',
      'harmful',
      'SQL',
      'const ALLOWED = ["a", "b"]; function handler(x) { if (!ALLOWED.includes(x)) log("no"); sink(x); }',
    ],
    [
      'or else a default',
      'harmless',
      'SQL',
      'const ALLOWED = ["a", "b"]; function handler(x) { let y = x; if (!ALLOWED.includes(x)) y = "a"; sink(y); }',
    ],
    [
      'a name without special characters',
      'harmless',
      'SHELL',
      'function handler(x) { if (!/^[a-z][a-z0-9]*$/.test(x)) return; sink(x); }',
    ],
    [
      'a pattern without an end anchor',
      'harmful',
      'SHELL',
      'function handler(x) { if (!/^[a-z]+/.test(x)) return; sink(x); }',
    ],
    [
      'a path below a folder',
      'harmless',
      'PATH',
      'const path = require("path"); const ROOT = path.resolve("/srv"); function handler(x) { const p = path.resolve(ROOT, x); if (!p.startsWith(ROOT + path.sep)) throw new Error(); sink(p); }',
    ],
    [
      'a path with a prefix without a separator',
      'harmful',
      'PATH',
      'const path = require("path"); const ROOT = path.resolve("/srv"); function handler(x) { const p = path.resolve(ROOT, x); if (!p.startsWith(ROOT)) throw new Error(); sink(p); }',
    ],
    [
      'a key of a table',
      'harmless',
      'SQL',
      'const COLUMNS = { a: "x", b: "y" }; function handler(x) { sink(COLUMNS[x]); }',
    ],
    [
      'a table that has it',
      'harmless',
      'SQL',
      'const COLUMNS = { a: true }; function handler(x) { if (!COLUMNS[x]) throw new Error(); sink(x); }',
    ],
    ['bounded', 'harmless', 'SIZE', 'function handler(x) { sink(Math.min(Number(x), 100)); }'],
    ['at least something', 'harmful', 'SIZE', 'function handler(x) { sink(Math.max(x, 100)); }'],
    ['at least a number', 'harmless', 'SQL', 'function handler(x) { sink(Math.max(x, 100)); }'],
    [
      'encoded',
      'harmless',
      'URL',
      'function handler(x) { sink("https://a.example/" + encodeURIComponent(x)); }',
    ],
    ['encoded', 'harmless', 'SHELL', 'function handler(x) { sink("open /?" + encodeURIComponent(x)); }'],
    ['encoded as a whole', 'harmful', 'SHELL', 'function handler(x) { sink("open " + encodeURI(x)); }'],
    [
      'encoded and quoted by hand',
      'harmful',
      'SQL',
      "function handler(x) { sink(`select '${encodeURIComponent(x)}'`); }",
    ],
    ['the first slash replaced', 'harmful', 'PATH', 'function handler(x) { sink(x.replace("/", "_")); }'],
    [
      'all slashes replaced',
      'harmless',
      'PATH',
      'function handler(x) { sink(x.replace(/[\\/\\\\]/g, "_")); }',
    ],
  ]);
});

describe('checks in JavaScript', () => {
  const ALLOWED = 'const ALLOWED = ["a", "b"];';
  flows('javascript', [
    [
      'every one of a list',
      'harmless',
      'SHELL',
      `${ALLOWED} function handler(x) { if (!x.every((e) => ALLOWED.includes(e))) return; sink(...x); }`,
    ],
    [
      'some one of a list',
      'harmful',
      'SHELL',
      `${ALLOWED} function handler(x) { if (!x.some((e) => ALLOWED.includes(e))) return; sink(...x); }`,
    ],
    [
      'like some of a list',
      'harmless',
      'SHELL',
      `${ALLOWED} function handler(x) { if (!ALLOWED.some((e) => e === x)) return; sink(x); }`,
    ],
    [
      'those of a list',
      'harmless',
      'SHELL',
      `${ALLOWED} function handler(x) { sink(...x.filter((e) => ALLOWED.includes(e))); }`,
    ],
    [
      'those not of a list',
      'harmful',
      'SHELL',
      `${ALLOWED} function handler(x) { sink(...x.filter((e) => !ALLOWED.includes(e))); }`,
    ],
    [
      'found in a list',
      'harmless',
      'SHELL',
      `${ALLOWED} function handler(x) { sink(ALLOWED.find((e) => e === x)); }`,
    ],
    [
      'each of a list',
      'harmless',
      'SHELL',
      `${ALLOWED} function handler(x) { for (const e of x) { if (!ALLOWED.includes(e)) throw new Error(); } sink(...x); }`,
    ],
    [
      'each of a list until one',
      'harmful',
      'SHELL',
      `${ALLOWED} function handler(x) { for (const e of x) { if (ALLOWED.includes(e)) break; } sink(...x); }`,
    ],
    [
      'in a map',
      'harmless',
      'SQL',
      'const M = new Map([["a", 1]]); function handler(x) { if (!M.get(x)) return; sink(x); }',
    ],
    [
      'by its index',
      'harmless',
      'SQL',
      `${ALLOWED} function handler(x) { if (ALLOWED.indexOf(x) === -1) return; sink(x); }`,
    ],
    [
      'by an index of -1',
      'harmful',
      'SQL',
      `${ALLOWED} function handler(x) { if (ALLOWED.indexOf(x) !== -1) return; sink(x); }`,
    ],
    ['of a type', 'harmless', 'SQL', 'function handler(x) { if (typeof x !== "number") return; sink(x); }'],
    [
      'of a type that is a text',
      'harmful',
      'SQL',
      'function handler(x) { if (typeof x !== "string") return; sink(x); }',
    ],
    [
      'by a function that throws',
      'harmless',
      'SQL',
      `${ALLOWED} function check(v) { if (!ALLOWED.includes(v)) throw new Error(); } function handler(x) { check(x); sink(x); }`,
    ],
    [
      'by a function whose exception is caught',
      'harmful',
      'SQL',
      `${ALLOWED} function check(v) { if (!ALLOWED.includes(v)) throw new Error(); } function handler(x) { try { check(x); } catch { log(); } sink(x); }`,
    ],
    [
      'by a predicate',
      'harmless',
      'SQL',
      `${ALLOWED} const ok = (v) => ALLOWED.includes(v.trim()); function handler(x) { if (!ok("a") || !ok(x)) return; sink(x); }`,
    ],
    [
      'by a predicate on another value',
      'harmful',
      'SQL',
      `${ALLOWED} const ok = (v) => ALLOWED.includes(v.trim()); function handler(x, y) { if (!ok(y)) return; sink(x); }`,
    ],
    [
      'by a switch',
      'harmless',
      'SQL',
      'function handler(x) { switch (x) { case "a": case "b": sink(x); break; default: break; } }',
    ],
    [
      'by the rest of a switch',
      'harmful',
      'SQL',
      'function handler(x) { switch (x) { case "a": break; default: sink(x); } }',
    ],
  ]);
});

describe('values accepted by patterns', () => {
  const js = (pattern: string): string =>
    `function handler(x) { if (!/${pattern}/.test(x)) return; sink(x); }`;
  flows('javascript', [
    ['a path of names', 'harmless', 'PATH', js('^[\\w-]+(\\/[\\w-]+)*\\.md$')],
    ['a path of names and dots', 'harmful', 'PATH', js('^[\\w.\\/-]+$')],
    ['a path without two dots', 'harmless', 'PATH', js('^(?!.*\\.\\.)\\w[\\w.\\/-]*$')],
    ['a path without two dots from a root', 'harmful', 'PATH', js('^(?!.*\\.\\.)[\\w.\\/-]+$')],
    ['a name with one dot', 'harmless', 'PATH', js('^\\w+\\.\\w+$')],
    ['dots in groups', 'harmful', 'PATH', js('^(\\w|\\.|\\/)+$')],
    ['alternatives within a group', 'harmless', 'SHELL', js('^(?:[a-z]+|\\d{4})$')],
    ['alternatives without a group', 'harmful', 'SHELL', js('^[a-z]+|\\d{4}$')],
    ['an option as an alternative', 'harmful', 'ARGUMENT', js('^(?:a|-b)$')],
    ['an option after an optional part', 'harmful', 'ARGUMENT', js('^a?-b$')],
    ['no option', 'harmless', 'ARGUMENT', js('^a-b$')],
    ['another character', 'harmful', 'SHELL', js('^[^;]+$')],
  ]);
});

describe('repeated checks', () => {
  const OK = 'const ALLOWED = ["a", "b"]; const ok = (v, w) => ALLOWED.includes(v);';
  flows('javascript', [
    [
      'of another value derived from another',
      'harmful',
      'SQL',
      `${OK} function handler(x, y) { ok(x.trim(), 1); if (!ok(y.trim(), 1)) return; sink(x); }`,
    ],
    [
      'of the same value derived from another',
      'harmless',
      'SQL',
      `${OK} function handler(x, y) { ok(y.trim(), 1); if (!ok(x.trim(), 1)) return; sink(x); }`,
    ],
    [
      'of two arguments swapped',
      'harmful',
      'SQL',
      `${OK} function handler(x) { const y = x[0], z = x[1]; ok(y, z); if (!ok(z, y)) return; sink(y); }`,
    ],
    [
      'of two arguments in order',
      'harmless',
      'SQL',
      `${OK} function handler(x) { const y = x[0], z = x[1]; ok(y, z); if (!ok(z, y)) return; sink(z); }`,
    ],
  ]);
});

describe('paths and URLs in JavaScript', () => {
  const PATH = 'const path = require("path"); const fs = require("fs"); const ROOT = path.resolve("/srv");';
  flows('javascript', [
    [
      'joined and compared',
      'harmless',
      'PATH',
      `${PATH} function handler(x) { const p = path.join(ROOT, x); if (!p.startsWith(ROOT + "/")) return; sink(p); }`,
    ],
    [
      'put together and compared',
      'harmful',
      'PATH',
      `${PATH} function handler(x) { const p = ROOT + "/" + x; if (!p.startsWith(ROOT + "/")) return; sink(p); }`,
    ],
    [
      'relative to the folder',
      'harmless',
      'PATH',
      `${PATH} function handler(x) { const p = path.resolve(ROOT, x); const r = path.relative(ROOT, p); if (r.startsWith("..") || path.isAbsolute(r)) return; sink(p); }`,
    ],
    [
      'normalized at a root',
      'harmless',
      'PATH',
      `${PATH} function handler(x) { sink(path.join(ROOT, path.normalize("/" + x))); }`,
    ],
    [
      'normalized',
      'harmful',
      'PATH',
      `${PATH} function handler(x) { sink(path.join(ROOT, path.normalize(x))); }`,
    ],
    [
      'dots removed',
      'harmful',
      'PATH',
      `${PATH} function handler(x) { sink(path.join(ROOT, x.replace(/\\.\\.\\//g, ""))); }`,
    ],
    [
      'its last part',
      'harmless',
      'PATH',
      `${PATH} function handler(x) { sink(path.join(ROOT, path.basename(x))); }`,
    ],
    [
      'its real path',
      'harmless',
      'LINKS',
      `${PATH} function handler(x) { const p = fs.realpathSync(path.join(ROOT, x)); if (!p.startsWith(ROOT + path.sep)) return; sink(p); }`,
    ],
    [
      'an allowed host',
      'harmless',
      'URL',
      'const H = ["a.example"]; function handler(x) { const u = new URL(x); if (!H.includes(u.hostname)) return; sink(x); }',
    ],
    [
      'an allowed scheme',
      'harmful',
      'URL',
      'function handler(x) { const u = new URL(x); if (u.protocol !== "https:") return; sink(x); }',
    ],
    [
      'an allowed suffix',
      'harmless',
      'URL',
      'function handler(x) { const u = new URL(x); if (!u.hostname.endsWith(".a.example")) return; sink(x); }',
    ],
    [
      'a suffix without a boundary',
      'harmful',
      'URL',
      'function handler(x) { const u = new URL(x); if (!u.hostname.endsWith("a.example")) return; sink(x); }',
    ],
    [
      'a URL that contains a host',
      'harmful',
      'URL',
      'function handler(x) { if (!x.includes("a.example")) return; sink(x); }',
    ],
  ]);
});

describe('calls in JavaScript', () => {
  flows('javascript', [
    [
      'by the constructor of a base',
      'harmful',
      'SHELL',
      'class A { constructor(v) { this.v = v; } } class B extends A { constructor(v) { super(v); } } function handler(x) { sink(new B(x).v); }',
    ],
    ['for each, outside', 'harmful', 'SHELL', 'function handler(x) { x.forEach(sink); }'],
    ['mapped', 'harmful', 'SHELL', 'function handler(x) { sink(x.map((e) => `-${e}`).join(" ")); }'],
    ['later', 'harmful', 'SHELL', 'function handler(x) { Promise.resolve(x).then((v) => sink(v)); }'],
    ['a number made of each', 'harmless', 'SHELL', 'function handler(x) { sink(x.map(Number).join(" ")); }'],
  ]);
});
