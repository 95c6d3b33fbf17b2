import type { Expression, Lines, Module } from '../../../ir/program.js';
import { memoByNode } from '../../../memo.js';
import { plainText } from './plain-text.js';

/** A text in the source as a whole: a concatenation with all its parts, a template, a docstring. */
export interface Literal extends Lines {
  /** Normalized by `plainText`; inserted values are left out. */
  readonly text: string;
}

/** Shorter literals are names. */
const MIN_LENGTH = 8;

const isNode = (value: object): value is Expression => 'kind' in value && 'line' in value;

/** The expressions that a text is composed of: parts of a template, operands of `+`, items of a joined list. */
function piecesOf(expression: Expression): readonly Expression[] | undefined {
  if (expression.kind === 'text') return expression.parts;
  if (expression.kind === 'operation' && expression.operator === '+') return expression.operands;
  if (expression.kind !== 'call' || expression.callee.kind !== 'member') return undefined;
  const { callee, arguments: given } = expression;
  if (callee.property !== 'join') return undefined;
  const list = [callee.object, given[0]?.value].find((each) => each?.kind === 'list');
  return list?.kind === 'list' ? list.items.map(({ value }) => value) : undefined;
}

/** The constant strings that a text is composed of, in order. */
function* textsIn(expression: Expression): Generator<string> {
  if (expression.kind === 'constant' && typeof expression.value === 'string') yield expression.value;
  for (const piece of piecesOf(expression) ?? []) yield* textsIn(piece);
}

/** Pieces of a joined list are separated, those of other texts follow each other. */
const isJoined = ({ kind }: Expression): boolean => kind === 'call';

function wholeText(expression: Expression): Literal | undefined {
  if (expression.kind !== 'constant' && !piecesOf(expression)) return undefined;
  const text = [...textsIn(expression)].join(isJoined(expression) ? ' ' : '');
  if (text.length < MIN_LENGTH) return undefined;
  return { text: plainText(text), line: expression.line, endLine: expression.endLine };
}

/** The docstring of a function or class. */
function documentationOf(node: object): Literal | undefined {
  if (!('documentation' in node) || typeof node.documentation !== 'string') return undefined;
  if (!('documentationLines' in node)) return undefined;
  const { line, endLine } = node.documentationLines as Lines;
  return { text: plainText(node.documentation), line, endLine };
}

/** All literals of a module, in source order. Those that are part of a larger one are not listed. */
export const literalsOf = memoByNode(({ body }: Module): readonly Literal[] => {
  const literals: Literal[] = [];
  const rest: (readonly [value: unknown, isPiece: boolean])[] = [[body, false]];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const [value, isPiece] = next;
    if (typeof value !== 'object' || value === null) continue;
    const documentation = documentationOf(value);
    if (documentation) literals.push(documentation);
    let pieces: ReadonlySet<unknown> = new Set();
    if (isNode(value)) {
      const whole = isPiece ? undefined : wholeText(value);
      if (whole) literals.push(whole);
      pieces = new Set(piecesOf(value) ?? []);
      // The items of a joined list are reached through the list.
      for (const piece of pieces) rest.push([piece, true]);
    }
    for (const inner of Object.values(value)) pushParts(inner, pieces, rest);
  }
  return literals.sort((left, right) => left.line - right.line || left.endLine - right.endLine);
});

/** Adds the parts of a node, except the pieces of its text, which were added before. */
function pushParts(
  value: unknown,
  pieces: ReadonlySet<unknown>,
  rest: (readonly [value: unknown, isPiece: boolean])[],
): void {
  if (typeof value !== 'object' || value === null || pieces.has(value)) return;
  if (pieces.size === 0) {
    rest.push([value, false]);
    return;
  }
  for (const inner of Object.values(value)) pushParts(inner, pieces, rest);
}
