import { describe } from '@jest/globals';
import { flows } from '../support/flow-rows.js';

const H =
  'import path from "node:path"; import fs from "node:fs"; const ROOTS = process.argv.slice(2).map((a) => path.resolve(a)); const R = path.resolve(process.env.WS);';
const D =
  H +
  ' function contains(p) { return ROOTS.some((d) => { const rel = path.relative(d, p); return rel === "" || (!rel.startsWith("..") && !path.isAbsolute(rel)); }); }';
const W =
  H +
  ' function isWithin(root, target) { const rel = path.relative(root, target); return rel === "" || (!rel.startsWith("..") && !path.isAbsolute(rel)); }';

describe('relative paths in JavaScript', () => {
  flows('javascript', [
    [
      'below one of several folders, or the folder itself',
      'harmless',
      'PATH',
      `${D} function handler(x) { const p = fs.realpathSync(path.resolve(ROOTS[0], x)); if (!contains(p)) throw new Error("no"); sink(p); }`,
    ],
    [
      'whose parent is below one',
      'harmless',
      'PATH',
      `${D} function handler(x) { const t = path.resolve(ROOTS[0], x); const p = fs.realpathSync(path.dirname(t)); if (!contains(p)) throw new Error("no"); sink(p); }`,
    ],
    [
      'whose parent is below one, with its last part',
      'harmless',
      'PATH',
      `${D} function handler(x) { const t = path.resolve(ROOTS[0], x); const p = fs.realpathSync(path.dirname(t)); if (!contains(p)) throw new Error("no"); sink(path.join(p, path.basename(t))); }`,
    ],
    [
      'split, with its folder’s links resolved, rejoined and checked',
      'harmless',
      'PATH',
      `${D} function handler(x) { const p = path.join(fs.realpathSync(path.dirname(x)), path.basename(x)); if (!contains(p)) throw new Error("no"); sink(x); }`,
    ],
    [
      'whose last part was checked in another folder',
      'harmful',
      'PATH',
      `${D} function handler(x) { const p = path.join(fs.realpathSync(ROOTS[0]), path.basename(x)); if (!contains(p)) throw new Error("no"); sink(x); }`,
    ],
    [
      'compared without slashes at the end',
      'harmless',
      'PATH',
      `${H} function n(p) { return path.normalize(p).replace(/[\\\\/]+$/, ""); } function isWithin(root, target) { const rel = path.relative(n(root), n(target)); return rel === "" || (!rel.startsWith("..") && !path.isAbsolute(rel)); } function handler(x) { const t = path.resolve(R, x); if (!isWithin(R, t)) throw new Error("no"); sink(t); }`,
    ],
    [
      'compared in normal form',
      'harmless',
      'PATH',
      `${H} function n(p) { return path.normalize(p); } function isWithin(root, target) { const rel = path.relative(n(root), n(target)); return rel === "" || (!rel.startsWith("..") && !path.isAbsolute(rel)); } function handler(x) { const t = path.resolve(R, x); if (!isWithin(R, t)) throw new Error("no"); sink(t); }`,
    ],
    [
      'whose nearest existing folder is below',
      'harmless',
      'PATH',
      `${W} function deepest(p) { let c = p; for (;;) { try { fs.lstatSync(c); return c; } catch { const parent = path.dirname(c); if (parent === c) return c; c = parent; } } } function handler(x) { const full = path.resolve(R, x); if (!isWithin(R, full)) throw new Error("no"); const e = deepest(full); const real = fs.realpathSync(e); if (!isWithin(R, real)) throw new Error("no"); sink(real); }`,
    ],
    [
      'whose nearest existing folder is below, rejoined',
      'harmless',
      'PATH',
      `${W} function deepest(p) { let c = p; for (;;) { try { fs.lstatSync(c); return c; } catch { const parent = path.dirname(c); if (parent === c) return c; c = parent; } } } function handler(x) { const full = path.resolve(R, x); if (!isWithin(R, full)) throw new Error("no"); const e = deepest(full); const real = fs.realpathSync(e); if (!isWithin(R, real)) throw new Error("no"); sink(path.join(real, path.relative(e, full))); }`,
    ],
    [
      'below a folder of a name of the client',
      'harmless',
      'PATH',
      `${W} function handler(x, n) { if (!/^[a-z]+$/.test(n)) return; const base = path.resolve(R, n); const p = path.resolve(base, x); if (!p.startsWith(base + path.sep)) return; sink(p); }`,
    ],
    [
      'below a folder that the client chooses',
      'harmful',
      'PATH',
      `${W} function handler(x, n) { const base = path.resolve(n); const p = path.resolve(base, x); if (!p.startsWith(base + path.sep)) return; sink(p); }`,
    ],
    [
      'relative to a folder that the client chooses',
      'harmful',
      'PATH',
      `${W} function handler(x, n) { const base = path.resolve(n); const p = path.resolve(base, x); if (!isWithin(base, p)) return; sink(p); }`,
    ],
  ]);
});

describe('replacements for the match of a pattern', () => {
  flows('javascript', [
    [
      'a group, given to a function',
      'harmful',
      'SHELL',
      'function handler(x) { x.replace(/a(b)/g, (whole, name) => { sink(name); return name; }); }',
    ],
    [
      'the result of a function',
      'harmful',
      'SHELL',
      'function handler(x) { const y = "a".replace(/a(b)/g, () => x); sink(y); }',
    ],
    [
      'nothing, by a function',
      'harmless',
      'SHELL',
      'function handler(x) { sink(x.replace(/[^a-z]/g, () => "")); }',
    ],
  ]);
});
