import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const CSPELL = ['node_modules/cspell/bin.mjs', 'lint', '--no-progress', '--no-summary'];
const LINTERS = {
  textlint: () => ['node_modules/textlint/bin/textlint.js', '--config', resolve('.textlintrc.yml')],
  cspell: () => [...CSPELL, '--root', folder, '--config', resolve('cspell.json')],
} as const;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-prose-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Exit code and output of a linter for a document with this text. */
async function lint(linter: keyof typeof LINTERS, text: string): Promise<{ code: number; output: string }> {
  const file = join(folder, 'document.md');
  await writeFile(file, `# Title\n\n${text}\n`);
  return new Promise((done) => {
    execFile(process.execPath, [...LINTERS[linter](), file], (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

describe('npm run prose', () => {
  it.each(['textlint', 'cspell'] as const)('accepts plain American English and code: %s', async (linter) => {
    const text =
      'The registry reports its behavior. `told` and `behaviour` are code here, as `npm run x` is.';
    expect(await lint(linter, text)).toMatchObject({ code: 0 });
  });

  it.each([
    ['a word of the denylist', 'The caller is told so.', '“told”'],
    ['such a word at the end of a line', 'It is written anew\nat each start.', '“anew”'],
    ['a misspelled product', 'It reads Javascript.', '“JavaScript”'],
    ['a long sentence', `It ${'reads and writes '.repeat(16)}files.`, 'maximum sentence length'],
  ])('refuses %s', async (_what, text, message) => {
    const { code, output } = await lint('textlint', text);
    expect(code).toBe(1);
    expect(output).toContain(message);
  });

  it('refuses British spellings and misspelled words', async () => {
    const words = ['behaviour', 'licence', 'labelled', 'recieve'];
    const { code, output } = await lint('cspell', `These are words: ${words.join(', ')}.`);
    expect(code).toBe(1);
    for (const word of words) expect(output).toContain(`(${word})`);
  });
});
