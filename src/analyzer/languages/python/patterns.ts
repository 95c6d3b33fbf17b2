import type { ListPattern, Pattern } from '../../ir/program.js';
import type { SyntaxNode } from '../syntax-tree.js';
import { spreadOf } from './arguments.js';
import { bind } from './build.js';
import type { Lowering } from './lowering.js';
import { firstPartOf, hasSign, isTrivia } from './syntax.js';

/** Several targets. Those after a starred one follow those before it, since how many it takes is not known. */
function listPattern(node: SyntaxNode, lower: Lowering): ListPattern {
  const items: { readonly value: Pattern }[] = [];
  let rest: Pattern | undefined;
  for (const child of node.children) {
    if (!child.named || isTrivia(child)) continue;
    if (spreadOf(child, lower)) rest = lower.pattern(child);
    else items.push({ value: lower.pattern(child) });
  }
  return { kind: 'items', items, ...(rest && { rest }), line: node.line, endLine: node.endLine };
}

function innerPattern(node: SyntaxNode, lower: Lowering): Pattern {
  const part = firstPartOf(node);
  return part ? lower.pattern(part) : placeOf(node, lower);
}

function placeOf(node: SyntaxNode, lower: Lowering): Pattern {
  return { kind: 'place', place: lower.expression(node), line: node.line, endLine: node.endLine };
}

/** A target of an assignment, a loop, `with` or `except`. Some of them the grammar reads as expressions. */
export function lowerPattern(node: SyntaxNode, lower: Lowering): Pattern {
  switch (node.type) {
    case 'identifier':
      return node.start === node.end ? placeOf(node, lower) : bind(node, lower.identifier(node));
    case 'list_splat':
    case 'list_splat_pattern':
    case 'dictionary_splat_pattern':
    case 'parenthesized_expression':
    case 'as_pattern_target':
      return innerPattern(node, lower);
    case 'tuple':
    case 'tuple_pattern': {
      const [first, second] = node.children.filter((child) => child.named && !isTrivia(child));
      // `(a) = …` has plain parentheses.
      if (first && !second && !spreadOf(first, lower) && !hasSign(node, ',')) return lower.pattern(first);
      return listPattern(node, lower);
    }
    case 'list':
    case 'list_pattern':
    case 'pattern_list':
    case 'expression_list':
      return listPattern(node, lower);
    default:
      return placeOf(node, lower);
  }
}
