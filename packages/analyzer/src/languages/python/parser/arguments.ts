import type { Argument, Expression } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { list } from './build.js';
import type { Lowering } from './lowering.js';
import { fieldOf, isTrivia } from './syntax.js';

/** `*x` and `**x`. The grammar parses `*f()` as a call of `*f`, so the token decides. */
export function spreadOf(node: SyntaxNode, lower: Lowering): Argument['spread'] {
  if (lower.source.charAt(node.start) !== '*') return undefined;
  return lower.source.charAt(node.start + 1) === '*' ? 'map' : 'list';
}

/** An argument of a call or an item of a list. */
export function argumentOf(node: SyntaxNode, lower: Lowering): Argument {
  if (node.type === 'keyword_argument') {
    const name = fieldOf(node, 'name');
    const value = lower.operand(node, 'value');
    return name ? { value, name: lower.identifier(name) } : { value };
  }
  const spread = spreadOf(node, lower);
  const value = lower.expression(node);
  return spread ? { value, spread } : { value };
}

/** The children of a node as arguments or items. */
export function argumentsOf(node: SyntaxNode, lower: Lowering): Argument[] {
  const items: Argument[] = [];
  for (const child of node.children)
    if (child.named && !isTrivia(child)) items.push(argumentOf(child, lower));
  return items;
}

/** One expression, or a tuple of several. */
export function oneOrList(at: SyntaxNode, nodes: readonly SyntaxNode[], lower: Lowering): Expression {
  const [first] = nodes;
  if (first && nodes.length === 1) return lower.expression(first);
  return list(
    at,
    nodes.map((node) => argumentOf(node, lower)),
  );
}
