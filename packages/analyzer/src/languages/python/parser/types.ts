import type { Argument, Expression } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { indexed, list, member, operation, unknown } from './build.js';
import type { Lowering } from './lowering.js';
import { fieldOf, fieldsOf, firstPartOf, partsOf } from './syntax.js';

function typeArgument(node: SyntaxNode, lower: Lowering): Argument {
  const part = node.type === 'type' ? (firstPartOf(node) ?? node) : node;
  const star = part.type === 'splat_type' || part.type === 'list_splat';
  return star ? { value: lower.type(part), spread: 'list' } : { value: lower.type(part) };
}

/** `Generic[A]` and `Generic[A, B]`. */
function applied(
  at: SyntaxNode,
  generic: Expression,
  nodes: readonly SyntaxNode[],
  lower: Lowering,
): Expression {
  const values = nodes.map((node) => typeArgument(node, lower));
  const [first] = values;
  const single = first && values.length === 1 && !first.spread;
  return indexed(at, generic, single ? first.value : list(at, values));
}

function innerType(node: SyntaxNode, lower: Lowering): Expression {
  const part = firstPartOf(node);
  return part ? lower.type(part) : unknown(node);
}

function genericType(node: SyntaxNode, lower: Lowering): Expression {
  const [generic, parameters] = partsOf(node);
  if (!generic) return unknown(node);
  return applied(node, lower.type(generic), parameters ? partsOf(parameters) : [], lower);
}

function memberType(node: SyntaxNode, lower: Lowering): Expression {
  const [object, property] = partsOf(node);
  if (!object || !property) return innerType(node, lower);
  return member(node, lower.type(object), lower.identifier(property));
}

/** `A | B | C`, however long. */
function union(node: SyntaxNode, lower: Lowering): Expression {
  const members: Expression[] = [];
  let rest: SyntaxNode | undefined = node;
  while (rest?.type === 'binary_operator' && fieldOf(rest, 'operator')?.type === '|') {
    const right = fieldOf(rest, 'right');
    if (right) members.push(lower.type(right));
    rest = fieldOf(rest, 'left');
  }
  if (members.length === 0) return lower.expression(node);
  if (rest) members.push(lower.type(rest));
  return operation(node, '|', members.reverse());
}

/** An annotation as an expression. Anything but a type is lowered as any other expression. */
export function lowerType(node: SyntaxNode, lower: Lowering): Expression {
  switch (node.type) {
    case 'type':
    case 'parenthesized_expression':
    case 'constrained_type':
    case 'splat_type':
    case 'list_splat':
      return innerType(node, lower);
    case 'generic_type':
      return genericType(node, lower);
    case 'member_type':
      return memberType(node, lower);
    case 'subscript': {
      const generic = fieldOf(node, 'value');
      return applied(node, generic ? lower.type(generic) : unknown(node), fieldsOf(node, 'subscript'), lower);
    }
    case 'union_type':
      return operation(
        node,
        '|',
        partsOf(node).map((part) => lower.type(part)),
      );
    case 'binary_operator':
      return union(node, lower);
    default:
      return lower.expression(node);
  }
}

/** The nodes that occur only in annotations. */
export const TYPE_NODES = [
  'type',
  'generic_type',
  'member_type',
  'union_type',
  'constrained_type',
  'splat_type',
];
