import type { Constant, Expression, Operation } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { call, indexExpression, typeConversion, typeInstantiation } from './calls.js';
import { compositeLiteral, literalOf } from './composites.js';
import { functionLiteral } from './functions.js';
import { fieldOf, linesOf, nameAt, operatorOf, partsOf, type GoFile } from './go-file.js';
import { characterOfRune, numberOf, rawTextOf, textOf } from './literals.js';
import { isType, lowerType } from './types.js';

type LowerExpression = (file: GoFile, node: SyntaxNode) => Expression;

function constantAt(node: SyntaxNode, value: Constant['value']): Constant {
  return { kind: 'constant', ...linesOf(node), value };
}

function constantBy(read: (literal: string) => Constant['value']): LowerExpression {
  return (file, node) => constantAt(node, read(file.text(node)));
}

function constant(value: Constant['value']): LowerExpression {
  return (_file, node) => constantAt(node, value);
}

/** All parts of a node that has no representation of its own. */
function unknown(file: GoFile, node: SyntaxNode): Expression {
  return { kind: 'unknown', ...linesOf(node), parts: file.expressions(node) };
}

/** The only part of a node that adds nothing to it. */
function inner(file: GoFile, node: SyntaxNode): Expression {
  const parts = partsOf(node);
  const [first] = parts;
  return first && parts.length === 1 ? file.expression(first) : unknown(file, node);
}

function selector(file: GoFile, node: SyntaxNode): Expression {
  const object = file.part(node, 'operand');
  const property = file.text(fieldOf(node, 'field'));
  return { kind: 'member', line: node.line, endLine: node.endLine, object, property };
}

function slice(file: GoFile, node: SyntaxNode): Expression {
  const [object, ...bounds] = file.expressions(node);
  return object ? { kind: 'slice', ...linesOf(node), object, bounds } : unknown(file, node);
}

function typeAssertion(file: GoFile, node: SyntaxNode): Expression {
  const value = file.part(node, 'operand');
  const type = fieldOf(node, 'type');
  return type ? { kind: 'cast', ...linesOf(node), value, type: lowerType(file, type) } : value;
}

function operation(node: SyntaxNode, operator: string, operands: readonly Expression[]): Operation {
  return { kind: 'operation', ...linesOf(node), operator, operands };
}

function binary(file: GoFile, node: SyntaxNode): Expression {
  return operation(node, operatorOf(node), [file.part(node, 'left'), file.part(node, 'right')]);
}

/** Pointers are not distinguished from what they point to. */
const TRANSPARENT_OPERATORS = new Set(['&', '*', '+']);

function unary(file: GoFile, node: SyntaxNode): Expression {
  const operator = operatorOf(node);
  const value = file.part(node, 'operand');
  if (TRANSPARENT_OPERATORS.has(operator)) return value;
  if (operator === '<-') return { kind: 'await', ...linesOf(node), value };
  return operation(node, operator === '^' ? '~' : operator, [value]);
}

const identifier: LowerExpression = (file, node) => nameAt(node, file.text(node));

const EXPRESSIONS: ReadonlyMap<string, LowerExpression> = new Map<string, LowerExpression>([
  ['identifier', identifier],
  ['field_identifier', identifier],
  ['selector_expression', selector],
  ['call_expression', call],
  ['index_expression', indexExpression],
  ['slice_expression', slice],
  ['type_conversion_expression', typeConversion],
  ['type_instantiation_expression', typeInstantiation],
  ['type_assertion_expression', typeAssertion],
  ['composite_literal', compositeLiteral],
  ['literal_value', (file, node) => literalOf(file, node, node, undefined)],
  ['literal_element', inner],
  ['func_literal', functionLiteral],
  ['interpreted_string_literal', constantBy(textOf)],
  ['raw_string_literal', constantBy(rawTextOf)],
  ['rune_literal', constantBy(characterOfRune)],
  ['int_literal', constantBy(numberOf)],
  ['float_literal', constantBy(numberOf)],
  ['imaginary_literal', constantBy(numberOf)],
  ['true', constant(true)],
  ['false', constant(false)],
  ['nil', constant(null)],
  ['iota', identifier],
  ['unary_expression', unary],
  ['binary_expression', binary],
  ['parenthesized_expression', inner],
  ['expression_list', inner],
  ['expression_statement', inner],
  ['variadic_argument', inner],
]);

/** Lowers an expression, or a type where Go allows one as an argument. Anything else becomes Unknown, with its parts. */
export function lowerExpression(file: GoFile, node: SyntaxNode): Expression {
  const lower = EXPRESSIONS.get(node.type) ?? (isType(node) ? lowerType : unknown);
  return lower(file, node);
}
