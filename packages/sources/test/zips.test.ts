import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { zipEntries } from '@mcp-hub/analyzer/archives';
import { readZip } from '../src/archives/read-zip.js';
import { Spool } from '../src/archives/spool.js';
import { SOURCE_LIMITS } from '../src/limits.js';
import type { SourceError } from '../src/source-error.js';
import { zipOf } from './support/archives.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zips-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Why a zip is refused; undefined if it is not. */
async function refusal(bytes: Buffer): Promise<string | undefined> {
  const path = join(folder, 'zip');
  await writeFile(path, bytes);
  const file = await open(path);
  try {
    for await (const { content } of zipEntries(file)) for await (const _chunk of content);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await file.close();
  }
}

const ONE = { name: 'a/one.py', content: 'one' };
const TWO = { name: 'a/two.py', content: 'two' };
const GOOD = zipOf([ONE, TWO]);
const DIRECTORY = GOOD.indexOf('PK\x01\x02', 0, 'latin1');
const END = GOOD.length - 22;

/** Writes bytes at an offset. */
const changed = (at: number, ...bytes: readonly number[]): Buffer => {
  const copy = Buffer.from(GOOD);
  copy.set(bytes, at);
  return copy;
};

/** Inserts bytes, and moves what comes after them. */
function inserted(at: number, bytes: Buffer): Buffer {
  const moved = Buffer.concat([GOOD.subarray(0, at), bytes, GOOD.subarray(at)]);
  const end = moved.length - 22;
  if (at <= DIRECTORY) moved.writeUInt32LE(DIRECTORY + bytes.length, end + 16);
  const second = moved.indexOf('PK\x01\x02', DIRECTORY + bytes.length + 4, 'latin1');
  if (at > 0 && at < DIRECTORY)
    moved.writeUInt32LE(moved.readUInt32LE(second + 42) + bytes.length, second + 42);
  return moved;
}

/** A zip of one entry whose sizes and checksum follow the content, as streaming packers write it. */
function streamed(descriptor: (header: Buffer) => Buffer, localExtra: Buffer = Buffer.alloc(0)): Buffer {
  const zip = zipOf([{ ...ONE, flags: 8 }]);
  const directory = zip.indexOf('PK\x01\x02', 0, 'latin1');
  const after = descriptor(zip.subarray(14, 26));
  const local = Buffer.from(zip.subarray(0, directory)).fill(0, 14, 26);
  local.writeUInt16LE(localExtra.length, 28);
  const name = 30 + ONE.name.length;
  const rest = Buffer.from(zip.subarray(directory));
  rest.writeUInt32LE(directory + after.length + localExtra.length, rest.length - 6);
  return Buffer.concat([local.subarray(0, name), localExtra, local.subarray(name), after, rest]);
}

/** A zip with a name that is not marked as UTF-8. */
function encoded(name: string, encoding: BufferEncoding): Buffer {
  const bytes = Buffer.from(name, encoding);
  const zip = zipOf([{ name: 'x'.repeat(bytes.length), content: 'one' }]);
  const directory = zip.indexOf('PK\x01\x02', 0, 'latin1');
  for (const [flags, at] of [
    [6, 30],
    [directory + 8, directory + 46],
  ] as const) {
    zip.writeUInt16LE(0, flags);
    zip.set(bytes, at);
  }
  return zip;
}

const SIGNATURE = Buffer.from('PK\x07\x08', 'latin1');
const extra = (id: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(id, 0);
  head.writeUInt16LE(content.length, 2);
  return Buffer.concat([head, content]);
};
/** A zip of one entry with extra fields in its central header. */
function withExtra(field: Buffer): Buffer {
  const zip = zipOf([ONE]);
  const directory = zip.indexOf('PK\x01\x02', 0, 'latin1');
  const at = directory + 46 + ONE.name.length;
  const grown = Buffer.concat([zip.subarray(0, at), field, zip.subarray(at)]);
  grown.writeUInt16LE(field.length, directory + 30);
  grown.writeUInt32LE(at + field.length - directory, grown.length - 10);
  return grown;
}

/** Sizes and checksum where the sizes have 64 bits. */
const long = (sizes: Buffer): Buffer => {
  const bytes = Buffer.alloc(20);
  sizes.copy(bytes, 0, 0, 4);
  sizes.copy(bytes, 4, 4, 8);
  sizes.copy(bytes, 12, 8, 12);
  return bytes;
};

describe('a zip that programs read differently is refused', () => {
  it.each([
    ['another name in the local header', () => changed(30, 0x62), /two names: a\/one\.py/],
    ['another size in the local header', () => changed(22, 9), /in two ways: a\/one\.py/],
    ['another compression in the local header', () => changed(8, 0), /in two ways/],
    ['other flags in the local header', () => changed(7, 0), /in two ways/],
    ['a name in one header alone', () => changed(26, 7), /two names/],
    ['an offset that leads elsewhere', () => changed(DIRECTORY + 42, 1), /no entry where|before its entries/],
    ['another number of entries', () => changed(END + 8, 1, 0, 1, 0), /programs read differently/],
    ['several disks', () => changed(END + 4, 1), /several parts/],
    ['an entry on another disk', () => changed(DIRECTORY + 34, 1), /several parts/],
    ['encryption', () => changed(DIRECTORY + 8, 1), /encrypted/],
    ['another compression', () => changed(DIRECTORY + 10, 12), /other than deflate/],
    ['a name of unknown encoding', () => encoded('caf\xe9.py', 'latin1'), /name of unknown encoding: caf/],
    [
      'a name in UTF-8 without the mark of it',
      () => encoded('caf\u00e9.py', 'utf8'),
      /name of unknown encoding: caf/,
    ],
    ['a version that is not known', () => changed(DIRECTORY + 6, 64), /needs a version/],
    ['a version that is not known in the local header', () => changed(4, 64), /needs a version/],
    ['bytes before it', () => inserted(0, Buffer.from('#!/bin/sh\n')), /no entry where|before its entries/],
    [
      'bytes between its entries',
      () => inserted(GOOD.indexOf('PK\x03\x04', 4, 'latin1'), Buffer.from('hidden')),
      /bytes between its entries/,
    ],
    [
      'bytes before its directory',
      () => inserted(DIRECTORY, Buffer.from('hidden')),
      /bytes between its entries/,
    ],
    ['bytes after its directory', () => inserted(END, Buffer.from('hidden')), /before or after its central/],
    ['bytes after its end', () => Buffer.concat([GOOD, Buffer.from('x')]), /goes on after its end record/],
    ['another zip after it', () => Buffer.concat([GOOD, GOOD]), /before or after its central directory/],
    [
      'an end record in its comment',
      () => Buffer.concat([changed(END + 20, 22), GOOD.subarray(END)]),
      /before or after its central directory/,
    ],
    [
      'a name in an extra field',
      () => withExtra(extra(0x7075, Buffer.from('\x01\0\0\0\0a/other.py'))),
      /two names/,
    ],
    ['sizes in an extra field', () => withExtra(extra(1, Buffer.alloc(16))), /more than 4 GiB/],
    ['an extra field that is cut off', () => withExtra(Buffer.from([1, 0, 9, 0])), /extra fields/],
    ['a folder with content', () => zipOf([{ name: 'a/', content: 'x' }]), /folder with content/],
    ['no entries at all', () => Buffer.from('PK'), /no end record/],
    [
      'sizes that follow, and are others',
      () => streamed(() => Buffer.alloc(12)),
      /bytes between its entries/,
    ],
    [
      'long sizes that follow without the mark of it',
      () => streamed((sizes) => Buffer.concat([SIGNATURE, long(sizes)])),
      /bytes between its entries/,
    ],
    [
      'more after the sizes that follow',
      () => streamed((sizes) => Buffer.concat([SIGNATURE, sizes, Buffer.from('more')])),
      /bytes between its entries/,
    ],
  ])('%s', async (_what, make, message) => {
    expect(await refusal(make())).toMatch(message);
  });
});

describe('a zip of packers is accepted', () => {
  it.each([
    [
      'with files and folders',
      () => zipOf([{ name: 'a/', mode: 0o040755 }, ONE, TWO, { name: 'a/\u00e4.py', content: '' }]),
    ],
    ['with a comment', () => Buffer.concat([changed(END + 20, 5), Buffer.from('hello')])],
    ['with sizes after the content', () => streamed((sizes) => sizes)],
    ['with marked sizes after the content', () => streamed((sizes) => Buffer.concat([SIGNATURE, sizes]))],
    [
      'with long sizes after the content',
      () => streamed((sizes) => Buffer.concat([SIGNATURE, long(sizes)]), extra(1, Buffer.alloc(16))),
    ],
    ['with times in an extra field', () => withExtra(extra(0x5455, Buffer.alloc(5)))],
    [
      'with its name in an extra field',
      () => withExtra(extra(0x7075, Buffer.from(`\x01\0\0\0\0${ONE.name}`))),
    ],
    ['without entries', () => zipOf([])],
  ])('%s', async (_what, make) => {
    expect(await refusal(make())).toBeUndefined();
  });
});

describe('a zip of names that are one elsewhere is refused', () => {
  /** The names that are read, or why the zip is refused. */
  async function read(entries: Parameters<typeof zipOf>[0]): Promise<readonly string[] | string> {
    const path = join(folder, 'names.zip');
    await writeFile(path, zipOf(entries));
    await rm(`${path}.spool`, { force: true });
    await using spool = await Spool.create(`${path}.spool`, SOURCE_LIMITS);
    try {
      return [...(await readZip(path, spool)).keys()];
    } catch (error) {
      return (error as SourceError).message;
    }
  }

  it.each([
    ['by case', [ONE, { name: 'a/One.py' }], /two names are one/],
    ['by the case of a folder', [ONE, { name: 'A/', mode: 0o040755 }], /two names are one/],
    ['by composition', [{ name: 'caf\u00e9.py' }, { name: 'cafe\u0301.py' }], /two names are one/],
    ['by a dot at the end', [ONE, { name: 'a/one.py.' }], /two names are one/],
    ['wholly', [ONE, ONE], /a name twice: a\/one\.py/],
    [
      'as a file and a folder',
      [ONE, { name: 'a/one.py/', mode: 0o040755 }],
      /a file and a folder of one name: a\/one\.py/,
    ],
    [
      'as a folder and a file',
      [{ name: 'a/one.py/', mode: 0o040755 }, ONE],
      /a file and a folder of one name: a\/one\.py/,
    ],
    ['as a file within a file', [{ name: 'a/one.py/b' }, ONE], /a file and a folder of one name: a\/one\.py/],
    [
      'as a folder without a slash',
      [{ name: 'a', mode: 0o040755 }],
      /a folder with the name of a file, or the reverse: a/,
    ],
    [
      'as a file with a slash',
      [{ name: 'a/', mode: 0o100644 }],
      /a folder with the name of a file, or the reverse: a\//,
    ],
    ['with empty parts', [{ name: 'a//', mode: 0o040755 }], /empty parts: a\/\//],
    ['that leave it', [{ name: '../one.py' }], /leads out of its folder|invalid relative path/],
    ['that are absolute', [{ name: '/one.py' }], /absolute/],
    ['with a backslash', [{ name: 'a\\one.py' }], /backslash|invalid characters/],
    ['of links', [{ name: 'a', content: '/etc/passwd', mode: 0o120777 }], /neither file nor folder: a/],
  ])('%s', async (_what, entries, message) => {
    expect(await read(entries)).toMatch(message);
  });

  it('but not others', async () => {
    expect(await read([{ name: 'a/', mode: 0o040755 }, ONE, TWO])).toEqual([ONE.name, TWO.name]);
  });
});
