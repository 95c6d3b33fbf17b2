import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';

const SAMPLES = /^packages\/analyzer\/test\/(corpus|servers)\b/;

describe('temporary files of tests', () => {
  it('are in a folder of the run', () => {
    expect(tmpdir()).toMatch(/mcp-hub-tests-\d+-\w{6}$/);
  });

  it('never have a name that another test or another user could have used', async () => {
    const folders = ['test', 'packages/analyzer/test', 'packages/sources/test'];
    const files = await Promise.all(
      folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true })),
    );
    const sources = files
      .flat()
      .filter(({ name, parentPath }) => /\.m?ts$/.test(name) && !SAMPLES.test(parentPath))
      .map(({ name, parentPath }) => join(parentPath, name));
    expect(sources.length).toBeGreaterThan(200);
    const fixed: string[] = [];
    for (const path of sources) {
      const text = await readFile(path, 'utf8');
      // `mkdtemp(join(tmpdir(), …))` creates a unique name; every other use has a fixed one.
      const uses = [...text.matchAll(/tmpdir\(\)/g)].length;
      const made = [...text.matchAll(/mkdtemp(Sync)?\(\s*join\(tmpdir\(\),/g)].length;
      if (uses !== made) fixed.push(path);
    }
    expect(fixed).toEqual(['test/architecture/temporary-files.test.ts']);
  });
});
