import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const SCRIPT = resolve('scripts/check-references.mjs');

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-references-'));
  await file('docs/decisions/0009-tokens.md', '# 9. Tokens\n\n## Context\n');
  await file('docs/contract/registry.md', '<a id="registry-9"></a>\n\n## 9. Status\n');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function file(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
}

/** Exit code and output of a check of the folder. */
const check = (): Promise<{ code: number; output: string }> =>
  new Promise((done) => {
    execFile(process.execPath, [SCRIPT, folder], (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), output: stderr + stdout });
    });
  });

describe('npm run references', () => {
  it('accepts references that resolve, also across wrapped comments', async () => {
    await file(
      'src/a.ts',
      '/**\n * As decided (ADR\n * 9; registry contract\n * 9). See docs/contract/registry.md#registry-9.\n */\n',
    );
    await file(
      'README.md',
      '[a](docs/decisions/0009-tokens.md#context) [b](#title) [c](https://example.com)\n\n# Title\n',
    );
    await file('src/main.ts', '');
    await file(
      'scripts/run.mjs',
      `import '../dist/main.js';\nimport { readFile } from 'node:fs/promises';\n`,
    );
    expect(await check()).toEqual({ code: 0, output: '6 references, 0 dead\n' });
  });

  it('ignores strings, and samples for the analyzer', async () => {
    await file('src/a.ts', `const paths = ['docs/x.md'];\n`);
    await file('test/corpus/a.ts', '// ADR 77\n');
    expect(await check()).toMatchObject({ code: 0 });
  });

  it.each([
    ['an ADR', 'src/a.ts', '// first\n// ADR 10\n', 'src/a.ts:2: there is no ADR 10'],
    ['one of two ADRs', 'src/a.ts', '// ADRs 9 and 10\n', 'src/a.ts:1: there is no ADR 10'],
    [
      'an item of the contract',
      'src/a.ts',
      '// (registry contract 12)\n',
      'docs/contract/registry.md has no item 12',
    ],
    [
      'one of two items',
      'src/a.ts',
      '// registry contract 9 and 12\n',
      'docs/contract/registry.md has no item 12',
    ],
    ['a page of the contract', 'src/a.ts', '/** Hub contract 9. */\n', 'docs/contract/hub.md has no item 9'],
    [
      'a document outside of the repository',
      'src/a.ts',
      '// (registry spec, Limits)\n',
      'names a document outside of the repository',
    ],
    [
      'a numbered agreement',
      'src/a.ts',
      '/* decisions,\n * hub 3 */\n',
      'names a document outside of the repository',
    ],
    ['a document', 'src/a.ts', '// docs/gone.md says why\n', 'there is no docs/gone.md'],
    ['a file', 'docs/a.md', '[x](gone.md)\n', 'there is no docs/gone.md'],
    ['a built file', 'test/a.mjs', `import { a } from '../dist/a.js';\n`, 'there is no dist/a.js'],
    ['an image', 'docs/a.md', '![x](gone.png)\n', 'there is no docs/gone.png'],
    ['a heading', 'docs/a.md', '[x](decisions/0009-tokens.md#gone)\n', 'has no heading or id "gone"'],
    ['an owned folder', '.github/CODEOWNERS', '/src/gone/ @owners\n', 'there is no src/gone/'],
    ['a heading', 'docs/a.md', '[x](#gone)\n', 'has no heading or id "gone"'],
  ])('fails on a reference to %s that does not exist', async (_what, path, text, message) => {
    await file(path, text);
    const { code, output } = await check();
    expect(code).toBe(1);
    expect(output).toContain(message);
    expect(output).toContain(', 1 dead');
  });
});
