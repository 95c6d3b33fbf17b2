/**
 * The prose in TypeScript files, for the linter of prose (`npm run prose`): comments, and literals that are sentences, such as
 * errors and names of tests.
 */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** Shorter literals are names, keys and values. */
const WORDS_OF_A_SENTENCE = 4;
const SQL = /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|WITH|FROM|WHERE|JOIN|RETURNING|ORDER BY)\b/u;
const MARKUP = /^\s*(?:\/\*\*?|\*\/|\*|\/\/)|\*\/\s*$/gmu;
const TAG = /^\s*@(?:param\s+\S+|returns|throws)\s*/gmu;

/** A comment without its markup; lines belong together until one is empty. */
const plain = (comment) =>
  comment.replaceAll(MARKUP, '').replaceAll(TAG, '\n').replaceAll(/^ +/gmu, '').trim();

const isSentence = (text) =>
  text.trim().split(/\s+/u).length >= WORDS_OF_A_SENTENCE && /[a-z]/u.test(text) && !SQL.test(text);

/** The text of a literal, with `…` for what a template inserts; undefined for other nodes. */
function literal(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map((span) => span.literal)]
      .map((part) => part.text)
      .join('`x`');
  return undefined;
}

/**
 * @param {string} file of TypeScript
 * @returns {{ line: number, text: string }[]} comments and sentences, in the order of their lines; lines count from 1
 */
export function textsOfSource(file) {
  const source = readFileSync(file, 'utf8');
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const lineOf = (position) => tree.getLineAndCharacterOfPosition(position).line + 1;
  const comments = new Map();
  const texts = [];
  const visit = (node) => {
    for (const range of ts.getLeadingCommentRanges(source, node.getFullStart()) ?? [])
      comments.set(range.pos, range.end);
    for (const range of ts.getTrailingCommentRanges(source, node.getEnd()) ?? [])
      comments.set(range.pos, range.end);
    const text = literal(node);
    if (text !== undefined && isSentence(text)) texts.push({ line: lineOf(node.getStart()), text });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  visit(tree.endOfFileToken);
  let last;
  for (const [start, end] of [...comments].sort(([a], [b]) => a - b)) {
    const text = plain(source.slice(start, end));
    // Lines of `//` below each other are one comment.
    if (
      last !== undefined &&
      source.startsWith('//', start) &&
      /^\s*$/u.test(source.slice(last.end, start)) &&
      lineOf(start) === lineOf(last.end) + 1
    ) {
      last.entry.text += `\n${text}`;
      last.end = end;
      continue;
    }
    const entry = { line: lineOf(start), text };
    texts.push(entry);
    last = { entry, end };
  }
  return texts
    .filter(({ text }) => text !== '' && !text.startsWith('eslint-') && !text.startsWith('prettier-'))
    .sort((a, b) => a.line - b.line);
}
