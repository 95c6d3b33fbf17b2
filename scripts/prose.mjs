#!/usr/bin/env node
/**
 * Checks the prose of the project: `npm run prose`.
 *
 * textlint (.textlintrc.yml) looks for words that the project avoids, for misspelled technical terms and for long sentences;
 * cspell (cspell.json) knows one spelling, the American one. They read the documents, and the summaries and descriptions of
 * the OpenAPI documents, which are written to .cache/prose as Markdown for that; a comment before each text there
 * has its path in the document. `npm run prose -- --fix` lets textlint correct documents. Comments and sentences in source
 * files are searched for the same avoided words here: textlint would take a minute for them.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, matchesGlob } from 'node:path';
import { parse } from 'yaml';
import { textsOfSource } from './source-texts.mjs';

const USAGE = `usage: npm run prose [-- --fix]
Checks words, spelling and the length of sentences in documents and in the texts of the OpenAPI documents, and words in the
comments, messages and test names of source files.
  --fix  let textlint correct what it can`;

const DOCUMENTS = ['*.md', 'docs/**/*.md', 'examples/*/*.md', 'packages/*/*.md', 'packages/*/docs/**/*.md'];
const OPENAPI = ['docs/openapi/registry.yaml', 'docs/openapi/v1.yaml'];
const SOURCES = [
  '{src,test,bench,scripts,integrations}/**/*.{ts,mjs}',
  'packages/*/{src,test,bench}/**/*.{ts,mjs}',
];
// Other people's code, and files that quote instructions to models.
const NOT_OURS = [
  '**/node_modules/**',
  'packages/analyzer/test/{corpus,servers}/**',
  'packages/analyzer/src/rules/{k-output,l-poisoning,support/injected-instructions}/**',
  'packages/analyzer/src/languages/go/parser/mcp-servers.spec.ts',
  'packages/analyzer/test/models/python/checks.test.ts',
  'test/architecture/prose.test.ts',
];
const CACHE = '.cache/prose';

const [option] = process.argv.slice(2);
if (option === '--help') {
  console.log(USAGE);
  process.exit(0);
}

/** The summaries, descriptions and titles in a part of an OpenAPI document, each with the path to it. */
function* textsOf(part, path = '#') {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) {
    const here = `${path}/${key}`;
    if (typeof value === 'string' && ['summary', 'description', 'title'].includes(key)) yield [here, value];
    // Examples are data, and property names are arbitrary.
    else if (!['example', 'examples', 'enum'].includes(key)) yield* textsOf(value, here);
  }
}

/**
 * Writes the texts of an OpenAPI document as Markdown.
 * @returns the path of the file
 */
function extract(file) {
  const texts = [...textsOf(parse(readFileSync(file, 'utf8')))];
  const markdown = texts.map(([path, text]) => `<!-- ${file}${path} -->\n\n${text}\n`).join('\n');
  const to = join(CACHE, `${basename(file)}.md`);
  writeFileSync(to, markdown);
  return to;
}

/** Prints every avoided word in the comments and sentences of source files. @returns how many there are */
function checkSources() {
  const { terms } = parse(readFileSync('.textlintrc.yml', 'utf8')).rules.terminology;
  const avoided = terms.map(([pattern, better]) => [new RegExp(pattern, 'iu'), better]);
  let found = 0;
  for (const file of globSync(SOURCES)) {
    if (NOT_OURS.some((pattern) => matchesGlob(file, pattern))) continue;
    for (const { line, text } of textsOfSource(file)) {
      for (const [pattern, better] of avoided) {
        const match = pattern.exec(text.replaceAll('\n', ' '));
        if (match === null) continue;
        console.error(`${file}:${line}: avoided words “${match[0]}”, use “${better}” instead`);
        found += 1;
      }
    }
  }
  return found;
}

mkdirSync(CACHE, { recursive: true });
const files = [...DOCUMENTS, ...OPENAPI.map(extract)];
const runs = [
  ['textlint', ...(option === '--fix' ? ['--fix'] : []), ...files],
  ['cspell', 'lint', '--no-progress', '--no-summary', '--no-gitignore', '--show-suggestions', ...files],
];
const codes = await Promise.all(
  runs.map(async ([command, ...args]) => {
    const [code] = await once(spawn(command, args, { stdio: 'inherit' }), 'exit');
    return code;
  }),
);
process.exitCode = checkSources() === 0 && codes.every((code) => code === 0) ? 0 : 1;
