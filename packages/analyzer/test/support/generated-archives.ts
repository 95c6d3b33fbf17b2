import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { END, entry, writeChecksum } from './tar-bytes.js';
import { globalHeader, odd, oddExtension, packed } from './tar-entries.js';

const { array, constantFrom, nat, oneof, option, record } = fc;

/**
 * How many archives a test compares, and from which seed. A run of the suite always has the same ones, since what new ones
 * find would fail a change that has no part in it; longer runs name other seeds.
 */
export const ARCHIVES = Number(process.env['TEST_ARCHIVES'] ?? 300);
export const SEED = Number(process.env['TEST_ARCHIVE_SEED'] ?? 20);

/** A byte that is changed, with or without the checksum of its block. */
interface Change {
  readonly at: number;
  readonly byte: number;
  readonly isHidden: boolean;
}
const change: fc.Arbitrary<Change> = record({ at: nat(100_000), byte: nat(255), isHidden: fc.boolean() });

function withChange(tar: Buffer, { at: place, byte, isHidden }: Change): Buffer {
  const changed = Buffer.from(tar);
  const at = place % tar.length;
  changed[at] = byte;
  const block = changed.subarray(at - (at % 512), at - (at % 512) + 512);
  // Of a header, unless the content looks like one.
  if (isHidden && block.toString('latin1', 257, 262) === 'ustar') writeChecksum(block);
  return changed;
}

const hidden = entry('package/hidden.js', 'bad');
const ENDS = [END, END, Buffer.alloc(512), Buffer.alloc(1536), Buffer.alloc(9216), Buffer.alloc(10240)];
const ODD_ENDS = [
  Buffer.alloc(0),
  Buffer.alloc(100),
  Buffer.alloc(700),
  Buffer.concat([Buffer.alloc(512), hidden, END]),
  Buffer.concat([END, hidden, END]),
  Buffer.concat([END, Buffer.from('garbage')]),
];

/** A gzip with optional parts in its header. */
function gzipWith(tar: Buffer, flags: number, parts: Buffer): Buffer {
  const [zip, head] = [gzipSync(tar), Buffer.from(gzipSync('').subarray(0, 10))];
  head[3] = flags;
  return Buffer.concat([head, parts, zip.subarray(10)]);
}

type Zip = (tar: Buffer) => Buffer;
const ZIPS: readonly Zip[] = [
  (tar) => gzipSync(tar),
  (tar) => gzipSync(tar),
  (tar) => gzipSync(tar, { level: 0 }),
  (tar) => gzipSync(tar, { level: 9 }),
  (tar) => gzipWith(tar, 8, Buffer.from('package.tar\0')),
  (tar) => gzipWith(tar, 8 | 16, Buffer.from('package.tar\0a comment\0')),
  (tar) => gzipWith(tar, 4, Buffer.from('\x04\0AB\0\0', 'latin1')),
];
const ODD_ZIPS: readonly Zip[] = [
  (tar) => Buffer.concat([gzipSync(tar), gzipSync(Buffer.concat([hidden, END]))]),
  (tar) => Buffer.concat([gzipSync(tar.subarray(0, 512)), gzipSync(tar.subarray(512))]),
  (tar) => Buffer.concat([gzipSync(''), gzipSync(tar)]),
  (tar) => Buffer.concat([gzipSync(tar), gzipSync('')]),
  (tar) => Buffer.concat([gzipSync(tar), Buffer.from('garbage')]),
  (tar) => Buffer.concat([gzipSync(tar), Buffer.alloc(1)]),
  (tar) => Buffer.concat([gzipSync(tar), Buffer.alloc(512)]),
  (tar) => Buffer.concat([gzipSync(tar), Buffer.alloc(70_000)]),
  (tar) => Buffer.concat([gzipSync(tar), Buffer.alloc(300), Buffer.from('x')]),
  (tar) => Buffer.concat([gzipSync(tar), Buffer.alloc(512), gzipSync(Buffer.concat([hidden, END]))]),
  (tar) => gzipSync(tar).subarray(0, -4),
  (tar) => gzipWith(tar, 2, Buffer.from('xx')),
  (tar) => gzipWith(tar, 32, Buffer.alloc(0)),
];

/** What is changed in an archive as packers write it. */
type Oddity = (archive: Parts) => Parts;
interface Parts {
  readonly blocks: readonly Buffer[];
  readonly end: Buffer;
  readonly changes: readonly Change[];
  readonly zip: Zip;
}
const inserted =
  (block: Buffer, place: number): Oddity =>
  ({ blocks, ...parts }) => ({ ...parts, blocks: blocks.toSpliced(place % (blocks.length + 1), 0, block) });

const oddity: fc.Arbitrary<Oddity> = oneof(
  { arbitrary: fc.tuple(odd, nat(9)).map(([block, place]) => inserted(block, place)), weight: 4 },
  { arbitrary: fc.tuple(oddExtension, nat(9)).map(([block, place]) => inserted(block, place)), weight: 3 },
  {
    arbitrary: constantFrom(...ODD_ENDS).map((end): Oddity => (parts) => ({ ...parts, end })),
    weight: 1,
  },
  {
    arbitrary: change.map((each): Oddity => (parts) => ({ ...parts, changes: [...parts.changes, each] })),
    weight: 2,
  },
  {
    arbitrary: constantFrom(...ODD_ZIPS).map((zip): Oddity => (parts) => ({ ...parts, zip })),
    weight: 1,
  },
);

/** Gzipped tars: those of packers, and ones with up to two fields, entries or ends that no packer writes. */
export const generatedArchive: fc.Arbitrary<Buffer> = record({
  entries: oneof(
    {
      arbitrary: fc.uniqueArray(packed, { selector: ({ name }) => name, minLength: 1, maxLength: 4 }),
      weight: 19,
    },
    // Also none at all, and the same name twice.
    { arbitrary: array(packed, { maxLength: 3 }), weight: 1 },
  ),
  first: option(globalHeader, { freq: 8 }),
  end: constantFrom(...ENDS),
  zip: constantFrom(...ZIPS),
  oddities: array(oddity, { maxLength: 2 }),
}).map(({ entries, first, end: usualEnd, zip: usualZip, oddities }) => {
  const blocks = [...(first === null ? [] : [first]), ...entries.map((each) => each.blocks)];
  const whole: Parts = { blocks, end: usualEnd, changes: [], zip: usualZip };
  const parts = oddities.reduce((archive, each) => each(archive), whole);
  return parts.zip(parts.changes.reduce(withChange, Buffer.concat([...parts.blocks, parts.end])));
});
