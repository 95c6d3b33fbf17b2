import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { documentsOf, readAdvisories } from './read-advisories.js';

const record = (id: string): string =>
  JSON.stringify({ id, affected: [{ package: { ecosystem: 'npm', name: id } }] });

async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-advisories-'));
  await mkdir(join(folder, 'npm'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

describe('readAdvisories', () => {
  it.each([
    ['one record', record('A'), [1, 0]],
    ['a list', `[${record('A')}, ${record('B')}, 5]`, [2, 1]],
    ['JSON lines', `${record('A')}\r\n\n${record('B')}\nbroken\n`, [2, 1]],
    ['a byte order mark', `\ufeff${record('A')}`, [1, 0]],
  ])('reads %s', async (_what, text, expected) => {
    const { size, skipped } = await readAdvisories(join(await folderOf({ 'a.json': text }), 'a.json'));
    expect([size, skipped]).toEqual(expected);
  });

  it('reads a folder of records, and counts files without any', async () => {
    const folder = await folderOf({
      'A.json': record('A'),
      'npm/B.json': record('B'),
      'npm/C.json': '{',
      'npm/notes.txt': 'no record',
    });
    const { size, skipped } = await readAdvisories(folder);
    expect([size, skipped]).toEqual([2, 1]);
  });

  it('rejects a path without advisories', async () => {
    const folder = await folderOf({ 'a.txt': 'hello\nworld', 'b.txt': '{}' });
    await expect(readAdvisories(folder)).rejects.toThrow('the folder has no .json or .jsonl file');
    await expect(readAdvisories(join(folder, 'a.txt'))).rejects.toThrow('neither JSON nor JSON lines');
    await expect(readAdvisories(join(folder, 'b.txt'))).rejects.toThrow('the top level must be');
    await expect(readAdvisories(join(folder, 'c.txt'))).rejects.toThrow('ENOENT');
  });

  it('says how to use a zip', async () => {
    const folder = await folderOf({ 'all.zip': 'PK\u0003\u0004\0\0' });
    await expect(readAdvisories(join(folder, 'all.zip'))).rejects.toThrow(
      'it is a zip: unpack it, and name the folder',
    );
    await expect(readAdvisories(folder)).rejects.toThrow(
      'the folder has no .json or .jsonl file; all.zip is a zip: unpack it',
    );
  });
});

describe('documentsOf', () => {
  it('reads a document on several lines as one', () => {
    expect(documentsOf('{\n"id": 1\n}\n')).toEqual([{ id: 1 }]);
    expect(() => documentsOf('[\n{"id": 1},\n')).toThrow('neither JSON nor JSON lines');
  });
});
