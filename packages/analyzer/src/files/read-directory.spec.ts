import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LIMITS } from './limits.js';
import { readDirectory } from './read-directory.js';
import { RefusedPackage } from './source-file.js';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'read-directory-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string | Buffer, content = 'x'): void {
  const target = Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(path)]);
  mkdirSync(dirname(target.toString('latin1')), { recursive: true });
  writeFileSync(target, content);
}

async function refusal(): Promise<string> {
  const error: unknown = await readDirectory(folder).catch((reason: unknown) => reason);
  if (!(error instanceof RefusedPackage)) throw new Error('not refused', { cause: error });
  return error.message;
}

/** The links that were left out, and why. */
const leftOut = async (): Promise<string[]> =>
  (await readDirectory(folder)).leftOut.map(({ path, reason }) => `${path} ${reason}`);
const OUT = 'is a link that leads out of the package, and was left out';

describe('readDirectory leaves out, and names', () => {
  it.each([
    ['to a file outside', '/etc/passwd'],
    ['to a folder outside', '..'],
    ['to a sibling folder with the same prefix', '../'],
    ['to a missing path outside', '../nothing/there'],
  ])('a symbolic link %s', async (_what, target) => {
    write('a');
    symlinkSync(target === '../' ? `${folder}-beside` : target, join(folder, 'link'));
    expect(await leftOut()).toEqual([`link ${OUT}`]);
    expect([...(await readDirectory(folder)).files.keys()]).toEqual(['a']);
  });

  it.each(['venv/run.js', 'node_modules', '.git/hooks'])(
    'a symbolic link into a skipped folder, %s',
    async (target) => {
      write('venv/run.js');
      write('node_modules/a/b.js');
      write('.git/hooks/x');
      symlinkSync(target, join(folder, 'link'));
      expect(await leftOut()).toEqual(['link is a link into a folder that is not read, and was left out']);
    },
  );

  it('a symbolic link that leaves the folder through another one', async () => {
    symlinkSync('/', join(folder, '.git'));
    symlinkSync('.git/etc', join(folder, 'z'));
    expect(await leftOut()).toEqual([`z ${OUT}`]);
  });
});

describe('readDirectory refuses', () => {
  it('a named pipe', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    expect(await refusal()).toBe('The folder holds a device, socket or named pipe: pipe');
  });

  it('a name that is not UTF-8', async () => {
    write(Buffer.from('a\xff', 'latin1'));
    expect(await refusal()).toBe('A name is not UTF-8: a\u{fffd}');
  });

  it('a name with a backslash', async () => {
    write('a\\..\\b');
    expect(await refusal()).toBe('A path has a backslash: a\\..\\b');
  });

  it('folders nested deeper than 40', async () => {
    write(`${'a/'.repeat(40)}b`);
    expect(await refusal()).toMatch(/^A path is deeper than 40: /);
  });

  it('more than 512 MB, without reading them', async () => {
    write('a', '');
    truncateSync(join(folder, 'a'), LIMITS.unpackedBytes + 1);
    expect(await refusal()).toBe('The folder holds more than 512 MB: a');
  });

  it('more than 20,000 entries', async () => {
    write('a/b/c');
    execFileSync('sh', ['-c', `seq 1 ${LIMITS.entries - 2} | xargs touch`], { cwd: join(folder, 'a/b') });
    expect(await refusal()).toBe('The folder has more than 20000 entries, at: a/b/');
  });

  it('a missing folder, with the system’s error', async () => {
    await expect(readDirectory(join(folder, 'nothing'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('readDirectory', () => {
  it('returns the files sorted by path', async () => {
    for (const path of ['b', 'a/z', 'a-b/c', 'B', 'ä']) write(path, path);
    const { files } = await readDirectory(folder);
    expect([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()])).toEqual(
      ['B', 'a-b/c', 'a/z', 'b', 'ä'].map((path) => [path, path]),
    );
  });

  it('skips the folders of tools at any depth, and links that stay inside', async () => {
    for (const path of [
      '.git/a',
      'node_modules/b',
      'x/.venv/c',
      'x/venv/d',
      'x/__pycache__/e',
      'x/f',
      '.gitignore',
    ])
      write(path);
    symlinkSync('x/f', join(folder, 'to-file'));
    symlinkSync('.', join(folder, 'to-folder'));
    symlinkSync('to-self', join(folder, 'to-self'));
    symlinkSync('../x/.venv', join(folder, 'x', '__pycache__', 'venv'));
    symlinkSync('x/.venv', join(folder, 'venv'));
    expect([...(await readDirectory(folder)).files.keys()]).toEqual(['.gitignore', 'x/f']);
  });

  it('follows a link to the folder itself', async () => {
    write('inner/a');
    symlinkSync('inner', join(folder, 'link'));
    expect([...(await readDirectory(join(folder, 'link'))).files.keys()]).toEqual(['a']);
  });
});
