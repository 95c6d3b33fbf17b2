import type { ListPattern, ObjectPattern, Pattern } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { spreadOf } from './arguments.js';
import { bind, constant } from './build.js';
import type { Lowering } from './lowering.js';
import { firstPartOf, hasToken, isTrivia } from './syntax.js';

/** The starred target, and those before and after it. */
interface Targets {
  readonly before: readonly Pattern[];
  readonly starred?: Pattern;
  readonly after: readonly Pattern[];
}

function targetsOf(node: SyntaxNode, lower: Lowering): Targets {
  const before: Pattern[] = [];
  const after: Pattern[] = [];
  let starred: Pattern | undefined;
  for (const child of node.children) {
    if (!child.named || isTrivia(child)) continue;
    if (spreadOf(child, lower)) starred = lower.pattern(child);
    else (starred ? after : before).push(lower.pattern(child));
  }
  return { before, after, ...(starred && { starred }) };
}

/** Several targets. If some follow a starred one, all have their indexes as keys, counted from the end for those: `-1`. */
function listPattern(node: SyntaxNode, lower: Lowering): ListPattern | ObjectPattern {
  const { before, starred, after } = targetsOf(node, lower);
  const rest = starred && { rest: starred };
  const lines = { line: node.line, endLine: node.endLine };
  if (after.length === 0)
    return { kind: 'items', items: before.map((value) => ({ value })), ...rest, ...lines };
  const at = (value: Pattern, index: number): ObjectPattern['fields'][number] => ({
    key: constant(value, index),
    value,
  });
  const fields = [...before.map(at), ...after.map((value, index) => at(value, index - after.length))];
  return { kind: 'fields', fields, ...rest, ...lines };
}

function innerPattern(node: SyntaxNode, lower: Lowering): Pattern {
  const part = firstPartOf(node);
  return part ? lower.pattern(part) : targetOf(node, lower);
}

function targetOf(node: SyntaxNode, lower: Lowering): Pattern {
  return { kind: 'target', expression: lower.expression(node), line: node.line, endLine: node.endLine };
}

/** A target of an assignment, a loop, `with` or `except`. The grammar parses some of them as expressions. */
export function lowerPattern(node: SyntaxNode, lower: Lowering): Pattern {
  switch (node.type) {
    case 'identifier':
      return node.start === node.end ? targetOf(node, lower) : bind(node, lower.identifier(node));
    case 'list_splat':
    case 'list_splat_pattern':
    case 'dictionary_splat_pattern':
    case 'parenthesized_expression':
    case 'as_pattern_target':
      return innerPattern(node, lower);
    case 'tuple':
    case 'tuple_pattern': {
      const [first, second] = node.children.filter((child) => child.named && !isTrivia(child));
      // `(a) = …` is not a tuple.
      if (first && !second && !spreadOf(first, lower) && !hasToken(node, ',')) return lower.pattern(first);
      return listPattern(node, lower);
    }
    case 'list':
    case 'list_pattern':
    case 'pattern_list':
    case 'expression_list':
      return listPattern(node, lower);
    default:
      return targetOf(node, lower);
  }
}
