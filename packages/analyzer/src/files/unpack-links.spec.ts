import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { END, entry } from '../../test/support/tar-bytes.js';
import type { PackageFiles } from './source-file.js';
import { unpackArchive } from './unpack.js';

const gzipped = (...blocks: readonly Buffer[]): Buffer => gzipSync(Buffer.concat([...blocks, END]));
const texts = (files: PackageFiles): Record<string, string> =>
  Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
const refused = async (...blocks: readonly Buffer[]): Promise<string> =>
  unpackArchive(gzipped(...blocks)).then(
    () => 'not refused',
    (error: unknown) => (error as Error).message,
  );

describe('links in archives', () => {
  const link = (path: string, target: string, type = '2'): Buffer => entry(path, '', { type, target });
  const read = async (...blocks: readonly Buffer[]): Promise<[object, string[]]> => {
    const { files, leftOut } = await unpackArchive(gzipped(...blocks));
    return [texts(files), leftOut.map(({ path }) => path)];
  };

  it('are replaced by what they lead to in the package', async () => {
    expect(
      await read(
        entry('p/a.js', '1'),
        entry('p/lib/b.js', '2'),
        link('p/c.js', 'lib/b.js'),
        link('p/more', './lib/'),
        link('p/more2', 'more'),
        link('p/hard.js', 'p/a.js', '1'),
        link('p/self', 'self'),
        link('p/round', '.'),
        link('p/gone', 'nothing'),
      ),
    ).toEqual([
      {
        'a.js': '1',
        'c.js': '2',
        'hard.js': '1',
        'lib/b.js': '2',
        'more/b.js': '2',
        'more2/b.js': '2',
      },
      [],
    ]);
  });

  it.each([
    ['an absolute path', link('p/x', '/etc/passwd')],
    ['a folder above', link('p/x', '../y')],
    ['the folder around the package', link('p/x', '..')],
    ['a path through another link', Buffer.concat([link('p/v', '/'), link('p/x', 'v/etc')])],
    ['a file that it shares with the system', link('p/x', '/etc/passwd', '1')],
    ['a file that is not there', link('p/x', 'p/nothing', '1')],
  ])('are left out and named if they lead to %s', async (_what, block) => {
    const [files, leftOut] = await read(entry('p/a.js', '1'), block);
    expect(files).toEqual({ 'a.js': '1' });
    expect(leftOut).toContain('x');
  });

  it('are left out and named in packages of npm, which unpacks none', async () => {
    const blocks = [
      entry('package/a.js', '1'),
      link('package/b.js', 'a.js'),
      link('package/c.js', 'package/a.js', '1'),
    ];
    const { files, leftOut } = await unpackArchive(gzipped(...blocks), 'npm');
    expect(texts(files)).toEqual({ 'a.js': '1' });
    const reason = 'is a link, which npm does not unpack, and was left out';
    expect(leftOut).toEqual(['b.js', 'c.js'].map((path) => ({ path, reason })));
  });

  it('never contain files, nor replace them', async () => {
    expect(await refused(entry('p/a', '1'), link('p/x', '/etc'), entry('p/x/passwd', '2'))).toBe(
      'A file lies within a link: p/x/passwd',
    );
    for (const blocks of [
      [entry('p/a', '1'), link('p/a', 'b')],
      [link('p/a', 'b'), entry('p/a', '1')],
      [entry('p/a/b', '1'), link('p/a', 'b')],
      [entry('p/b', '1'), link('p/a', 'b'), link('p/a', 'b')],
    ])
      expect(await refused(...blocks)).toBe('Two entries have one name: p/a');
    expect(await refused(entry('p/a', '1'), link('p/A', 'b'))).toMatch(/^Two names are one/);
  });

  it('do not multiply files beyond the limits', async () => {
    const doubling = [entry('d0/f', 'x')];
    for (let level = 1; level < 20; level += 1)
      for (const side of ['a', 'b']) doubling.push(link(`d${level}/${side}`, `../d${level - 1}`));
    expect(await refused(...doubling)).toMatch(/what its links lead to are more than 20000 files/);
    const many = Array.from({ length: 2100 }, (_, at) => link(`l${at}`, 'a'));
    expect(await refused(entry('a', 'x'), ...many)).toBe('The archive has more than 2000 symbolic links');
    const large = Array.from({ length: 20 }, (_, at) => link(`l${at}`, 'a'));
    expect(await refused(entry('a', Buffer.alloc(30 * 1024 * 1024)), ...large)).toMatch(/larger than 512 MB/);
  });
});
