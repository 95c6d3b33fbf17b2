import fc from 'fast-check';
import { zipOf, type TarEntry } from './archives.js';

const { array, constantFrom, oneof, record, uniqueArray } = fc;

interface Entry {
  readonly name: string;
  readonly content: string;
  readonly mode: number;
}

const CONTENTS = ['one', 'two', '', '#!python\nprint(1)\n'];
const MODES = [0o100644, 0o100644, 0o100755, 0o100664, 0o100600, 0];
const INFO = 'demo-1.0.dist-info';
const DATA = 'demo-1.0.data';
const PLACES = [
  'demo.py',
  'demo/__init__.py',
  'demo/one.py',
  'demo/\u00e4.py',
  'other.py',
  'demo.pth',
  `${DATA}/purelib/demo/two.py`,
  `${DATA}/purelib/demo/one.py`,
  `${DATA}/platlib/demo/three.py`,
  `${DATA}/platlib/demo.py`,
  `${DATA}/data/share/demo.txt`,
  `${DATA}/data/lib/python3.99/site-packages/demo/one.py`,
  `${DATA}/data/lib/python3.99/site-packages/demo/four.py`,
  `${INFO}/licenses/LICENSE`,
];
/** What installers refuse, or place differently. */
const ODD_PLACES = [
  `${DATA}/nowhere/demo.py`,
  `${DATA}/demo.py`,
  `${DATA}/purelib/`,
  'Demo-1.0.data/purelib/demo/five.py',
  'other-1.0.data/purelib/demo/five.py',
  'demo-1.0.data',
  'other-1.0.dist-info/METADATA',
  `${DATA}/data/../demo/six.py`,
  'demo/../six.py',
  `${DATA}/purelib/../demo.py`,
  `${DATA}//purelib/demo/six.py`,
  'DEMO/one.py',
  'demo/one.py/x.py',
];

const file = (names: readonly string[]): fc.Arbitrary<Entry> =>
  record({ name: constantFrom(...names), content: constantFrom(...CONTENTS), mode: constantFrom(...MODES) });

const WHEEL = 'Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n';
const REQUIRED: readonly Entry[] = [
  { name: `${INFO}/METADATA`, content: 'Metadata-Version: 2.1\nName: demo\nVersion: 1.0\n', mode: 0o100644 },
  { name: `${INFO}/WHEEL`, content: WHEEL, mode: 0o100644 },
  { name: `${INFO}/RECORD`, content: '', mode: 0o100644 },
];

/** Wheels of one name and version, some with files that installers place differently. */
export const generatedWheel: fc.Arbitrary<Buffer> = record({
  files: uniqueArray(file(PLACES), { selector: ({ name }) => name, minLength: 1, maxLength: 5 }),
  odd: oneof(
    { arbitrary: array(file(ODD_PLACES), { maxLength: 0 }), weight: 2 },
    array(file(ODD_PLACES), { maxLength: 2 }),
  ),
}).map(({ files, odd }) => zipOf([...files, ...odd, ...REQUIRED]));

const SDIST_FILES = [
  'setup.py',
  'pyproject.toml',
  'src/demo/__init__.py',
  'src/demo/\u00e4.py',
  'demo/one.py',
  'PKG-INFO',
];
const TARGETS = [
  'setup.py',
  './setup.py',
  'one.py',
  '../setup.py',
  '../../setup.py',
  '/etc/passwd',
  'demo',
  'missing',
  '',
];
const TOPS = [
  'demo-1.0/',
  'demo-1.0/',
  'demo-1.0/',
  'demo-1.0/',
  'demo-1.0/',
  './demo-1.0/',
  'other/',
  '',
  '/',
  '../',
];

const usualMember: fc.Arbitrary<TarEntry> = file(SDIST_FILES).map(({ name, content, mode }) => ({
  name: `demo-1.0/${name}`,
  content,
  mode: mode & 0o777,
}));
const oddMember: fc.Arbitrary<TarEntry> = oneof(
  record({ top: constantFrom(...TOPS), entry: file([...SDIST_FILES, 'SETUP.py', 'setup.py/x', 'src']) }).map(
    ({ top, entry: { name, content, mode } }) => ({ name: `${top}${name}`, content, mode: mode & 0o777 }),
  ),
  record({
    name: constantFrom('demo-1.0/link', 'demo-1.0/demo/link', 'demo-1.0/demo', 'demo-1.0/setup.py'),
    type: constantFrom('symlink', 'symlink', 'link'),
    linkname: constantFrom(...TARGETS),
  }),
  record({
    name: constantFrom(...TOPS, 'demo-1.0/src/', 'demo-1.0/setup.py/'),
    type: constantFrom('directory'),
  }),
  record({ name: constantFrom('demo-1.0/device'), type: constantFrom('fifo', 'character-device') }),
);

/** Entries of source distributions, some with links, devices or files beside their folder. */
export const generatedSdist: fc.Arbitrary<readonly TarEntry[]> = record({
  files: uniqueArray(usualMember, { selector: ({ name }) => name, minLength: 1, maxLength: 4 }),
  odd: oneof(
    { arbitrary: array(oddMember, { maxLength: 0 }), weight: 1 },
    array(oddMember, { maxLength: 2 }),
  ),
}).map(({ files, odd }) => [...files, ...odd]);
