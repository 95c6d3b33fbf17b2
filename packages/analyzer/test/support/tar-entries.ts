import fc from 'fast-check';
import { LONG, ODD_RECORDS, RECORDS } from './pax-samples.js';
import { entry, header, pax, paxRecord, type HeaderFields } from './tar-bytes.js';

const { array, constant, constantFrom, integer, oneof, option, record, string } = fc;

const LONGER = `package/${'f\u00f6lder/'.repeat(30)}index.js`;
/** Names of a package's files. */
const NAMES = [
  'package/index.js',
  'package/package.json',
  'package/lib/index.js',
  'package/lib/util.js',
  'package/test/index.js',
  'package/caf\u00e9.js',
  'package/with space.js',
  'package/.gitignore',
  'package/.npmignore',
  'package/lib/.gitignore',
  LONG.slice(0, 8) + LONG.slice(-92),
];
/** Names that need an extended header. */
const LONG_NAMES = [LONG, LONGER, 'package/lib/\u00e4.js', `package/${'n'.repeat(120)}.js`];
const FOLDERS = [
  'package/',
  'package',
  'package/lib/',
  'package/lib',
  'package/empty/',
  `package/${'d'.repeat(80)}/`,
];
/** Names that mean one file, or others, as a reader has it. */
const ODD_NAMES = [
  'package/index.js',
  'package/lib',
  'package/lib/',
  'package/new/',
  'package/',
  'package/Index.js',
  'package/index.js.',
  'package/cafe\u0301.js',
  'package//index.js',
  'package/./index.js',
  'package/lib/../index.js',
  'package/c:index.js',
  'package/ index.js',
  'package/index.js ',
  'package\\index.js',
  'package/lib\\index.js',
  './package/index.js',
  '/package/index.js',
  '../index.js',
  'test/index.js',
  'node_modules/index.js',
  'index.js',
  '',
  '.',
  'package/a\nb',
  'package/\u0001',
  'package/.gitignore/a.js',
  'package/._index.js',
];
const TARGETS = ['', 'package/index.js', 'index.js', 'x', '../x', '/etc/passwd'];
const TYPES = ['0', '0', '0', '0', '\0', '7'];
const ODD_TYPES = '1235DLKNSVXxgAIM68 \0'.split('');
const USTAR = 'ustar\x0000';
const GNU = 'ustar  \0';
const V7 = '\0'.repeat(8);
const MAGICS = [USTAR, USTAR, GNU, V7];
const ODD_MAGICS = ['ustar\0  ', 'ustar\0\0\0', 'ustar 00', 'USTAR\x0000', 'ustar\x0001', USTAR, GNU];
const ODD_PREFIXES = [
  'package',
  'package/lib',
  'test',
  'q'.repeat(140),
  'package/',
  '/package',
  '..',
  'package\n',
];
const SIZES_OF_THREE = [
  '3          \0',
  '          3 ',
  '          3\0',
  '0000003\0\0\0\0\0',
  '000000000003',
  '3 '.padEnd(12, '\0'),
];
const RAW_SIZES = [
  ...SIZES_OF_THREE,
  '3\0garbage\0\0\0',
  '00000000003x',
  '-0000000003\0',
  '0x000000003\0',
  `\x80${'\0'.repeat(10)}\x03`,
  `\xff${'\xff'.repeat(10)}\xfd`,
  `\x80\x01${'\0'.repeat(9)}\x03`,
  '\0'.repeat(12),
  ' '.repeat(12),
  '\t0000000003\0',
  '00000000_03\0',
];
const CONTENTS = ['one', 'two', '', 'x'.repeat(512), 'y'.repeat(700)];
const [UID, GID, MTIME, UNAME, GNAME, DEVICE, TIMES] = [108, 116, 136, 265, 297, 329, 476];
/** Owners, times and modes at the ends of what packers write. */
const EXTREMES: readonly HeaderFields[] = [
  { raw: { [UID]: '0000000\0', [GID]: '0000000\0', [MTIME]: '00000000000\0' } },
  { raw: { [UID]: '7777777\0', [GID]: '7777777\0', [MTIME]: '77777777777\0' } },
  { raw: { [UID]: '\x80\0\0\0\x7f\xff\xff\xff', [GID]: '\x80\0\0\0\xff\xff\xff\xfe' } },
  { raw: { [MTIME]: '\x80\0\0\0\0\0\0\x02\0\0\0\0' } },
  { raw: { [MTIME]: '\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01' } },
  { raw: { [MTIME]: '777777777777', [UID]: '00001750' } },
  { raw: { [UID]: '   1750 ', [GID]: '1750   \0', [MTIME]: '14000000000 ' } },
  { raw: { [UNAME]: 'root', [GNAME]: 'wheel' } },
  { mode: '000755 \0' },
  { mode: '   755 \0' },
  { mode: '0100755\0' },
  { mode: '0000777\0' },
  { mode: '0104644\0' },
  { mode: '0000444\0' },
  { mode: '0000000\0' },
];
const OF_USTAR: readonly HeaderFields[] = [
  { raw: { [DEVICE]: '0000000\x000000000\0' } },
  { raw: { [TIMES]: '14000000000\x0014000000000\0' } },
];

/** Other bytes at some place of a header. */
const raw: fc.Arbitrary<HeaderFields> = record({
  at: oneof(
    integer({ min: 0, max: 511 }),
    constantFrom(100, 108, 116, 136, 257, 263, 329, 337, 345, 475, 476, 500, 508),
  ),
  text: oneof(
    string({ unit: 'binary-ascii', minLength: 1, maxLength: 4 }),
    constantFrom(
      '\0',
      ' ',
      '7',
      '\x80',
      '\xff',
      'tar\0',
      '\x80\x7f\x7f\x7f\x7f\x7f\x7f\x7f',
      '\x80\0\0\0\0\0\x01\xed',
      '0000644 ',
      '-1',
    ),
  ),
}).map(({ at, text }) => ({ raw: { [at]: text.slice(0, 512 - at) } }));

/** Fields of a header that no packer, or few write. */
const oddFields: fc.Arbitrary<HeaderFields> = oneof(
  raw,
  record({ type: constantFrom(...ODD_TYPES), target: constantFrom(...TARGETS) }),
  record({ magic: constantFrom(...ODD_MAGICS) }),
  record({ prefix: constantFrom(...ODD_PREFIXES) }),
  record({ magic: constantFrom(...ODD_MAGICS), prefix: constantFrom(...ODD_PREFIXES) }),
  record({ target: constantFrom(...TARGETS) }),
  record({ mode: constantFrom('', '644', '\x800000000', '\x80\0\0\0\0\0\x01\xed', '9', '0000011\0') }),
  record({ rawSize: constantFrom(...RAW_SIZES) }),
  record({ type: constantFrom(...ODD_TYPES), rawSize: constantFrom(...RAW_SIZES) }),
);

/** An entry before it is written. */
interface Draft {
  readonly name: string;
  readonly content: string;
  readonly fields: HeaderFields;
}
const written = ({ name, content, fields }: Draft): Buffer => entry(name, content, fields);

const fields: fc.Arbitrary<HeaderFields> = oneof(
  record({ type: constantFrom(...TYPES), magic: constantFrom(...MAGICS) }),
  record({
    type: constantFrom('0', '\0'),
    magic: constantFrom(...MAGICS),
    extreme: constantFrom(...EXTREMES),
  }).map(({ extreme, ...rest }) => ({ ...rest, ...extreme })),
  constantFrom(...OF_USTAR),
);

/** A file as packers write it, with its extended headers. */
export interface Packed {
  readonly name: string;
  readonly blocks: Buffer;
}

const simple: fc.Arbitrary<Packed> = record({
  name: constantFrom(...NAMES),
  content: constantFrom(...CONTENTS),
  fields,
}).map((draft) => ({ name: draft.name, blocks: written(draft) }));

const ofThree: fc.Arbitrary<Packed> = record({
  name: constantFrom(...NAMES),
  rawSize: constantFrom(...SIZES_OF_THREE),
}).map(({ name, rawSize }) => ({ name, blocks: entry(name, 'two', { rawSize }) }));

/** With its folder in the prefix, which some packers also do to names that are short. */
const prefixed: fc.Arbitrary<Packed> = record({
  name: constantFrom(...NAMES, LONG),
  content: constantFrom(...CONTENTS),
  fields: constantFrom({}, ...OF_USTAR),
}).map(({ name, content, fields: own }) => {
  const slash = name.lastIndexOf('/');
  return { name, blocks: entry(name.slice(slash + 1), content, { ...own, prefix: name.slice(0, slash) }) };
});

/** With its name in an extended header: the other one has what fits, or some replacement. */
const renamed: fc.Arbitrary<Packed> = record({
  name: constantFrom(...NAMES, ...LONG_NAMES),
  content: constantFrom(...CONTENTS),
  records: array(constantFrom(...RECORDS), { maxLength: 3 }),
  stands: constantFrom('cut', 'replaced', 'PaxHeader/x'),
  isGnu: fc.boolean(),
  fields,
}).map(({ name, content, records, stands, isGnu, fields: own }) => {
  const replacement =
    stands === 'cut' ? name : stands === 'replaced' ? name.replaceAll(/[^ -~]/g, '_') : stands;
  const file = entry(Buffer.from(replacement).subarray(0, 100), content, own);
  const path: readonly [string, string] = ['path', name];
  const before = isGnu
    ? entry('././@LongLink', `${name}\0`, { type: 'L', magic: GNU })
    : pax([path, ...uniqueKeys(records)].map(([key, value]) => paxRecord(key, value)).join(''));
  return { name, blocks: Buffer.concat([before, file]) };
});

const uniqueKeys = (records: readonly (readonly [string, string])[]): (readonly [string, string])[] => [
  ...new Map(records.map((each) => [each[0], each])).values(),
];

/** With an extended header that says nothing about what it is. */
const annotated: fc.Arbitrary<Packed> = record({
  file: oneof(simple, prefixed),
  records: array(constantFrom(...RECORDS), { minLength: 1, maxLength: 4 }),
}).map(({ file, records }) => ({
  name: file.name,
  blocks: Buffer.concat([
    pax(
      uniqueKeys(records)
        .map(([key, value]) => paxRecord(key, value))
        .join(''),
    ),
    file.blocks,
  ]),
}));

const folder: fc.Arbitrary<Packed> = record({
  name: constantFrom(...FOLDERS),
  type: constantFrom('5', '5', '\0'),
  magic: constantFrom(...MAGICS),
}).map(({ name, type, magic }) => ({
  name,
  blocks: header(type === '\0' && !name.endsWith('/') ? `${name}/` : name, {
    type,
    magic,
    mode: '0000755\0',
  }),
}));

/** Entries in all forms that packers write. */
export const packed: fc.Arbitrary<Packed> = oneof(
  { arbitrary: simple, weight: 4 },
  { arbitrary: ofThree, weight: 1 },
  { arbitrary: prefixed, weight: 2 },
  { arbitrary: renamed, weight: 2 },
  { arbitrary: annotated, weight: 2 },
  { arbitrary: folder, weight: 1 },
);

/** What some packers write before all entries. */
export const globalHeader: fc.Arbitrary<Buffer> = array(constantFrom(...RECORDS), {
  minLength: 1,
  maxLength: 2,
}).map((records) =>
  pax(
    uniqueKeys(records)
      .map(([key, value]) => paxRecord(key, value))
      .join(''),
    'g',
  ),
);

/** Entries that few packers write, or none. */
export const odd: fc.Arbitrary<Buffer> = oneof(
  record({ name: constantFrom(...ODD_NAMES), content: constantFrom('', ...CONTENTS), fields: constant({}) }),
  record({
    name: constantFrom(...ODD_NAMES),
    content: constant(''),
    fields: record({ type: constantFrom('5', '\0') }),
  }),
  record({
    name: constantFrom(...NAMES, ...ODD_NAMES),
    content: constant(''),
    fields: record({ type: constantFrom('1', '2', '3', '4', '6'), target: constantFrom(...TARGETS) }),
  }),
  record({ name: constantFrom(...NAMES), content: constantFrom(...CONTENTS), fields: oddFields }),
).map(written);

/** Headers about the next entry that few packers write, or none. */
export const oddExtension: fc.Arbitrary<Buffer> = oneof(
  record({
    records: array(constantFrom(...ODD_RECORDS, ...RECORDS), { minLength: 1, maxLength: 3 }),
    type: constantFrom('x', 'x', 'x', 'g', 'X'),
    fields: option(oddFields, { freq: 9, nil: {} }),
  }).map(({ records, type, fields: own }) =>
    pax(records.map(([key, value]) => paxRecord(key, value)).join(''), type, own),
  ),
  constantFrom(
    pax(paxRecord('path', 'package/one.js')),
    pax(paxRecord('path', LONG)),
    pax(paxRecord('comment', 'a'.repeat(40)), 'g'),
    pax('25 path=package/other.js\n'.slice(0, -1)),
    pax('26 path=package/other.js\n'),
    pax(' 26 path=package/other.js\n'),
    pax('026 path=package/other.j\n'),
    pax(`${paxRecord('path', 'package/a.js')}\0\0\0`),
    pax(''),
  ),
  record({
    name: constantFrom(LONG, 'package/long.js', ...ODD_NAMES),
    end: constantFrom('\0', '\0', '', '\0\0', '\0x\0'),
    fields: option(oddFields, { freq: 9, nil: { magic: GNU } }),
  }).map(({ name, end, fields: own }) => entry('././@LongLink', `${name}${end}`, { ...own, type: 'L' })),
  constant(entry('././@LongLink', 'package/index.js\0', { type: 'K', magic: GNU })),
  // A sparse file of GNU: four pieces, and their size together.
  constant(
    entry('package/sparse.js', 'one', {
      type: 'S',
      magic: GNU,
      raw: { 386: '00000000000\x0000000000003\0', 483: '00000000003\0' },
    }),
  ),
);
