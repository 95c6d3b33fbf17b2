import { memoByNode } from '../common/memo.js';
import type { Call, Expression, FunctionDefinition, Lines, Statement } from './program.js';

/** A node of a program: anything with a kind. */
export type Node = (Expression | Statement) & Lines;

const isNode = (value: object): value is Node => 'kind' in value && 'line' in value;

/** Whether a node has no parts: a name or a constant. About half of all nodes are, and not looking for their parts halves the walk. */
export const isLeaf = ({ kind }: { readonly kind?: unknown }): boolean =>
  kind === 'name' || kind === 'constant';

/** Whether a part of a program is a function, however it is defined. */
export const isDefinition = (value: object): value is FunctionDefinition =>
  'parameters' in value && 'body' in value;

/**
 * All nodes within one or several nodes, themselves included, in source order. Rules call this for every function, so
 * it is a plain loop without intermediate lists: nested generators take twice as long.
 * @param inner whether to visit the bodies of nested functions
 */
export function nodesWithin(root: unknown, inner = true): readonly Node[] {
  const nodes: Node[] = [];
  const rest: object[] = [];
  const parts: object[] = [];
  if (typeof root === 'object' && root !== null) rest.push(root);
  for (let each = rest.pop(); each; each = rest.pop()) {
    // The parts are pushed in reverse, so that the first one is popped first.
    if (Array.isArray(each)) {
      for (let index = each.length - 1; index >= 0; index -= 1) {
        const item: unknown = each[index];
        if (typeof item === 'object' && item !== null) rest.push(item);
      }
      continue;
    }
    if (isNode(each)) {
      if (!inner && (each.kind === 'function' || each.kind === 'class')) continue;
      nodes.push(each);
      if (isLeaf(each)) continue;
    }
    for (const name in each) {
      const part = (each as Readonly<Record<string, unknown>>)[name];
      if (typeof part === 'object' && part !== null) parts.push(part);
    }
    for (let part = parts.pop(); part; part = parts.pop()) rest.push(part);
  }
  return nodes;
}

/** The nodes in the body of a function, without those of nested functions: several rules look at each function that runs. */
export const nodesOf = memoByNode(({ body }: FunctionDefinition): readonly Node[] =>
  nodesWithin(body, false),
);

/** The last names of the callees in the body of a function, without those in nested functions. */
export const ownCalledIn = memoByNode((definition: FunctionDefinition): ReadonlySet<string> => {
  const called = new Set<string>();
  nodesOf(definition).forEach((node) => {
    if (node.kind === 'call') called.add(lastNameOf(node.callee));
  });
  return called;
});

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
