import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import {
  centralOf,
  endOf,
  field,
  localOf,
  longs,
  words,
  ZIP64,
  type Entry,
  type Header,
} from './zip-bytes.js';

const { array, constantFrom, nat, oneof, option, record } = fc;

/** How many archives a test compares, and from which seed (packages/analyzer/test has the same of tars). */
export const ARCHIVES = Number(process.env['TEST_ARCHIVES'] ?? 600);
export const SEED = Number(process.env['TEST_ARCHIVE_SEED'] ?? 20);

const NONE = Buffer.alloc(0);
const UTF8 = 0x800;
const LATER = 8;
const [FILE, EXECUTABLE, FOLDER, LINK] = [0o100644, 0o100755, 0o040755, 0o120777];
const [DOS, UNIX] = [0, 3];

const bytesOf = (name: string): Buffer => Buffer.from(name);
const TIMES = field(0x5455, Buffer.from('\x03\0\0\0\0\0\0\0\0', 'latin1'));
const OWNER = field(0x7875, Buffer.from('\x01\x04\0\0\0\0\x04\0\0\0\0', 'latin1'));
const nameField = (name: string, crc?: number): Buffer =>
  field(0x7075, Buffer.concat([Buffer.from([1]), words(crc ?? crc32(bytesOf(name))), bytesOf(name)]));
const SIGNED = Buffer.from('PK\x07\x08', 'latin1');

const NAMES = [
  'a/one.py',
  'a/two.py',
  'a/__init__.py',
  'b.py',
  'a/b/three.py',
  'a/with space.py',
  'a/\u00e4.py',
  'a/\u65e5\u672c.py',
];
const FOLDERS = ['a/', 'a/b/', 'c/', 'a/d/'];
const CONTENTS = ['one', 'two', '', 'x'.repeat(600)];
const ODD_NAMES = [
  'a/one.py',
  'A/one.py',
  'a/One.py',
  'a/one.py.',
  'a/one.py ',
  'a/a\u0308.py',
  'a',
  'b.py/c.py',
  'b.py/',
  'a/b',
  'a/one.py/',
  '../one.py',
  'a/../one.py',
  'a/./one.py',
  './b.py',
  'a//one.py',
  '/b.py',
  '//b.py',
  'a\\one.py',
  '..\\one.py',
  'c:b.py',
  'C:/b.py',
  'a/one.py\0.txt',
  'a/\u0001.py',
  'a/b\nc.py',
  'a/one.py:x',
  'a/\u200bone.py',
  '',
  '/',
  '.',
  '..',
  '~/b.py',
  `${'n'.repeat(250)}.py`,
];
/** Names whose bytes mean another name in another encoding. */
const ENCODED = [
  Buffer.from('a/caf\u00e9.py'),
  Buffer.from('a/caf\xe9.py', 'latin1'),
  Buffer.from('a/\x82.py', 'latin1'),
];

interface Draft {
  readonly name: string;
  readonly content: string;
  readonly isStored: boolean;
  readonly mode: number;
  readonly madeBy: number;
  readonly extra: Buffer;
  readonly descriptor: 'none' | 'plain' | 'signed' | 'long';
  readonly comment: string;
  readonly isZip64: boolean;
}

/** An entry whose headers agree. */
function entryOf({
  name,
  content,
  isStored,
  mode,
  madeBy,
  extra,
  descriptor,
  comment,
  isZip64,
}: Draft): Entry {
  const bytes = bytesOf(content);
  const packed = isStored ? bytes : deflateRawSync(bytes);
  const crc = crc32(bytes);
  const isLater = descriptor !== 'none' && !isStored;
  const common: Header = {
    name: bytesOf(name),
    flags: (/^[ -~]*$/.test(name) ? 0 : UTF8) | (isLater ? LATER : 0),
    method: isStored ? 0 : 8,
    crc,
    packedSize: packed.length,
    size: bytes.length,
    extra,
  };
  const descriptors = {
    none: NONE,
    plain: words(crc, packed.length, bytes.length),
    signed: Buffer.concat([SIGNED, words(crc, packed.length, bytes.length)]),
    long: Buffer.concat([SIGNED, words(crc), longs(packed.length, bytes.length)]),
  };
  const sizes = field(1, longs(bytes.length, packed.length));
  return {
    local: {
      ...common,
      ...(isLater && { crc: 0, packedSize: 0, size: 0 }),
      ...(isLater &&
        descriptor === 'long' && {
          packedSize: ZIP64,
          size: ZIP64,
          extra: Buffer.concat([field(1, longs(0, 0)), extra]),
        }),
      ...(isZip64 && !isLater && { packedSize: ZIP64, size: ZIP64, extra: Buffer.concat([sizes, extra]) }),
    },
    central: { ...common, mode, madeBy, comment, offset: 0 },
    packed,
    descriptor: isLater ? descriptors[descriptor] : NONE,
    before: NONE,
  };
}

const draft: fc.Arbitrary<Draft> = record({
  name: constantFrom(...NAMES),
  content: constantFrom(...CONTENTS),
  isStored: constantFrom(true, false, false),
  mode: constantFrom(FILE, FILE, EXECUTABLE, 0, 0o644, 0o755, 0o100611),
  madeBy: constantFrom(UNIX, UNIX, UNIX, DOS),
  extra: constantFrom(NONE, NONE, NONE, TIMES, OWNER, Buffer.concat([TIMES, OWNER])),
  descriptor: constantFrom('none', 'none', 'none', 'plain', 'signed', 'long'),
  comment: constantFrom('', '', 'a comment'),
  isZip64: constantFrom(false, false, false, false, true),
});
const folder: fc.Arbitrary<Entry> = record({
  name: constantFrom(...FOLDERS),
  madeBy: constantFrom(UNIX, DOS),
}).map(({ name, madeBy }) =>
  entryOf({
    name,
    content: '',
    isStored: true,
    mode: madeBy === UNIX ? FOLDER : 0,
    madeBy,
    extra: NONE,
    descriptor: 'none',
    comment: '',
    isZip64: false,
  }),
);
/** Entries as packers write them. */
const usual: fc.Arbitrary<Entry> = oneof(
  { arbitrary: draft.map(entryOf), weight: 6 },
  { arbitrary: folder, weight: 1 },
);

type Central = Entry['central'];
/** What is changed in an entry. */
type Change = (entry: Entry) => Entry;
const inBoth =
  (part: Partial<Header>): Change =>
  (entry) => ({ ...entry, local: { ...entry.local, ...part }, central: { ...entry.central, ...part } });
const inLocal =
  (part: (header: Header) => Partial<Header>): Change =>
  (entry) => ({ ...entry, local: { ...entry.local, ...part(entry.local) } });
const inCentral =
  (part: (header: Central) => Partial<Central>): Change =>
  (entry) => ({ ...entry, central: { ...entry.central, ...part(entry.central) } });

const oddEntry: fc.Arbitrary<Change> = oneof(
  constantFrom(...ODD_NAMES).map((name) => inBoth({ name: bytesOf(name), flags: UTF8 })),
  constantFrom(...ODD_NAMES, ...NAMES).map((name) => inLocal(() => ({ name: bytesOf(name) }))),
  constantFrom(...ODD_NAMES, ...NAMES).map((name) => inCentral(() => ({ name: bytesOf(name) }))),
  record({ name: constantFrom(...ENCODED), flags: constantFrom(0, UTF8) }).map(({ name, flags }) =>
    inBoth({ name, flags }),
  ),
  constantFrom<Change>(
    inLocal(({ size }) => ({ size: (size + 1) % ZIP64 })),
    inCentral(({ size }) => ({ size: (size + 1) % ZIP64 })),
    inBoth({ size: 1 }),
    inBoth({ size: 5000 }),
    inLocal(({ packedSize }) => ({ packedSize: (packedSize + 1) % ZIP64 })),
    inCentral(({ packedSize }) => ({ packedSize: (packedSize + 1) % ZIP64 })),
    inCentral(({ packedSize }) => ({ packedSize: Math.max(packedSize - 1, 0) })),
    inLocal(() => ({ crc: 7 })),
    inCentral(() => ({ crc: 7 })),
    inBoth({ crc: 7 }),
    inLocal(({ method }) => ({ method: method === 0 ? 8 : 0 })),
    inCentral(({ method }) => ({ method: method === 0 ? 8 : 0 })),
    inBoth({ method: 0 }),
    inBoth({ method: 8 }),
    inBoth({ method: 12 }),
    inLocal(({ flags }) => ({ flags: flags ^ LATER })),
    inCentral(({ flags }) => ({ flags: flags ^ LATER })),
    inBoth({ flags: LATER }),
    inBoth({ flags: 1 }),
    inBoth({ flags: 0x20 }),
    inBoth({ flags: 0x40 }),
    inBoth({ flags: 0x2000 }),
    inBoth({ flags: 0x0006 }),
    inCentral(() => ({ mode: LINK, madeBy: UNIX })),
    inCentral(() => ({ mode: LINK, madeBy: DOS })),
    inCentral(() => ({ mode: 0o020666 })),
    inCentral(() => ({ mode: 0o010666 })),
    inCentral(() => ({ mode: FOLDER })),
    inCentral(() => ({ mode: 0o104755 })),
    inCentral(({ offset }) => ({ offset: offset + 1 })),
    inCentral(() => ({ offset: ZIP64 })),
    inCentral(() => ({ size: ZIP64 })),
    inBoth({ extra: nameField('a/other.py') }),
    inBoth({ extra: nameField('a/one.py') }),
    inCentral(() => ({ extra: nameField('a/other.py', 1) })),
    inBoth({ extra: field(1, longs(3, 3)) }),
    inCentral(() => ({ extra: field(1, longs(3)) })),
    inBoth({ extra: field(0x756e, Buffer.from('\0\0\0\0\xff\xa1\x05\0\0\0\0\0\0\0other', 'latin1')) }),
    inBoth({ extra: field(0x000d, Buffer.from('\0\0\0\0\0\0\0\0\0\0\0\0other', 'latin1')) }),
    inBoth({ extra: Buffer.from([1, 0, 9, 0]) }),
    inBoth({ extra: Buffer.concat([TIMES, TIMES]) }),
    (entry) => ({ ...entry, before: Buffer.from('hidden') }),
    (entry) => ({ ...entry, before: Buffer.from('#!/usr/bin/env python3\n') }),
    (entry) => ({ ...entry, descriptor: Buffer.concat([entry.descriptor, Buffer.from('more')]) }),
    (entry) => ({ ...entry, descriptor: Buffer.alloc(entry.descriptor.length) }),
    // Sizes of 64 bits without the mark for it.
    inLocal(() => ({ packedSize: 0, size: 0, extra: NONE })),
    inCentral(() => ({ mode: FILE, madeBy: UNIX })),
    (entry) => ({ ...entry, packed: Buffer.concat([entry.packed, Buffer.from('behind')]) }),
    (entry) => {
      const packed = Buffer.concat([entry.packed, Buffer.from('behind')]);
      return inBoth({ packedSize: packed.length })({ ...entry, packed });
    },
  ),
);

/** A zip before it is written. */
interface Parts {
  readonly entries: readonly Entry[];
  /** Places of the central headers, of which each may come twice or not at all. */
  readonly order: (places: readonly number[]) => readonly number[];
  readonly comment: Buffer;
  readonly changed: (zip: Buffer) => Buffer;
  readonly end: (end: Buffer) => void;
}
type Oddity = (parts: Parts) => Parts;

const HIDDEN = entryOf({
  name: 'a/hidden.py',
  content: 'bad',
  isStored: true,
  mode: FILE,
  madeBy: UNIX,
  extra: NONE,
  descriptor: 'none',
  comment: '',
  isZip64: false,
});
const oddZip: fc.Arbitrary<Oddity> = constantFrom<Oddity>(
  (parts) => ({ ...parts, order: (places) => places.slice(1) }),
  (parts) => ({ ...parts, order: (places) => [...places, ...places.slice(0, 1)] }),
  (parts) => ({ ...parts, order: (places) => places.toReversed() }),
  (parts) => ({ ...parts, comment: endOf(0, 0, 0) }),
  (parts) => ({ ...parts, comment: Buffer.from('PK\x05\x06 is no end', 'latin1') }),
  (parts) => ({ ...parts, changed: (zip) => Buffer.concat([Buffer.from('#!/bin/sh\n'), zip]) }),
  (parts) => ({ ...parts, changed: (zip) => Buffer.concat([localOf(HIDDEN), zip]) }),
  (parts) => ({ ...parts, changed: (zip) => Buffer.concat([zip, Buffer.from('x')]) }),
  (parts) => ({ ...parts, changed: (zip) => Buffer.concat([zip, Buffer.alloc(100)]) }),
  (parts) => ({ ...parts, changed: (zip) => Buffer.concat([zip, zip]) }),
  (parts) => ({ ...parts, changed: (zip) => zip.subarray(0, -1) }),
  (parts) => ({ ...parts, end: (end) => end.writeUInt16LE(1, 4) }),
  (parts) => ({ ...parts, end: (end) => end.writeUInt16LE(end.readUInt16LE(10) + 1, 10) }),
  (parts) => ({
    ...parts,
    end: (end) => [8, 10].map((at) => end.writeUInt16LE(end.readUInt16LE(at) - 1, at)),
  }),
  (parts) => ({ ...parts, end: (end) => [8, 10].map((at) => end.writeUInt16LE(0xffff, at)) }),
  (parts) => ({ ...parts, end: (end) => end.writeUInt32LE(end.readUInt32LE(12) + 1, 12) }),
  (parts) => ({ ...parts, end: (end) => end.writeUInt32LE(end.readUInt32LE(16) + 1, 16) }),
  (parts) => ({ ...parts, end: (end) => end.writeUInt32LE(ZIP64, 16) }),
);

const oddity: fc.Arbitrary<Oddity> = oneof(
  {
    arbitrary: fc.tuple(oddEntry, nat(9)).map(([change, place]): Oddity => ({ entries, ...parts }) => ({
      ...parts,
      entries: entries.map((entry, at) => (at === place % entries.length ? change(entry) : entry)),
    })),
    weight: 5,
  },
  { arbitrary: oddZip, weight: 2 },
  {
    arbitrary: record({ at: nat(100_000), byte: nat(255) }).map(({ at, byte }): Oddity => (parts) => ({
      ...parts,
      changed: (zip) => {
        const changed = Buffer.from(zip);
        changed[at % zip.length] = byte;
        return changed;
      },
    })),
    weight: 1,
  },
);

function zipOf({ entries, order, comment, changed, end: changeEnd }: Parts): Buffer {
  const locals = entries.map(localOf);
  const offsets: number[] = [];
  let offset = 0;
  for (const [at, local] of locals.entries()) {
    offsets.push(offset + (entries[at]?.before.length ?? 0));
    offset += local.length;
  }
  const places = order(entries.map((_entry, at) => at));
  const directory = places.flatMap((at) => {
    const entry = entries[at];
    return entry === undefined ? [] : [centralOf(entry.central, offsets[at] ?? 0)];
  });
  const size = directory.reduce((sum, each) => sum + each.length, 0);
  const end = endOf(places.length, size, offset);
  end.writeUInt16LE(comment.length, 20);
  changeEnd(end);
  return changed(Buffer.concat([...locals, ...directory, end, comment]));
}

/** Zips: those of packers, and ones with up to two headers, names or ends that no packer writes. */
export const generatedZip: fc.Arbitrary<Buffer> = record({
  entries: oneof(
    {
      arbitrary: fc.uniqueArray(usual, {
        selector: ({ central }) => central.name.toString(),
        minLength: 1,
        maxLength: 4,
      }),
      weight: 19,
    },
    { arbitrary: array(usual, { maxLength: 3 }), weight: 1 },
  ),
  comment: option(constantFrom('made by hand', ''), { freq: 3, nil: '' }),
  oddities: array(oddity, { maxLength: 2 }),
}).map(({ entries, comment, oddities }) => {
  const whole: Parts = {
    entries,
    order: (places) => places,
    comment: Buffer.from(comment),
    changed: (zip) => zip,
    end: () => undefined,
  };
  return zipOf(oddities.reduce((parts, each) => each(parts), whole));
});
