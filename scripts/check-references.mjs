#!/usr/bin/env node
/**
 * Finds dead references in sources and documents: `node scripts/check-references.mjs [folder]` (npm run references).
 *
 * - "ADR 9" needs docs/decisions/0009-….md, here or in a package.
 * - "registry contract 9", "hub contract 6 and 10" need these items in docs/contract/{registry,hub,analysis}.md.
 * - A link of a Markdown file that is relative needs its file and, after a `#`, a heading or an id there.
 * - A file that is not Markdown and names docs/….md outside of a string needs that file.
 * - A program that no compiler reads needs the files that it imports; one in dist needs its source.
 * - A path in .github/CODEOWNERS needs that file or folder.
 * - References to documents outside of the repository, such as "registry spec, Limits", are dead as well.
 *
 * Prints `path:line: what is dead`, and ends with 1 if there is one.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import GithubSlugger from 'github-slugger';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString as textOf } from 'mdast-util-to-string';
import { visit } from 'unist-util-visit';

const USAGE = `usage: node scripts/check-references.mjs [folder]
Finds references in sources and documents to ADRs, items of docs/contract, files and headings that do not exist.
  folder  where to look; the folder of the repository by default`;

const OWNERS = '.github/CODEOWNERS';
const TEXTS = ['**/{*.{ts,mjs,cjs,js,md,yml,yaml,sql,html},.*rc,.env.example,Dockerfile}', OWNERS];
// Files that contain dead references on purpose.
const OWN = ['scripts/check-references.mjs', 'test/architecture/references.test.ts'];
// Samples for the analyzer are third-party programs, and released documents do not change.
const LEFT_OUT =
  /(^|\/)(node_modules|dist|data|coverage|\.cache|\.git|corpus|servers)$|^docs\/openapi\/released$|^packages\/[^/]+\/types$/;

// Whitespace between two words, including the line breaks of wrapped comments and paragraphs.
const GAP = String.raw`(?:[ \t]+|[ \t]*\r?\n[ \t]*(?:\*|\/\/|#|--|;)?[ \t]*)`;
const NUMBERS = String.raw`(\d+(?:(?:,${GAP}|${GAP}(?:and|or|to)${GAP})\d+)*)`;
const ADR = new RegExp(String.raw`\bADRs?${GAP}${NUMBERS}`, 'g');
const ITEM = new RegExp(String.raw`\b(registry|hub|analysis)${GAP}contract${GAP}${NUMBERS}`, 'gi');
const OUTSIDE = new RegExp(
  String.raw`\b(?:(?:registry|hub|grc)${GAP}spec\b|decisions,${GAP}(?:registry|hub|section)\b)`,
  'gi',
);
const OWNED_PATH = /^\/(\S+)/gm;
const DOCUMENT = /(?<![\w/.'"-])((?:packages\/[\w-]+\/)?docs\/[\w/-]+\.md)(?:#([\w-]+))?/g;
const IMPORT = /(?:\bfrom |\bimport\(?|\bnew URL\()\s*'(\.{1,2}\/[^'$]+)'/g;
const ID = /<a id="([^"]+)">/g;

const [folder = '.'] = process.argv.slice(2);
if (folder === '--help') {
  console.log(USAGE);
  process.exit(0);
}
const root = resolve(folder);
const read = (path) => readFileSync(join(root, path), 'utf8');
const paths = globSync(TEXTS, { cwd: root, exclude: (path) => LEFT_OUT.test(path) })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !OWN.includes(path))
  .sort();

/** Numbers of the ADRs, such as 9. */
const adrs = new Set(paths.map((path) => Number(/(?:^|\/)docs\/decisions\/(\d{4})-/.exec(path)?.[1])));
/** Anchors by file, such as `registry-9` or those of headings. */
const anchorsOf = new Map();

/** The anchors that links may name in a Markdown file: explicit ids, and headings as GitHub names them. */
function anchors(path) {
  let known = anchorsOf.get(path);
  if (known === undefined) {
    const text = read(path);
    const slugger = new GithubSlugger();
    known = new Set([...text.matchAll(ID)].map(([, id]) => id));
    visit(fromMarkdown(text), 'heading', (node) => void known.add(slugger.slug(textOf(node))));
    anchorsOf.set(path, known);
  }
  return known;
}

const numbersIn = (text) => text.match(/\d+/g).map(Number);
const hasItem = (page, number) => {
  const path = `docs/contract/${page}.md`;
  return existsSync(join(root, path)) && anchors(path).has(`${page}-${number}`);
};

/** The problem of a reference to a file and optionally a heading; undefined when it resolves. */
function deadTarget(path, anchor) {
  if (!existsSync(join(root, path))) return `there is no ${path}`;
  if (anchor && path.endsWith('.md') && !anchors(path).has(anchor))
    return `${path} has no heading or id "${anchor}"`;
  return undefined;
}

/** A package refers to its own documents, such as docs/rules.md, relative to its folder. */
function documentOf(path, target) {
  const own = join(/^packages\/[\w-]+/.exec(path)?.[0] ?? '', target);
  return existsSync(join(root, own)) ? own : target;
}

/** The problem of an import; built files are absent before the first build, so their sources count. */
function deadImport(path, target) {
  const file = join(dirname(path), target).replaceAll('\\', '/');
  const source = file.replace(/(^|\/)dist\//, '$1src/').replace(/js$/, 'ts');
  return [file, source, `${source}x`].some((each) => existsSync(join(root, each)))
    ? undefined
    : `there is no ${file}`;
}

/** References in any text: [offset, the problem or undefined]. */
function* referencesOf(path, text) {
  for (const match of text.matchAll(ADR))
    for (const number of numbersIn(match[1]))
      yield [match.index, adrs.has(number) ? undefined : `there is no ADR ${number}`];
  for (const match of text.matchAll(ITEM))
    for (const number of numbersIn(match[2])) {
      const page = match[1].toLowerCase();
      yield [
        match.index,
        hasItem(page, number) ? undefined : `docs/contract/${page}.md has no item ${number}`,
      ];
    }
  for (const match of text.matchAll(OUTSIDE))
    yield [match.index, `"${match[0]}" names a document outside of the repository; see docs/contract`];
  if (path === OWNERS)
    for (const { index, 1: target } of text.matchAll(OWNED_PATH)) yield [index, deadTarget(target)];
  if (/\.[cm]?js$/.test(path))
    for (const { index, 1: target } of text.matchAll(IMPORT)) yield [index, deadImport(path, target)];
  if (path.endsWith('.md')) yield* linksOf(path, text);
  else
    for (const { index, 1: target, 2: anchor } of text.matchAll(DOCUMENT))
      yield [index, deadTarget(documentOf(path, target), anchor)];
}

/** Relative links and images of a Markdown file. */
function linksOf(path, text) {
  const found = [];
  visit(fromMarkdown(text), ['link', 'image', 'definition'], ({ url, position }) => {
    if (/^[a-z][a-z+.-]*:/i.test(url)) return;
    const [target, anchor] = decodeURI(url).split('#');
    const file = target === '' ? path : join(dirname(path), target).replaceAll('\\', '/');
    found.push([position.start.offset, deadTarget(file, anchor)]);
  });
  return found;
}

let count = 0;
const dead = paths.flatMap((path) => {
  const text = read(path);
  return [...referencesOf(path, text)].flatMap(([offset, what]) => {
    count += 1;
    return what === undefined ? [] : [`${path}:${text.slice(0, offset).split('\n').length}: ${what}`];
  });
});
for (const line of dead) console.error(line);
console.log(`${count} references, ${dead.length} dead`);
process.exitCode = dead.length === 0 ? 0 : 1;
