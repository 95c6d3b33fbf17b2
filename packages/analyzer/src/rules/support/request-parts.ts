import { taintsHere } from '../../engine/values/derive.js';
import type { Frame } from '../../engine/frame.js';
import { pathsOf, type Scope } from '../../engine/values/value.js';
import type { Expression, FunctionDefinition } from '../../ir/program.js';
import { lastNameOf, nodesWithin, plain } from '../../ir/walk.js';
import { memoByNode } from '../../common/memo.js';
import { variableOf } from './variables.js';
import names from './names.json' with { type: 'json' };

const HEADERS = /^headers?$/iu;
const QUERIES = new Set(names.requestParts.queries);
const BODIES = new Set(names.requestParts.bodies);
const TEXTS = new Set(names.requestParts.texts);

/** What a client sends as a whole: its headers, its query, its body. */
export type RequestPart = 'headers' | 'query' | 'body';

/** How far variables are traced to their definitions. */
const DEPTH = 3;

const definitionsIn = memoByNode(({ body }: FunctionDefinition): ReadonlyMap<string, Expression> => {
  const found = new Map<string, Expression>();
  for (const node of nodesWithin(body, false))
    if ((node.kind === 'declare' || node.kind === 'assign') && node.target.kind === 'bind' && node.value)
      found.set(node.target.name, node.value);
  return found;
});

/** The part of a request that a property or method with a name is. */
function partNamed(name: string): RequestPart | undefined {
  if (HEADERS.test(name)) return 'headers';
  return QUERIES.has(name) ? 'query' : BODIES.has(name) ? 'body' : undefined;
}

/** A part of a request that is shown as a whole, and the expression that reads it. */
interface Shown {
  readonly part: RequestPart;
  readonly read: Expression;
}

const firstOf = (all: readonly (Shown | undefined)[]): Shown | undefined =>
  all.find((each) => each !== undefined);

/** What an expression shows as a whole, if it reads from a request: `req.query`, `JSON.stringify(req.body)`, a variable with one. */
function shownIn(
  given: Expression,
  definition: FunctionDefinition | undefined,
  depth = DEPTH,
): Shown | undefined {
  const expression = plain(given);
  const inner = (each: Expression): Shown | undefined => shownIn(each, definition, depth);
  const named = (name: string): Shown | undefined => {
    const part = partNamed(name);
    return part && { part, read: expression };
  };
  if (expression.kind === 'member') return named(expression.property);
  if (expression.kind === 'text') return firstOf(expression.parts.map(inner));
  if (expression.kind === 'operation') return firstOf(expression.operands.map(inner));
  if (expression.kind === 'name') {
    const value = depth > 0 && definition ? definitionsIn(definition).get(expression.name) : undefined;
    return value && shownIn(value, definition, depth - 1);
  }
  if (expression.kind !== 'call') return undefined;
  const name = lastNameOf(expression.callee);
  if (TEXTS.has(name)) return firstOf(expression.arguments.map(({ value }) => inner(value)));
  // `request.json()`, `r.URL.Query()`
  return expression.callee.kind === 'member' && expression.arguments.length === 0 ? named(name) : undefined;
}

/** Requests that frameworks keep in a global variable. */
const GLOBAL = /^(?:flask|quart|bottle)\.request$/u;

/** The imported path of a name. */
function importOf(name: string, frame: Frame): string | undefined {
  for (let scope: Scope | undefined = frame.scope; scope; scope = scope.parent) {
    const binding = scope.imports?.get(name);
    if (binding) return `${binding.module}.${binding.name}`;
  }
  return undefined;
}

/** Whether a variable holds a request of a client. */
function isRequest(name: string, frame: Frame): boolean {
  const value = variableOf(name, frame);
  if (!value) return GLOBAL.test(importOf(name, frame) ?? '');
  return (
    taintsHere(value, frame).some(({ source }) => source.kind === 'http-request') ||
    pathsOf(value).some((path) => GLOBAL.test(path))
  );
}

/** The part of a client's request that an expression shows as a whole. */
export function requestPartIn(expression: Expression, frame: Frame): RequestPart | undefined {
  const shown = shownIn(expression, frame.function);
  const isOfRequest =
    shown &&
    nodesWithin(shown.read, false).some((node) => node.kind === 'name' && isRequest(node.name, frame));
  return isOfRequest ? shown.part : undefined;
}
