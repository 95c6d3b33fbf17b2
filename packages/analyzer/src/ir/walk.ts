import { memoByNode } from '../memo.js';
import type { Call, Expression, FunctionDefinition, Lines, Statement } from './program.js';

/** A node of a program: all that has a kind. */
export type Node = (Expression | Statement) & Lines;

const isNode = (value: object): value is Node => 'kind' in value && 'line' in value;

/**
 * All nodes within a node, or within several, in the order in which they stand, itself included. Rules ask this of every function,
 * so it is a plain loop that makes no lists on the way: generators within generators take twice the time.
 * @param inner whether the bodies of functions that are made there are looked into
 */
export function nodesWithin(root: unknown, inner = true): readonly Node[] {
  const nodes: Node[] = [];
  const rest: object[] = [];
  const parts: object[] = [];
  const add = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) parts.push(value);
  };
  // What was put there last is taken first.
  const turn = (): object | undefined => {
    for (let part = parts.pop(); part; part = parts.pop()) rest.push(part);
    return rest.pop();
  };
  add(root);
  for (let each = turn(); each; each = turn()) {
    if (isNode(each)) {
      if (!inner && (each.kind === 'function' || each.kind === 'class')) continue;
      nodes.push(each);
    }
    if (Array.isArray(each)) for (const item of each) add(item);
    else for (const name in each) add((each as Readonly<Record<string, unknown>>)[name]);
  }
  return nodes;
}

/** The calls within a node, or within several. */
export const callsWithin = (root: unknown, inner = true): readonly Call[] =>
  nodesWithin(root, inner).filter((node) => node.kind === 'call');

/** The last name of an expression: `b` of `a.b`, `a` of `a`, that of what is called. */
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

/** The names of a function's parameters, those within patterns too. */
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

/** An expression without `await`, casts and the like around it. */
export function plain(expression: Expression): Expression {
  return expression.kind === 'await' || expression.kind === 'cast' ? plain(expression.value) : expression;
}

/** The last names of all that is called in the body of a function or a loop. */
export const calledIn = memoByNode(
  ({ body }: { readonly body: unknown }): ReadonlySet<string> =>
    new Set(callsWithin(body).map(({ callee }) => lastNameOf(callee))),
);
