import { describe } from '@jest/globals';
import { flows, goHandler, pythonHandler } from '../support/flow-rows.js';

const H = 'import path from "node:path"; const ROOT = path.resolve(process.env.ROOT);';
const BELOW = (folder: string): string =>
  `const base = path.join(ROOT, ${folder}); const p = path.resolve(base, x); if (p !== base && !p.startsWith(base + path.sep)) throw new Error("no"); sink(p);`;

const ENDED =
  'const base = path.join(ROOT, n); const p = path.resolve(base, x); const prefix = base.endsWith(path.sep) ? base : `${base}${path.sep}`; if (!p.startsWith(prefix)) throw new Error("no"); sink(p);';

const PY = 'import os, re\nROOT = os.path.realpath("/srv")';
const PY_BELOW = [
  'base = os.path.join(ROOT, x["kb"])',
  'p = os.path.realpath(os.path.join(base, x["name"]))',
  'if p != base and not p.startswith(base + os.sep):',
  '    raise ValueError()',
  'sink(p)',
];

const GO = 'const root = "/srv"\nvar names = regexp.MustCompile(`^[a-z]+$`)';
const GO_BELOW = [
  'base := filepath.Join(root, x)',
  'p := filepath.Join(base, x+"/a")',
  'if p != base && !strings.HasPrefix(p, base+string(filepath.Separator)) {',
  '\treturn nil',
  '}',
  'sink(p)',
];

describe('a folder with a name of the client, which a path may be or lie below', () => {
  flows('javascript', [
    [
      'checked',
      'harmless',
      'PATH',
      `${H} function handler(x, n) { if (!/^[a-z]+$/.test(n)) throw new Error("no"); ${BELOW('n')} }`,
    ],
    [
      'without a separator',
      'harmless',
      'PATH',
      `${H} function handler(x, n) { if (n.includes("/") || n.startsWith(".")) throw new Error("no"); ${BELOW('n')} }`,
    ],
    ['unchecked', 'harmful', 'PATH', `${H} function handler(x, n) { ${BELOW('n')} }`],
    [
      'checked, with a separator that it may have already',
      'harmless',
      'PATH',
      `${H} function handler(x, n) { if (!/^[a-z]+$/.test(n)) throw new Error("no"); ${ENDED} }`,
    ],
    [
      'unchecked, with a separator that it may have already',
      'harmful',
      'PATH',
      `${H} function handler(x, n) { ${ENDED} }`,
    ],
    [
      'that it differs from',
      'harmful',
      'PATH',
      `${H} function handler(x, n) { if (!/^[a-z]+$/.test(n)) throw new Error("no"); const base = path.join(ROOT, n); if (x === base) return; sink(x); }`,
    ],
  ]);
  flows('python', [
    [
      'checked',
      'harmless',
      'PATH',
      pythonHandler(PY, 'if not re.fullmatch("[a-z]+", x["kb"]):', '    raise ValueError()', ...PY_BELOW),
    ],
    ['unchecked', 'harmful', 'PATH', pythonHandler(PY, ...PY_BELOW)],
    [
      'checked, with a separator that it may have already',
      'harmless',
      'PATH',
      pythonHandler(
        PY,
        'if not re.fullmatch("[a-z]+", x["kb"]):',
        '    raise ValueError()',
        'base = os.path.join(ROOT, x["kb"])',
        'p = os.path.realpath(os.path.join(base, x["name"]))',
        'if not p.startswith(base if base.endswith(os.sep) else base + os.sep):',
        '    raise ValueError()',
        'sink(p)',
      ),
    ],
  ]);
  flows('go', [
    [
      'checked',
      'harmless',
      'PATH',
      goHandler(
        'path/filepath regexp strings',
        GO,
        'if !names.MatchString(x) {',
        '\treturn nil',
        '}',
        ...GO_BELOW,
      ),
    ],
    ['unchecked', 'harmful', 'PATH', goHandler('path/filepath regexp strings', GO, ...GO_BELOW)],
    [
      'checked, with a separator that it may have already',
      'harmless',
      'PATH',
      goHandler(
        'path/filepath regexp strings',
        GO,
        'if !names.MatchString(x) {',
        '\treturn nil',
        '}',
        'base := filepath.Join(root, x)',
        'p := filepath.Join(base, x+"/a")',
        'if !strings.HasSuffix(base, "/") {',
        '\tbase += "/"',
        '}',
        'if !strings.HasPrefix(p, base) {',
        '\treturn nil',
        '}',
        'sink(p)',
      ),
    ],
  ]);
});

const FOLDERS = `${H} let folders = []; function use(given) { folders = given; } use(process.argv);`;
const refusedUnless = (found: string): string =>
  `${FOLDERS} function handler(x) { const p = path.resolve(x); if (!${found}) throw new Error("no"); sink(p); }`;

describe('folders that are known later than the code that checks them', () => {
  flows('javascript', [
    ['some', 'harmless', 'PATH', refusedUnless('folders.some((d) => p.startsWith(d + path.sep))')],
    ['one', 'harmless', 'PATH', refusedUnless('folders.find((d) => p.startsWith(d + path.sep))')],
    ['some, by the wrong end', 'harmful', 'PATH', refusedUnless('folders.some((d) => p.endsWith(d))')],
    ['all of none', 'harmful', 'PATH', refusedUnless('[].every((d) => p.startsWith(d + path.sep))')],
    ['some of none', 'harmless', 'PATH', refusedUnless('[].some((d) => p.startsWith(ROOT + path.sep))')],
  ]);
});

/** A handler whose parameter goes through functions, as many as given, before the last one is done with it. */
const chain = (count: number, last: string): string =>
  [
    H,
    `function f${count}(x) { ${last} }`,
    ...Array.from({ length: count }, (_, index) => `function f${index}(x) { f${index + 1}(x); }`),
    'function check(p) { if (!isBelow(p)) throw new Error("no"); } function isBelow(p) { return p.startsWith(ROOT + path.sep); }',
    'function handler(x) { f0(x); }',
  ].join('\n');

describe('a check at the end of a long chain of calls', () => {
  flows('javascript', [
    ['made', 'harmless', 'PATH', chain(11, 'const p = path.resolve(x); check(p); sink(p);')],
    ['missing', 'harmful', 'PATH', chain(11, 'const p = path.resolve(x); sink(p);')],
  ]);
});
