import type * as ast from '@babel/types';
import type { Expression, Lines } from '../../../ir/program.js';
import { linesOf, lowererOf, type Lowering, type LowerTable } from './lowering.js';

const name = (text: string, lines: Lines): Expression => ({ kind: 'name', name: text, ...lines });

function entityName(node: ast.Node): Expression {
  if (node.type === 'TSQualifiedName')
    return {
      kind: 'member',
      object: entityName(node.left),
      property: node.right.name,
      ...linesOf(node),
    };
  if (node.type === 'Identifier') return name(node.name, linesOf(node));
  return { kind: 'unknown', parts: [], ...linesOf(node) };
}

function withArguments(
  object: Expression,
  parameters: ast.Node | null | undefined,
  lower: Lowering,
  lines: Lines,
): Expression {
  if (parameters?.type !== 'TSTypeParameterInstantiation') return object;
  const [only, ...others] = parameters.params.map((each) => typeExpression(each, lower));
  if (!only) return object;
  const index: Expression =
    others.length === 0
      ? only
      : { kind: 'list', items: [only, ...others].map((value) => ({ value })), ...lines };
  return { kind: 'index', object, index, ...lines };
}

function objectType(node: ast.TSTypeLiteral, lower: Lowering, lines: Lines): Expression {
  const entries = node.members.flatMap((each) =>
    each.type === 'TSPropertySignature' && each.key.type === 'Identifier' && each.typeAnnotation
      ? [
          {
            key: { kind: 'constant' as const, value: each.key.name, ...linesOf(each) },
            value: typeExpression(each.typeAnnotation, lower),
          },
        ]
      : [],
  );
  return { kind: 'object', entries, ...lines };
}

const TYPES: LowerTable<Expression> = {
  TSTypeAnnotation: (node, lower) => typeExpression(node.typeAnnotation, lower),
  TSParenthesizedType: (node, lower) => typeExpression(node.typeAnnotation, lower),
  TSStringKeyword: (_node, _, lines) => name('string', lines),
  TSNumberKeyword: (_node, _, lines) => name('number', lines),
  TSBooleanKeyword: (_node, _, lines) => name('boolean', lines),
  TSTypeReference: (node, lower, lines) =>
    withArguments(entityName(node.typeName), node.typeParameters, lower, lines),
  TSExpressionWithTypeArguments: (node, lower, lines) =>
    withArguments(entityName(node.expression), node.typeParameters, lower, lines),
  TSTypeQuery: (node, _, lines) =>
    node.exprName.type === 'TSImportType' ? name('import', lines) : entityName(node.exprName),
  TSArrayType: (node, lower, lines) => ({
    kind: 'index',
    object: name('[]', lines),
    index: typeExpression(node.elementType, lower),
    ...lines,
  }),
  TSLiteralType: (node, lower) => lower.expression(node.literal),
  TSUnionType: (node, lower, lines) => ({
    kind: 'operation',
    operator: '|',
    operands: node.types.map((each) => typeExpression(each, lower)),
    ...lines,
  }),
  TSTypeLiteral: objectType,
};

/** A type as an expression: its name, with its type arguments as an index. */
export function typeExpression(node: ast.Node, lower: Lowering): Expression {
  const lines = linesOf(node);
  return lowererOf(TYPES, node)?.(node, lower, lines) ?? { kind: 'unknown', parts: [], ...lines };
}
