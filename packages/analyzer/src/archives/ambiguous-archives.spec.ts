import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { END, entry, header, pax, paxRecord } from '../../test/support/tar-bytes.js';
import type { Layout } from '../files/package-layout.js';
import { unpackArchive } from '../files/unpack.js';

const unpack = async (blocks: readonly Buffer[], layout?: Layout): Promise<string> => {
  try {
    const { files } = await unpackArchive(gzipSync(Buffer.concat([...blocks, END])), layout);
    return [...files].map(([path, bytes]) => `${path}=${Buffer.from(bytes).toString()}`).join(' ');
  } catch (error) {
    return (error as Error).message;
  }
};

const MANIFEST = entry('package/package.json', '{}');
const GOOD = entry('package/index.js', 'good');
const SEVERAL = 'npm takes the first folder from each name, and not all names have the same one';

/** Bytes between the content and the end of its block. */
function withPadding(blocks: Buffer): Buffer {
  blocks.write(paxRecord('path', 'p/c'), 512 + 200);
  return blocks;
}

describe('unpackArchive of an npm package', () => {
  it.each([
    ['another folder', 'test/index.js'],
    ['a folder of dependencies', 'node_modules/index.js'],
    ['a folder of documents', 'docs/package.json'],
    ['the folder of the archive', './package/index.js'],
    ['a folder in other letters', 'Package/index.js'],
    ['a file beside the folder', 'index.js'],
  ])('refuses %s', async (_what, name) => {
    expect(await unpack([MANIFEST, GOOD, entry(name, 'bad')], 'npm')).toBe(`${SEVERAL}: ${name}`);
    expect(await unpack([MANIFEST, GOOD, entry(name, 'bad')])).toMatch(
      /^(?:npm takes|Two entries have|Two names are)/,
    );
  });

  it.each([
    ['an empty part', 'package//index.js', `${SEVERAL}: package//index.js`],
    ['a drive', 'package/c:index.js', 'A path begins with a drive letter: c:index.js'],
    ['a backslash', 'package\\index.js', `${SEVERAL}: package\\index.js`],
    ['another backslash', 'package/lib\\index.js', 'A path has a backslash: lib\\index.js'],
  ])('refuses %s after the folder', async (_what, name, message) => {
    expect(await unpack([MANIFEST, entry(name, 'bad')], 'npm')).toBe(message);
  });

  it('removes the first folder, whatever it is called', async () => {
    expect(await unpack([entry('demo-1.0/package.json', '{}'), entry('demo-1.0/a/b.js', '1')], 'npm')).toBe(
      'a/b.js=1 package.json={}',
    );
    expect(await unpack([entry('./', '', { type: '5' }), entry('./package.json', '{}')], 'npm')).toBe(
      'package.json={}',
    );
  });

  it('removes one folder alone', async () => {
    expect(
      await unpack([entry('package/lib/package.json', '{}'), entry('package/lib/a.js', '1')], 'npm'),
    ).toBe('lib/a.js=1 lib/package.json={}');
  });
});

describe('unpackArchive of an npm package with lists of what is ignored', () => {
  const git = entry('p/lib/.gitignore', 'git');
  const npm = entry('p/lib/.npmignore', 'npm');

  it.each([
    ['that of git alone has both names', [git], 'lib/.gitignore=git lib/.npmignore=git'],
    ['both are kept', [git, npm], 'lib/.gitignore=git lib/.npmignore=npm'],
    ['both are kept in any order', [npm, git], 'lib/.gitignore=git lib/.npmignore=npm'],
    ['that of npm stays alone', [npm], 'lib/.npmignore=npm'],
    [
      'another spelling is refused',
      [npm, entry('p/lib/./.gitignore', 'x')],
      /differently: p\/lib\/\.\/\.gitignore/,
    ],
    ['empty parts are refused', [git, entry('p/lib//.npmignore', 'x')], /differently: p\/lib\/\/\.npmignore/],
    ['other letters are refused', [git, entry('p/lib/.NPMIGNORE', 'x')], /^Two names are one/],
    ['a folder is refused', [git, entry('p/lib/.npmignore/a', 'x')], /A file has the name of a folder/],
  ])('%s', async (_what, blocks, expected) => {
    const unpacked = await unpack(blocks, 'npm');
    if (typeof expected === 'string') expect(unpacked).toBe(expected);
    else expect(unpacked).toMatch(expected);
  });

  it('in a repository has one name', async () => {
    expect(await unpack([git], 'plain')).toBe('lib/.gitignore=git');
  });
});

describe('unpackArchive of another archive', () => {
  const several = [entry('package.json', '{}'), entry('client/package.json', '{}')];

  it('keeps several folders', async () => {
    expect(await unpack(several, 'plain')).toBe('client/package.json={} package.json={}');
    expect(await unpack([entry('main.py', '1'), entry('lib/a.py', '2')])).toBe('lib/a.py=2 main.py=1');
  });

  it('of unknown kind, refuses several folders if npm would install it', async () => {
    expect(await unpack(several)).toBe(`${SEVERAL} (unpack it, and name the folder): package.json`);
  });
});

describe('unpackArchive of a file that comes twice', () => {
  const twice = (content: string, fields: object): Promise<string> =>
    unpack([entry('p/a', 'x'), entry('p/a', content, fields)]);

  it('accepts the same once more', async () => {
    expect(await twice('x', { mode: '0000664\0' })).toBe('a=x');
  });

  it.each([
    ['content', 'y', {}],
    ['executable bit, of which npm takes the first and others the last', 'x', { mode: '0000755\0' }],
  ])('refuses another %s', async (_what, content, fields) => {
    expect(await twice(content, fields)).toBe('Two entries have one name: p/a');
  });
});

describe('unpackArchive refuses names that are one elsewhere', () => {
  it.each([
    ['by case', 'test/index.js', 'Test/index.js'],
    ['by the case of a folder', 'test/a.js', 'Test/b.js'],
    ['by composition', 'caf\u00e9.js', 'cafe\u0301.js'],
    ['by compatibility', '\ufb01le.js', 'file.js'],
    ['by letters with several upper cases', 'stra\u00dfe.js', 'STRASSE.js'],
    ['by characters that some systems pass over', 'in\u200ddex.js', 'index.js'],
    ['by dots at the end', 'index.js.', 'index.js'],
    ['by spaces at the end of a folder', 'lib /a.js', 'lib/a.js'],
    ['by the name of a stream', 'index.js::$DATA', 'index.js'],
  ])('%s', async (_what, one, other) => {
    const blocks = [entry(`p/${one}`, 'good'), entry(`p/${other}`, 'bad')];
    expect(await unpack(blocks, 'npm')).toMatch(/^Two names are one where letters, spaces or dots/);
  });

  it('but not names that only look like such', async () => {
    const names = ['a~1.js', 'a.b', 'a b', 'Foo::Bar', 'Foo::Baz', '\u65e5\u672c.md', 'na\u00efve.js'];
    const unpacked = await unpack(names.map((name) => entry(`p/${name}`)));
    expect(unpacked.split('= ').length).toBe(names.length);
  });

  it('and names that are nothing elsewhere', async () => {
    expect(await unpack([entry('a/... /b', 'x')])).toBe('A name is empty on some systems: a/... /b');
  });
});

describe('unpackArchive refuses headers that programs read differently', () => {
  const file = (fields: object, content = 'x'): Buffer => entry('p/a', content, fields);

  it.each([
    ['a prefix with another version', file({ magic: 'ustar\0  ', prefix: 'q' }), /format that programs read/],
    ['a prefix in GNU format', file({ magic: 'ustar  \0', prefix: 'q' }), /format that programs read/],
    ['a prefix without a format', file({ magic: '', prefix: 'q' }), /format that programs read/],
    ['a time in a prefix that is none', file({ raw: { 476: 'index.js' } }), /format that programs read/],
    [
      'a long prefix with an end within',
      file({ prefix: 'q'.repeat(140), raw: { 487: '1' } }),
      /after the end/,
    ],
    ['the mark of star', file({ raw: { 508: 'tar\0' } }), /format that programs read/],
    ['bytes after the end of a name', file({ raw: { 50: 'x' } }), /after the end of a name/],
    ['bytes after the end of a prefix', file({ prefix: 'q', raw: { 400: 'x' } }), /after the end of a name/],
    ['a target of a file', file({ target: 'b' }), /target of a link/],
    ['a small binary size', file({ rawSize: `\x80${'\0'.repeat(10)}\x01` }), /broken header/],
    ['a negative size', file({ rawSize: '-0000000001\0' }), /broken header/],
    ['no size', file({ rawSize: '\0'.repeat(12) }, ''), /broken header/],
    ['a size with a letter', file({ rawSize: '0000000001a\0' }), /broken header/],
    ['an owner that is no number', file({ raw: { 108: 'root' } }), /number that cannot be read/],
    [
      'an owner beyond numbers',
      file({ raw: { 108: '\x80\x7f\x7f\x7f\x7f\x7f\x7f\x7f' } }),
      /number that cannot be read/,
    ],
    ['a time that is none', file({ raw: { 136: '\xf0' } }), /number that cannot be read/],
    ['a device number that is none', file({ raw: { 329: 'x' } }), /number that cannot be read/],
    ['a file with the name of a folder', entry('p/a/', '', { type: '0' }), /name of a folder/],
    ['an old file with the name of a folder', entry('p/a/', 'x', { type: '\0' }), /name of a folder/],
    ['a volume', entry('p/a', '', { type: 'V' }), /neither file nor folder/],
    ['a multi-volume file', entry('p/a', 'x', { type: 'M' }), /neither file nor folder/],
    ['a listed folder', entry('p/a', 'x', { type: 'D' }), /neither file nor folder/],
    ['a header of Solaris', pax(paxRecord('path', 'p/b'), 'X'), /neither file nor folder/],
    ['a long name of old', entry('x', 'p/b\0', { type: 'N' }), /neither file nor folder/],
    ['a header without a name', header(''), /without a name/],
    ['a folder in the prefix alone', header('', { type: '5', prefix: 'p/q' }), /without a name/],
    ['a file in the prefix alone', entry('', 'x', { prefix: 'p/q' }), /without a name/],
    ['a binary mode', file({ mode: '\x80\0\0\0\0\0\x01\xed' }), /number that cannot be read/],
    ['a control character', entry('p/a\nb', 'x'), /control character/],
    ['a character of Latin-1', entry('p/\u0085', 'x'), /control character/],
    ['a line separator', entry('p/a\u2028b', 'x'), /control character/],
  ])('%s', async (_what, block, message) => {
    expect(await unpack([entry('p/z', 'x'), block], 'npm')).toMatch(message);
  });

  it('a checksum without an end', async () => {
    const block = header('p/a');
    // Seven digits and one of the field after it.
    block.write(block.toString('latin1', 148, 154).padStart(8, '0'), 148, 'latin1');
    expect(await unpack([block])).toMatch(/broken header/);
  });

  it.each([
    ['a path and another prefix', pax(paxRecord('path', 'p/b')), { prefix: 'q' }, /different names/],
    ['the end of a path with a slash', pax(paxRecord('path', 'p/b/')), {}, /name of a folder/],
    ['the target of a link', pax(paxRecord('linkpath', 'b')), {}, /target of a link/],
    ['a size in other words', pax(paxRecord('size', '0x1')), {}, /broken extended header/],
    ['an owner that is none', pax(paxRecord('uid', 'x')), {}, /broken extended header/],
    ['another encoding', pax(paxRecord('hdrcharset', 'ISO-8859-1')), {}, /broken extended header/],
    ['holes of Solaris', pax(paxRecord('SUN.holesdata', ' 0 1')), {}, /sparse file/],
    ['another size of star', pax(paxRecord('SCHILY.realsize', '1')), {}, /sparse file/],
    ['a line break in a path', pax(paxRecord('path', 'p/a\nb')), {}, /broken extended header/],
    ['an empty path', pax(paxRecord('path', '')), {}, /broken extended header/],
    ['a target of itself', pax(paxRecord('path', 'p/b'), 'x', { target: 'p/c' }), {}, /extended header of/],
    ['a long name with an end within', entry('x', 'p/b\0c\0', { type: 'L' }), {}, /broken extended header/],
    ['a long name without an end', entry('x', 'p/b', { type: 'L' }), {}, /broken extended header/],
    ['bytes after it', withPadding(pax(paxRecord('path', 'p/b'))), {}, /broken extended header/],
    ['a long target of a file', entry('x', 'b\0', { type: 'K' }), {}, /target of a link/],
  ])('an extended header with %s', async (_what, extended, fields, message) => {
    expect(await unpack([extended, entry('p/a', 'x', fields)])).toMatch(message);
  });

  it('a long name with half a character at the end of a block, which npm loses', async () => {
    const long = (first: string): Buffer => pax(paxRecord('path', `${first}/${'ä'.repeat(252)}`));
    expect(await unpack([long('p'), entry('p/a', 'x')])).toMatch(/broken extended header/);
    expect(await unpack([long('pp'), entry('p/a', 'x')])).toMatch(/=x$/);
  });
});

describe('unpackArchive accepts what packers write', () => {
  it.each([
    ['without a format', { magic: '' }],
    ['in GNU format', { magic: 'ustar  \0' }],
    ['of another version without a prefix', { magic: 'ustar\0  ' }],
    ['with numbers that end with a space', { mode: '000644 \0', rawSize: '00000000001 ' }],
    ['with spaces before numbers', { mode: '   644 \0', rawSize: '          1 ' }],
    ['without owner and time', { raw: { 108: '\0'.repeat(16), 136: '\0'.repeat(12) } }],
    ['with a large owner', { raw: { 108: '\x80\0\0\0\x7f\xff\xff\xff' } }],
    ['from before 1970', { raw: { 136: '\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01' } }],
    ['of the oldest type', { type: '\0' }],
    ['with a prefix', { prefix: 'q' }],
    ['with a long prefix', { prefix: 'q'.repeat(155) }],
    ['with times after the prefix', { prefix: 'q', raw: { 476: '00000000001\0' } }],
  ])('%s', async (_what, fields) => {
    expect(await unpack([entry('p/a', 'x', fields), entry('q/b', 'y')], 'plain')).toMatch(/\ba=x\b/);
  });

  it('a cut off name', async () => {
    const blocks = [
      entry('p', '', { type: '5' }),
      entry('p/q', '', { type: '5' }),
      pax(paxRecord('path', 'p/q/\u00e4')),
      entry(Buffer.from([0x70, 0x2f, 0xc3]), 'x'),
    ];
    expect(await unpack(blocks, 'npm')).toBe('q/\u00e4=x');
  });

  it('an old folder, a path and the same prefix, and attributes of all vendors', async () => {
    const records = [
      paxRecord('path', 'p/lib/\u00e4.js'),
      paxRecord('LIBARCHIVE.creationtime', '1.5'),
      paxRecord('SCHILY.xattr.user.a', '\u0001\u00ff'),
      paxRecord('hdrcharset', 'BINARY'),
      paxRecord('mtime', '-1.5'),
    ];
    const blocks = [
      pax(paxRecord('comment', 'a'.repeat(40)), 'g'),
      entry('p/lib/', '', { type: '\0' }),
      pax(records.join('')),
      entry('_.js', 'x', { prefix: 'p/lib' }),
    ];
    expect(await unpack(blocks, 'npm')).toBe('lib/\u00e4.js=x');
  });
});
