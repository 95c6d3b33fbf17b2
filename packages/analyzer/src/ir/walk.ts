import { memoByNode } from '../memo.js';
import type { Call, Expression, FunctionDefinition, Lines, Statement } from './program.js';

/** A node of a program: anything with a kind. */
export type Node = (Expression | Statement) & Lines;

const isNode = (value: object): value is Node => 'kind' in value && 'line' in value;

/**
 * All nodes within one or several nodes, themselves included, in source order. Rules call this for every function, so
 * it is a plain loop without intermediate lists: nested generators take twice as long.
 * @param inner whether to visit the bodies of nested functions
 */
export function nodesWithin(root: unknown, inner = true): readonly Node[] {
  const nodes: Node[] = [];
  const rest: object[] = [];
  const parts: object[] = [];
  const add = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) parts.push(value);
  };
  // The parts are pushed in reverse, so that the first one is popped first.
  const next = (): object | undefined => {
    for (let part = parts.pop(); part; part = parts.pop()) rest.push(part);
    return rest.pop();
  };
  add(root);
  for (let each = next(); each; each = next()) {
    if (isNode(each)) {
      if (!inner && (each.kind === 'function' || each.kind === 'class')) continue;
      nodes.push(each);
    }
    if (Array.isArray(each)) for (const item of each) add(item);
    else for (const name in each) add((each as Readonly<Record<string, unknown>>)[name]);
  }
  return nodes;
}

/** The calls within one or several nodes. */
export const callsWithin = (root: unknown, inner = true): readonly Call[] =>
  nodesWithin(root, inner).filter((node) => node.kind === 'call');

/** The last name of an expression: `b` of `a.b`, `a` of `a`; for a call, that of the callee. */
export function lastNameOf(expression: Expression | undefined): string {
  switch (expression?.kind) {
    case 'name':
      return expression.name;
    case 'member':
      return expression.property;
    case 'call':
      return lastNameOf(expression.callee);
    case 'await':
    case 'cast':
      return lastNameOf(expression.value);
    default:
      return '';
  }
}

/** The names that a function's parameters bind, including those in patterns. */
export function parameterNames({ parameters }: FunctionDefinition): Set<string> {
  const names = new Set<string>();
  const gather = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('kind' in value && value.kind === 'bind' && 'name' in value && typeof value.name === 'string')
      names.add(value.name);
    for (const each of Object.values(value)) gather(each);
  };
  for (const { pattern } of parameters) gather(pattern);
  return names;
}

/** An expression without surrounding `await`, casts and the like. */
export function plain(expression: Expression): Expression {
  return expression.kind === 'await' || expression.kind === 'cast' ? plain(expression.value) : expression;
}

/** The last names of all callees in the body of a function or a loop. */
export const calledIn = memoByNode(
  ({ body }: { readonly body: unknown }): ReadonlySet<string> =>
    new Set(callsWithin(body).map(({ callee }) => lastNameOf(callee))),
);
