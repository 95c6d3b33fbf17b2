import type { Expression } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { binary } from './arithmetic.js';
import { operation, unknown } from './build.js';
import type { ExpressionHandler, Lowering } from './lowering.js';
import { reusable } from './reuse.js';
import { fieldOf, firstPartOf, isTrivia, partsOf } from './syntax.js';

/** The common names of operators that Python names differently. */
const COMMON_NAMES = new Map([
  ['and', '&&'],
  ['or', '||'],
  ['is', '=='],
  ['is not', '!='],
  ['<>', '!='],
]);

function operatorOf(node: SyntaxNode): string {
  const operator = fieldOf(node, 'operator')?.type ?? '';
  return COMMON_NAMES.get(operator) ?? operator;
}

const logical: ExpressionHandler = (node, lower) =>
  operation(node, operatorOf(node), [lower.operand(node, 'left'), lower.operand(node, 'right')]);

const unary: ExpressionHandler = (node, lower) =>
  operation(node, operatorOf(node), [lower.operand(node, 'argument')]);

const not: ExpressionHandler = (node, lower) => operation(node, '!', [lower.operand(node, 'argument')]);

/** `a < b < c` is `a < b && b < c`, where b is evaluated once. */
const comparison: ExpressionHandler = (node, lower) => {
  const operands: Expression[] = [];
  const operators: string[] = [];
  for (const child of node.children) {
    if (child.field === 'operators') operators.push(COMMON_NAMES.get(child.type) ?? child.type);
    else if (child.named && !isTrivia(child)) operands.push(lower.expression(child));
  }
  const links: Expression[] = [];
  for (const [at, operator] of operators.entries()) {
    const [left, right] = [operands[at], operands[at + 1]];
    if (!left || !right) break;
    const middle = at + 1 < operators.length ? reusable(right, `${node.start}.${at}`) : undefined;
    if (middle) operands[at + 1] = middle.again;
    links.push(operation(node, operator, [left, middle?.first ?? right]));
  }
  const [first] = links;
  if (!first) return unknown(node, operands);
  return links.length === 1 ? first : operation(node, '&&', links);
};

const conditional: ExpressionHandler = (node, lower) => {
  const [then, test, otherwise] = partsOf(node).map((part) => lower.expression(part));
  if (!then || !test || !otherwise)
    return unknown(
      node,
      [then, test, otherwise].filter((part) => !!part),
    );
  return { kind: 'choice', test, then, otherwise, line: node.line, endLine: node.endLine };
};

function inner(node: SyntaxNode, lower: Lowering): Expression {
  const part = firstPartOf(node);
  return part ? lower.expression(part) : unknown(node);
}

const awaited: ExpressionHandler = (node, lower) => ({
  kind: 'await',
  value: inner(node, lower),
  line: node.line,
  endLine: node.endLine,
});

const yielded: ExpressionHandler = (node, lower) => {
  const part = firstPartOf(node);
  return {
    kind: 'yield',
    ...(part && { value: lower.expression(part) }),
    line: node.line,
    endLine: node.endLine,
  };
};

/** `name := value`; also a plain assignment in place of an expression. */
function assign(targetField: string, valueField: string): ExpressionHandler {
  return (node, lower) => ({
    kind: 'assign',
    target: lower.target(node, targetField),
    value: lower.operand(node, valueField),
    line: node.line,
    endLine: node.endLine,
  });
}

const augmented: ExpressionHandler = (node, lower) => ({
  kind: 'assign',
  target: lower.target(node, 'left'),
  value: lower.operand(node, 'right'),
  operator: operatorOf(node).slice(0, -1),
  line: node.line,
  endLine: node.endLine,
});

/** `value as name` outside of the statements that allow it, after a syntax error. */
const named: ExpressionHandler = (node, lower) => {
  const alias = fieldOf(node, 'alias');
  const value = inner(node, lower);
  if (!alias) return value;
  return { kind: 'assign', target: lower.pattern(alias), value, line: node.line, endLine: node.endLine };
};

export const OPERATORS: Readonly<Record<string, ExpressionHandler>> = {
  boolean_operator: logical,
  binary_operator: binary,
  unary_operator: unary,
  not_operator: not,
  comparison_operator: comparison,
  conditional_expression: conditional,
  parenthesized_expression: inner,
  parenthesized_list_splat: inner,
  as_pattern_target: inner,
  await: awaited,
  yield: yielded,
  named_expression: assign('name', 'value'),
  assignment: assign('left', 'right'),
  augmented_assignment: augmented,
  as_pattern: named,
};
