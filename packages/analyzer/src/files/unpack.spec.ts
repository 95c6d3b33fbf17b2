import { createGzip, gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { END, entry, header, pax, paxRecord } from '../../test/support/tar-bytes.js';
import { LIMITS } from './limits.js';
import { RefusedPackage, type PackageFiles } from './source-file.js';
import { unpackArchive } from './unpack.js';

const gzipped = (...blocks: readonly Buffer[]): Buffer => gzipSync(Buffer.concat([...blocks, END]));
const filesOf = async (archive: Buffer | AsyncIterable<Uint8Array>): Promise<PackageFiles> =>
  (await unpackArchive(archive)).files;
const unpack = (...blocks: readonly Buffer[]): Promise<PackageFiles> => filesOf(gzipped(...blocks));
const texts = (files: PackageFiles): Record<string, string> =>
  Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));

async function refusal(archive: Buffer | AsyncIterable<Uint8Array>): Promise<string> {
  const error: unknown = await unpackArchive(archive).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof RefusedPackage)) throw new Error('not refused', { cause: error });
  return error.message;
}
const refused = (...blocks: readonly Buffer[]): Promise<string> => refusal(gzipped(...blocks));

describe('unpackArchive refuses names', () => {
  it.each([
    ['an absolute path', '/etc/passwd', 'A path is absolute: /etc/passwd'],
    ['a path that leaves the folder', 'package/../../x', 'A path leads out of its folder: package/../../x'],
    ['a parent folder at the end', 'package/..', 'A path leads out of its folder: package/..'],
    ['a parent segment that stays inside', 'a/b/../c', 'A path leads out of its folder: a/b/../c'],
    ['a backslash', 'package\\..\\x', 'A path has a backslash: package\\..\\x'],
    ['a drive letter', 'C:x', 'A path begins with a drive letter: C:x'],
    ['a name that is not UTF-8', Buffer.from('a\xff', 'latin1'), 'A name is not UTF-8: a\u{fffd}'],
    ['the folder itself', './', 'A file has the name of a folder: ./'],
  ])('%s', async (_what, name, message) => {
    expect(await refused(entry('package/a', 'x'), entry(name, 'x'))).toBe(message);
  });

  it('with a NUL character in a long name', async () => {
    expect(await refused(pax(paxRecord('path', 'a\0b')), entry('a', 'x'))).toMatch(/broken extended header/);
  });

  it('deeper than 40 folders', async () => {
    const deep = (depth: number): Buffer => entry(`${'a/'.repeat(depth - 1)}b`, 'x');
    expect((await unpack(deep(40))).size).toBe(1);
    expect(await refused(deep(41))).toMatch(/^A path is deeper than 40: a\/a\//);
  });

  it('longer than 512 bytes', async () => {
    const long = (length: number): Promise<PackageFiles> =>
      unpack(pax(paxRecord('path', `xx/${'ä'.repeat((length - 4) / 2)}b`)), entry('a', 'x'));
    expect((await long(512)).size).toBe(1);
    await expect(long(514)).rejects.toThrow(/^A path is longer than 512 bytes: xx\/ä+…$/);
  });

  it('and reports them escaped and truncated', async () => {
    const message = await refused(
      pax(paxRecord('path', `/\u202e\u001b[31m\u{e0041}${'x'.repeat(105)}`)),
      entry('a', 'x'),
    );
    expect(message).toBe(`A name has a control character: /\\u{202e}\\u{1b}[31m\\u{e0041}${'x'.repeat(92)}…`);
  });
});

describe('unpackArchive refuses entries', () => {
  it.each([
    ['a character device', { type: '3' }, 'a device'],
    ['a block device', { type: '4' }, 'a device'],
    ['a named pipe', { type: '6' }, 'a named pipe'],
    ['a sparse file of GNU tar', { type: 'S' }, 'something that is neither file nor folder'],
    ['an unknown type', { type: 'Z' }, 'something that is neither file nor folder'],
  ])('%s', async (_what, fields, named) => {
    expect(await refused(entry('a', 'x'), entry('b', '', fields))).toBe(`The archive holds ${named}: b`);
  });

  it.each([
    ['twice', ['a', 'a'], 'Two entries have one name: a'],
    ['twice in different spellings', ['a/b', './a//./b'], 'Two entries have one name: ./a//./b'],
    ['as file, then as folder', ['a', 'a/b'], 'A file lies within a file: a/b'],
    ['as folder, then as file', ['a/b', 'a'], 'A file has the name of a folder: a'],
  ])('with one name %s', async (_what, names, message) => {
    expect(await refused(...names.map((name, at) => entry(name, String(at))))).toBe(message);
  });

  it('a folder with the name of a file', async () => {
    expect(await refused(entry('a', 'x'), entry('a', '', { type: '5' }))).toBe(
      'Two entries have one name: a',
    );
  });

  it('a folder with content, which some programs read as further entries', async () => {
    const hidden = entry('hidden.js', 'x');
    expect(await refused(entry('a/', hidden, { type: '5' }))).toBe('An entry without content has a size: a/');
  });

  it('two sizes, of which programs differ in the one they use', async () => {
    const hidden = entry('hidden.js', 'x');
    expect(await refused(pax(paxRecord('size', '0')), entry('a', hidden))).toBe(
      'Two headers give an entry different sizes: a',
    );
  });

  it.each([
    ['negative', '\xff'.repeat(12)],
    ['not a number', '0000000zzzz\0'],
    ['too large', `\x80${'\x7f'.repeat(11)}`],
  ])('a size that is %s', async (_what, rawSize) => {
    expect(await refused(entry('a', 'x', { rawSize }))).toMatch(/^The archive has a broken header: a$/);
  });
});

describe('unpackArchive refuses extended headers', () => {
  it.each([
    ['larger than 64 KB', pax(paxRecord('comment', 'x'.repeat(LIMITS.tarExtensionBytes)))],
    ['a long name of GNU tar beyond 64 KB', entry('././@LongLink', 'x'.repeat(70_000), { type: 'L' })],
    ['empty', pax('')],
    ['twice', Buffer.concat([pax(paxRecord('path', 'b')), pax(paxRecord('path', 'c'))])],
    ['of both kinds', Buffer.concat([entry('x', 'long\0', { type: 'L' }), pax(paxRecord('path', 'c'))])],
    ['with a path for all files', pax(paxRecord('path', 'b'), 'g')],
    ['with a size for all files', pax(paxRecord('size', '1'), 'g')],
    ['with a record longer than itself', pax('99 path=b\n')],
    ['with a record of length zero', pax('0 path=b\n')],
    ['with a record without a line break', pax('10 path=bc')],
    ['with a record without a key', pax(paxRecord('', 'b'))],
    ['with a key twice', pax(paxRecord('path', 'b') + paxRecord('path', 'c'))],
    // As npm reads them, which splits a header at its lines and parses a number leniently.
    ...[
      '9 path=b',
      '9\tpath=b',
      '9xpath=b',
      ' 11 path=b',
      '\r11 path=b',
      '+11 path=b',
      '\u00a012 path=b',
    ].map((line): [string, Buffer] => [
      `with a record inside a record: ${JSON.stringify(line)}`,
      pax(paxRecord('comment', `x\n${line}`)),
    ]),
    ['with text', pax('hello')],
    ['with a sparse file', pax(paxRecord('GNU.sparse.name', 'b'))],
  ])('%s', async (_what, block) => {
    expect(await refused(block, entry('a', 'x'))).toMatch(/extended header|sparse file/);
  });

  it('with nothing after it', async () => {
    expect(await refused(entry('a', 'x'), pax(paxRecord('path', 'b')))).toMatch(/header of nothing/);
  });
});

describe('zeros behind the gzip', () => {
  const good = gzipped(entry('a', 'x'));

  it.each([1, 7, 8, 100, 512, 10_240, 1024 * 1024 - 8])(
    'are passed over, as all programs do: %d',
    async (count) => {
      const padded = Buffer.concat([good, Buffer.alloc(count)]);
      expect(texts(await filesOf(padded))).toEqual({ a: 'x' });
      const pieces = Array.from({ length: Math.ceil(padded.length / 1000) }, (_, at) =>
        padded.subarray(at * 1000, (at + 1) * 1000),
      );
      expect(texts(await filesOf(Readable.from(pieces, { objectMode: false })))).toEqual({ a: 'x' });
    },
  );

  it('may be part of it', async () => {
    const zeros = Buffer.alloc(3 * 1024 * 1024);
    const stored = gzipSync(Buffer.concat([entry('a', zeros), END]), { level: 0 });
    expect((await filesOf(stored)).get('a')).toHaveLength(zeros.length);
  });
});

describe('unpackArchive refuses archives', () => {
  const good = gzipped(entry('a', 'x'));

  it.each([
    ['empty', Buffer.alloc(0), /not gzip, or broken: unexpected end of file/],
    ['not compressed', Buffer.concat([entry('a', 'x'), END]), /not gzip, or broken: incorrect header check/],
    ['truncated', good.subarray(0, -9), /not gzip, or broken: unexpected end of file/],
    ['with a wrong checksum', Buffer.from(good).fill(7, good.length - 8, good.length - 4), /not gzip/],
    [
      'with something after it',
      Buffer.concat([good, Buffer.from('more')]),
      /not gzip, or broken|after the end of its gzip/,
    ],
    ['of several gzip members', Buffer.concat([gzipSync('a'), good]), /goes on after the end of its gzip/],
    ['with an empty gzip member before it', Buffer.concat([gzipSync(''), good]), /goes on after the end/],
    ['with a checksum of the gzip header', Buffer.from(good).fill(2, 3, 4), /gzip header that programs read/],
    [
      'with a member behind zeros',
      Buffer.concat([good, Buffer.alloc(100), good]),
      /goes on after the end of its gzip/,
    ],
    [
      'with more zeros after it than programs pad with',
      Buffer.concat([good, Buffer.alloc(1024 * 1024 + 9)]),
      /goes on after the end of its gzip/,
    ],
    ['without a tar', gzipSync('hello'), /cut off, or holds no tar/],
    ['of other text', gzipSync('hello '.repeat(500)), /broken header/],
    ['without files', gzipped(entry('a/', '', { type: '5' })), /holds no files/],
    ['of an empty tar', gzipSync(END), /holds no files/],
    [
      'with a wrong header checksum',
      gzipped(Buffer.from(entry('a', 'x')).fill('b', 0, 1)),
      /broken header: b/,
    ],
    [
      'that ends within a block',
      gzipSync(Buffer.concat([entry('a', 'x'), END, Buffer.alloc(7)])),
      /within a/,
    ],
    ['without the end of its tar', gzipSync(entry('a', 'x')), /cut off, or holds no tar/],
    [
      'with a truncated tar',
      gzipSync(entry('a', 'x'.repeat(600)).subarray(0, 1024)),
      /cut off, or holds no tar/,
    ],
    ['with entries after the end', gzipped(entry('a', 'x'), END, entry('b', 'x')), /goes on after the end/],
    ['with a megabyte after the end', gzipped(entry('a', 'x'), Buffer.alloc(1024 * 1024)), /goes on after/],
  ])('%s', async (_what, archive, message) => {
    expect(await refusal(archive)).toMatch(message);
    expect(await refusal(Readable.from([...archive].map((byte) => Buffer.of(byte))))).toMatch(message);
  });

  it('of more than 100 MB, and reads no more of them', async () => {
    let chunks = 0;
    const noise = Buffer.alloc(1024 * 1024).map((_, at) => (at * 7919) % 251);
    // The content of one entry in stored (uncompressed) deflate blocks.
    const stored = createGzip({ level: 0 });
    stored.write(header('a', { size: 400 * 1024 * 1024 }));
    const feed = (async function* () {
      for await (const chunk of Readable.from(
        (function* () {
          for (let count = 0; count < 300; count += 1) yield noise;
        })(),
      ).pipe(stored) as AsyncIterable<Buffer>) {
        chunks += chunk.length;
        yield chunk;
      }
    })();
    expect(await refusal(feed)).toBe('The archive is larger than 100 MB');
    expect(chunks).toBeLessThan(LIMITS.compressedBytes + 1024 * 1024);
  });

  it('of more than 512 MB unpacked, before they are unpacked', async () => {
    let read = 0;
    const zeros = Buffer.alloc(1024 * 1024);
    const bomb = (async function* () {
      const source = Readable.from(
        (function* () {
          yield entry('a', zeros);
          yield header('b', { size: 511 * zeros.length + 1 });
          for (;;) yield zeros;
        })(),
      );
      for await (const chunk of source.pipe(createGzip({ level: 1 })) as AsyncIterable<Buffer>) {
        read += chunk.length;
        yield chunk;
      }
    })();
    expect(await refusal(bomb)).toBe('The archive unpacks to more than 512 MB, at b');
    expect(read).toBeLessThan(5 * 1024 * 1024);
  });

  it('of more than 20,000 entries, without reading a million of them', async () => {
    let made = 0;
    const entries = Readable.from(
      (function* () {
        for (; made < 1_000_000; made += 100)
          yield Buffer.concat(
            Array.from({ length: 100 }, (_, at) => header(`d${made + at}/`, { type: '5' })),
          );
      })(),
    );
    const message = await refusal(entries.pipe(createGzip({ level: 1 })) as AsyncIterable<Buffer>);
    expect(message).toBe('The archive has more than 20000 entries, at d20000/');
    expect(made).toBeLessThan(100_000);
  });

  it('but rethrows errors of the archive’s source unchanged', async () => {
    const failing = (async function* () {
      yield await Promise.resolve(good.subarray(0, 20));
      throw new TypeError('connection lost');
    })();
    await expect(unpackArchive(failing)).rejects.toThrow(new TypeError('connection lost'));
  });
});

describe('unpackArchive', () => {
  it('returns the files sorted by path', async () => {
    const files = await unpack(entry('b', '2'), entry('a/Z', ''), entry('a/B', '3'), entry('C', '4'));
    expect(Object.entries(texts(files))).toEqual([
      ['C', '4'],
      ['a/B', '3'],
      ['a/Z', ''],
      ['b', '2'],
    ]);
  });

  it('removes the one folder that contains everything', async () => {
    const folder = entry('package/', '', { type: '5' });
    expect(texts(await unpack(folder, entry('package/a', '1'), entry('./package/lib/b', '2')))).toEqual({
      a: '1',
      'lib/b': '2',
    });
  });

  it.each([
    ['a file', entry('README.md', '1'), 'README.md'],
    ['a folder', entry('other/', '', { type: '5' }), undefined],
  ])('keeps the folder when there is %s beside it', async (_what, beside, name) => {
    const files = await unpack(entry('package/a', '1'), beside);
    expect([...files.keys()]).toEqual([...(name === undefined ? [] : [name]), 'package/a']);
  });

  it('accepts long names, a commit comment and the same size twice', async () => {
    const long = `lib/${'ä'.repeat(100)}.js`;
    const commit = pax(paxRecord('comment', '0'.repeat(40)), 'g');
    const named = pax(paxRecord('path', long) + paxRecord('size', '1') + paxRecord('mtime', '1.5'));
    const gnu = entry('././@LongLink', `${'b'.repeat(150)}\0`, { type: 'L' });
    expect(texts(await unpack(commit, named, entry('x', '1'), gnu, entry('bbb', '2')))).toEqual({
      [long]: '1',
      ['b'.repeat(150)]: '2',
    });
  });

  it('accepts repeated folders, a file twice with the same content, and contents of many chunks', async () => {
    const folder = entry('a/', '', { type: '5' });
    const large = 'x'.repeat(300_000);
    const again = entry('a/b', large);
    expect(texts(await unpack(again, folder, entry('a/C', '2'), folder, again, entry('c', '')))).toEqual({
      'a/C': '2',
      'a/b': large,
      c: '',
    });
  });

  it('accepts archives byte by byte', async () => {
    const archive = gzipped(entry('a', 'x'.repeat(700)), entry('b', '2'));
    const files = await filesOf(Readable.from([...archive].map((byte) => Buffer.of(byte))));
    expect(texts(files)).toEqual({ a: 'x'.repeat(700), b: '2' });
  });

  it('returns files or refuses, whichever byte of a tar is changed', async () => {
    const tar = Buffer.concat([pax(paxRecord('path', 'a/b')), entry('x', '1'), entry('y', '2'), END]);
    await fc.assert(
      fc.asyncProperty(fc.nat(tar.length - 1), fc.nat(255), async (at, byte) => {
        const changed = Buffer.from(tar);
        changed[at] = byte;
        const outcome: unknown = await filesOf(gzipSync(changed)).catch((error: unknown) => error);
        expect(outcome instanceof Map || outcome instanceof RefusedPackage).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
