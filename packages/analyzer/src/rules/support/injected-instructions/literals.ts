import type { Expression, Lines, Module, Pattern } from '../../../ir/program.js';
import { lastNameOf, nodesWithin } from '../../../ir/walk.js';
import { memoByNode } from '../../../common/memo.js';
import { plainText } from './plain-text.js';

/** A text in the source as a whole: a concatenation with all its parts, a template, a docstring. */
export interface Literal extends Lines {
  /** Normalized by `plainText`; inserted values are left out. */
  readonly text: string;
  /** The name of the variable or field that it is the value of, if that is how it is written. */
  readonly name?: string;
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

function wholeText(expression: Expression, name: string | undefined): Literal | undefined {
  if (expression.kind !== 'constant' && !piecesOf(expression)) return undefined;
  const text = [...textsIn(expression)].join(isJoined(expression) ? ' ' : '');
  if (text.length < MIN_LENGTH) return undefined;
  const { line, endLine } = expression;
  return { text: plainText(text), line, endLine, ...(name !== undefined && { name }) };
}

/** The name of what a node gives a value to: `NAME = …`, `x.name = …`, `name: …` in an object or class. */
function nameOfValue(node: object): string | undefined {
  if (!('value' in node)) return undefined;
  if ('key' in node) {
    const key = node.key as Expression;
    return key.kind === 'constant' ? String(key.value) : lastNameOf(key);
  }
  if ('target' in node) {
    const target = node.target as Pattern;
    if (target.kind === 'bind') return target.name;
    return target.kind === 'target' ? lastNameOf(target.expression) : undefined;
  }
  return 'name' in node && typeof node.name === 'string' ? node.name : undefined;
}

/** The docstring of a function or class. */
function documentationOf(node: object): Literal | undefined {
  if (!('documentation' in node) || typeof node.documentation !== 'string') return undefined;
  if (!('documentationLines' in node)) return undefined;
  const { line, endLine } = node.documentationLines as Lines;
  return { text: plainText(node.documentation), line, endLine };
}

/** A part of a module that is to be visited. */
interface Part {
  readonly value: unknown;
  /** Whether it is a piece of a larger text. */
  readonly isPiece: boolean;
  /** The name that it is the value of. */
  readonly name?: string | undefined;
}

/** All literals of a module, in source order. Those that are part of a larger one are not listed. */
export const literalsOf = memoByNode(({ body }: Module): readonly Literal[] => {
  const literals: Literal[] = [];
  const rest: Part[] = [{ value: body, isPiece: false }];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { value, isPiece, name } = next;
    if (typeof value !== 'object' || value === null) continue;
    const documentation = documentationOf(value);
    if (documentation) literals.push(documentation);
    let pieces: ReadonlySet<unknown> = new Set();
    if (isNode(value)) {
      const whole = isPiece ? undefined : wholeText(value, name);
      if (whole) literals.push(whole);
      pieces = new Set(piecesOf(value) ?? []);
      // The items of a joined list are reached through the list.
      for (const piece of pieces) rest.push({ value: piece, isPiece: true });
    }
    const named = nameOfValue(value);
    for (const [key, inner] of Object.entries(value))
      pushParts(inner, pieces, rest, key === 'value' ? named : undefined);
  }
  return literals.sort((left, right) => left.line - right.line || left.endLine - right.endLine);
});

/** Adds the parts of a node, except the pieces of its text, which were added before. */
function pushParts(
  value: unknown,
  pieces: ReadonlySet<unknown>,
  rest: Part[],
  name: string | undefined,
): void {
  if (typeof value !== 'object' || value === null || pieces.has(value)) return;
  if (pieces.size === 0) {
    rest.push({ value, isPiece: false, name });
    return;
  }
  for (const inner of Object.values(value)) pushParts(inner, pieces, rest, undefined);
}

/** The names of variables and members that a module mentions, by line. */
export const namesByLine = memoByNode(({ body }: Module): ReadonlyMap<number, ReadonlySet<string>> => {
  const found = new Map<number, Set<string>>();
  for (const node of nodesWithin(body)) {
    const name = node.kind === 'name' ? node.name : node.kind === 'member' ? node.property : undefined;
    if (name === undefined) continue;
    const names = found.get(node.line);
    if (names) names.add(name);
    else found.set(node.line, new Set([name]));
  }
  return found;
});
