import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tarGzOf, type TarEntry } from '../../../../test/support/bundles.js';
import { zipOf } from '../../../../test/support/zips.js';
import { unpack } from './unpack.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-unpack-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function unpacked(entries: readonly TarEntry[]): Promise<void> {
  const archive = join(folder, 'bundle.tar.gz');
  await writeFile(archive, await tarGzOf(entries));
  await unpack(archive, join(folder, 'files'));
}

const FILE = { name: 'dist/server.mjs', content: 'a server' };

describe('unpack', () => {
  it.each<[string, TarEntry]>([
    ['a path that leaves the folder', { name: '../evil.mjs', content: 'x' }],
    ['an absolute path', { name: '/tmp/evil.mjs', content: 'x' }],
    ['a drive', { name: 'C:/evil.mjs', content: 'x' }],
    ['a symbolic link', { name: 'dist/link.mjs', type: 'symlink', linkname: '/etc/passwd' }],
    ['a hard link', { name: 'dist/link.mjs', type: 'link', linkname: 'dist/server.mjs' }],
    ['a device', { name: 'dist/device', type: 'character-device' }],
    ['a second file of a name', { name: 'dist/server.mjs', content: 'x' }],
    ['a name that is the same on some systems', { name: 'dist/SERVER.mjs', content: 'x' }],
    ['a file within a file', { name: 'dist/server.mjs/x', content: 'x' }],
  ])('refuses %s', async (_what, entry) => {
    await expect(unpacked([FILE, entry])).rejects.toThrow(/^the bundle (?:is refused|has)/);
    expect((await readdir(folder)).sort()).toEqual(['bundle.tar.gz', 'files']);
  });

  it('unpacks a ZIP', async () => {
    const archive = join(folder, 'bundle.zip');
    await writeFile(archive, zipOf([{ name: 'manifest.json', content: '{}' }, FILE]));
    await unpack(archive, join(folder, 'files'));
    expect(await readFile(join(folder, 'files/dist/server.mjs'), 'utf8')).toBe('a server');
  });

  it.each([
    ['a path that leaves the folder', '../evil.mjs'],
    ['a second file of a name', 'dist/server.mjs'],
    ['a name that is the same on some systems', 'dist/SERVER.mjs'],
  ])('refuses a ZIP with %s', async (_what, name) => {
    const archive = join(folder, 'bundle.zip');
    await writeFile(archive, zipOf([FILE, { name, content: 'x' }]));
    await expect(unpack(archive, join(folder, 'files'))).rejects.toThrow(/^the bundle is refused/);
  });

  it('refuses what is neither', async () => {
    const archive = join(folder, 'bundle.tar.gz');
    await writeFile(archive, 'no archive');
    await expect(unpack(archive, join(folder, 'files'))).rejects.toThrow(/^the bundle is refused/);
  });
});
