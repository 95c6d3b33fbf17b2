/**
 * Mutants made from the sources: each operator at each place that it applies to. A mutant's id names its file, declaration,
 * operator and text, not its position, so it stays the same when other code changes.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { conditionsOf, entriesOf, failuresOf, flagsOf, timesOf } from './code-operators.mjs';
import { MASK, mutationsOfSql, mutationsOfUpdates } from './sql-operators.mjs';

const SQL =
  /\b(?:SELECT|FROM|WHERE|JOIN|ORDER BY|EXISTS|UPDATE|IS (?:NOT )?NULL|AND|coalesce|DESC|LIMIT|FILTER)\b/u;
const QUERY = /\bSELECT\b/u;
const LONGEST_TEXT = 70;
const WORDS_AROUND = 24;

/** The text of a literal without its quotes, with everything that is not SQL masked, and where it starts. */
function sqlOf(node) {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return undefined;
  if (ts.isLiteralTypeNode(node.parent)) return undefined;
  const start = node.getStart() + 1;
  let sql = node.getText().slice(1, -1);
  const mask = (from, to) => {
    sql = sql.slice(0, from) + MASK.repeat(to - from) + sql.slice(to);
  };
  if (ts.isTemplateExpression(node)) {
    for (const { expression } of node.templateSpans)
      mask(expression.getFullStart() - 2 - start, expression.getEnd() + 1 - start);
  }
  for (const { 0: quoted, index } of [...sql.matchAll(/'[^']*'|--[^\n]*/gu)])
    mask(index, index + quoted.length);
  return SQL.test(sql) ? { sql, start, node } : undefined;
}

/** Edits of SQL as edits of its file. Short ones are named with the words around them. */
function placed(edits, { start, node }) {
  const { text } = node.getSourceFile();
  return edits.map((edit) => {
    const [from, to] = [edit.start + start, edit.end + start];
    const before = text.slice(Math.max(start, from - WORDS_AROUND), from).replace(/^\S*\s/u, '');
    const after = text.slice(to, Math.min(node.getEnd() - 1, to + WORDS_AROUND)).replace(/\s\S*$/u, '');
    const isShort = to - from < WORDS_AROUND / 2;
    const shownAs = isShort ? `${before}[${text.slice(from, to)}]${after}` : text.slice(from, to);
    return { ...edit, start: from, end: to, text: shownAs };
  });
}

function* sqlMutations(node) {
  const found = sqlOf(node);
  if (found) yield* placed(mutationsOfSql(found.sql), found);
}

function* queryMutations(node) {
  const found = sqlOf(node);
  if (found && QUERY.test(found.sql)) yield* placed(mutationsOfSql(found.sql), found);
}

function* updateMutations(node) {
  const found = sqlOf(node);
  if (found) yield* placed(mutationsOfUpdates(found.sql), found);
  yield* timesOf(node);
}

const modelsOf = (language) => `packages/analyzer/src/languages/${language}/models/**/*.ts`;
const SERVER = 'src/**/*.ts';

/** What is mutated, and by what; `only` files with such a text. A place belongs to the first area that mutates it so. */
const AREAS = [
  {
    area: 'read models',
    files: 'src/**/*.read-model.ts',
    operators: [sqlMutations, conditionsOf],
  },
  { area: 'other queries', files: SERVER, only: /\bSELECT\b/u, operators: [queryMutations] },
  { area: 'times', files: SERVER, only: /updated_at =|updatedAt:/u, operators: [updateMutations] },
  { area: 'lists', files: SERVER, only: /^(?:export )?const [^=]*=[^;]*\[/mu, operators: [entriesOf] },
  {
    area: 'cleanups',
    files: 'src/**/*{clean,removal,retention,stray,leftover,unreferenced,sweep,purge}*.ts',
    operators: [failuresOf],
  },
  {
    area: 'decisions',
    files: 'src/{auth,hub/gate/{policies,evaluation,decisions}}/**/*.ts',
    operators: [conditionsOf],
  },
  { area: 'values', files: 'src/common/{values,pagination}/**/*.ts', operators: [conditionsOf, flagsOf] },
  { area: 'configuration', files: 'src/config/**/*.ts', operators: [conditionsOf] },
  { area: 'jobs', files: 'src/{jobs,common/concurrency}/**/*.ts', operators: [conditionsOf] },
  ...[
    ['scores', 'packages/analyzer/src/scoring/**/*.ts'],
    ['analyzer models', 'packages/analyzer/src/models/**/*.ts'],
    ...['go', 'javascript', 'python'].map((language) => [`${language} models`, modelsOf(language)]),
  ].map(([area, files]) => ({ area, files, operators: [conditionsOf, flagsOf], isAnalyzer: true })),
];
const LEFT_OUT = /\.(?:spec|d)\.ts$|\/migrations\/|\/dto\/|\.(?:dto|entity|module)\.ts$/u;

const nameOf = (node) => {
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  const { name } = node;
  return name !== undefined && !ts.isComputedPropertyName(name) ? name.getText() : undefined;
};

/** The declaration that a node is in: `Class.method`, `function`, `CONSTANT`. */
export function placeOf(node) {
  const names = [];
  for (let each = node; each !== undefined; each = each.parent) {
    const isOfModule =
      each.parent !== undefined &&
      (ts.isSourceFile(each.parent) ||
        (ts.isVariableDeclarationList(each.parent) && ts.isSourceFile(each.parent.parent.parent)));
    if (!(ts.isClassElement(each) || isOfModule)) continue;
    const name = nameOf(each);
    if (name !== undefined) names.unshift(name);
  }
  return names.join('.');
}

const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

const trees = new Map();
/** The syntax tree of a source. */
export function treeOf(file) {
  const known = trees.get(file);
  if (known !== undefined) return known;
  const tree = parse(file, readFileSync(file, 'utf8'));
  trees.set(file, tree);
  return tree;
}

/** A text for an id: on one line, and shortened with a hash of the whole. */
function shown(text) {
  const line = text.replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= LONGEST_TEXT) return line;
  return `${line.slice(0, LONGEST_TEXT)}… ${createHash('sha256').update(line).digest('hex').slice(0, 6)}`;
}

function editsIn(tree, operators) {
  const found = [];
  const visit = (node) => {
    for (const operator of operators)
      for (const edit of operator(node)) found.push({ ...edit, place: placeOf(node) });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Those of a file, with ids. Equal ones of a declaration are numbered. */
function identified(file, tree, area, edits, taken) {
  return edits.flatMap(({ operator, start, end, replacement, place, text }) => {
    const key = `${file} ${start} ${end} ${replacement}`;
    if (taken.has(key) || tree.text.slice(start, end) === replacement) return [];
    taken.add(key);
    const base = `${file} ${place} ${operator}: ${shown(text)}`;
    let id = base;
    for (let number = 2; taken.has(id); number += 1) id = `${base} (${number})`;
    taken.add(id);
    return [{ id, area, file, place, start, end, replacement }];
  });
}

/**
 * @param {readonly string[]} [onlyFiles] all sources without them
 * @param {(file: string) => ts.SourceFile} [tree]
 * @returns the mutants of the sources, in the order of areas, files and places
 */
export function generatedMutants(onlyFiles, tree = treeOf) {
  const taken = new Set();
  return AREAS.flatMap(({ area, files, only, operators, isAnalyzer = false }) =>
    globSync(files)
      .filter((file) => !LEFT_OUT.test(file) && (onlyFiles === undefined || onlyFiles.includes(file)))
      .filter((file) => only === undefined || only.test(readFileSync(file, 'utf8')))
      .sort()
      .flatMap((file) => identified(file, tree(file), area, editsIn(tree(file), operators), taken))
      .map((mutant) => ({ ...mutant, isAnalyzer })),
  );
}

/** The same mutants from sources that begin with other text, to see that their ids stay. */
export function mutantsAfter(text, files) {
  return generatedMutants(files, (file) => parse(file, text + readFileSync(file, 'utf8')));
}
