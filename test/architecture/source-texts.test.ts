import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { textsOfSource } from '../../scripts/source-texts.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-texts-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function textsOf(source: string): Promise<string[]> {
  const file = join(folder, 'source.ts');
  await writeFile(file, source);
  return textsOfSource(file).map(({ line, text }) => `${line}: ${text}`);
}

describe('the prose of a source file', () => {
  it('has its comments, without their markup', async () => {
    const source = '/**\n * Reads a file.\n * @throws 404\n */\nfunction read() {} // once\n';
    expect(await textsOf(source)).toEqual(['1: Reads a file.\n\n404', '5: once']);
  });

  it('has lines of one comment as one text', async () => {
    expect(await textsOf('// The first line\n// and the second.\nf();\n')).toEqual([
      '1: The first line\nand the second.',
    ]);
  });

  it('has literals that are sentences, and no names or SQL', async () => {
    const source = [
      "fail('the file cannot be read');",
      'fail(`version ${version} of ${name} is not there`);',
      "query('SELECT name FROM package WHERE id = 1');",
      "open('package.json');",
    ];
    expect(await textsOf(source.join('\n'))).toEqual([
      '1: the file cannot be read',
      '2: version `x` of `x` is not there',
    ]);
  });
});
