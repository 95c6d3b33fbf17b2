import type { Call, Expression, FunctionDefinition, Lines, Statement } from './program.js';

/** A node of a program: all that has a kind. */
export type Node = (Expression | Statement) & Lines;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'kind' in value && 'line' in value;

/**
 * All nodes within a node, or within several, in the order in which they stand, itself included. Rules ask this of every function,
 * so it is a plain loop: generators within generators take twice the time.
 * @param inner whether the bodies of functions that are made there are looked into
 */
export function nodesWithin(root: unknown, inner = true): readonly Node[] {
  const nodes: Node[] = [];
  const rest: unknown[] = [root];
  while (rest.length > 0) {
    const each = rest.pop();
    if (typeof each !== 'object' || each === null) continue;
    if (isNode(each)) {
      if (!inner && (each.kind === 'function' || each.kind === 'class')) continue;
      nodes.push(each);
    }
    const parts: unknown[] = Array.isArray(each) ? each : Object.values(each);
    for (let place = parts.length - 1; place >= 0; place -= 1)
      if (typeof parts[place] === 'object') rest.push(parts[place]);
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
