import type * as ast from '@babel/types';
import type { Argument, Entry, Expression, Lines, ListLiteral } from '../../../ir/program.js';
import { linesOf, type Lowering, type LowerTable } from './lowering.js';

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['===', '=='],
  ['!==', '!='],
]);

const constant = (
  value: string | number | boolean | null,
  { line, endLine, column, endColumn }: Lines,
): Expression => ({ kind: 'constant', value, line, endLine, column, endColumn });

const unknown = (parts: readonly Expression[], lines: Lines): Expression => ({
  kind: 'unknown',
  parts,
  ...lines,
});

function argument(node: ast.Node, lower: Lowering): Argument {
  if (node.type === 'SpreadElement') return { value: lower.expression(node.argument), spread: 'list' };
  return { value: lower.expression(node) };
}

function call(
  node: ast.CallExpression | ast.OptionalCallExpression | ast.NewExpression,
  lower: Lowering,
  { line, endLine, column, endColumn }: Lines,
): Expression {
  const callee = lower.expression(node.callee);
  const given = node.arguments.map((each) => argument(each, lower));
  return node.type === 'NewExpression'
    ? { kind: 'call', callee, arguments: given, construct: true, line, endLine, column, endColumn }
    : { kind: 'call', callee, arguments: given, line, endLine, column, endColumn };
}

/** The key of a property: a computed one as an expression, any other as a constant. */
export function propertyKey(
  key: ast.Node,
  computed: boolean | null | undefined,
  lower: Lowering,
): Expression {
  if (!computed && key.type === 'Identifier') return constant(lower.name(key.name), linesOf(key));
  if (key.type === 'PrivateName') return constant(`#${key.id.name}`, linesOf(key));
  return lower.expression(key);
}

/** `list[i++]` uses the index before the increment: `(i += 1) - 1`. */
function before(node: ast.Node, key: Expression): Expression {
  if (node.type !== 'UpdateExpression' || node.prefix) return key;
  const lines = linesOf(node);
  const operator = node.operator === '++' ? '-' : '+';
  return { kind: 'operation', operator, operands: [key, constant(1, lines)], ...lines };
}

function member(
  node: ast.MemberExpression | ast.OptionalMemberExpression,
  lower: Lowering,
  { line, endLine }: Lines,
): Expression {
  const object = lower.expression(node.object);
  const key = before(node.property, propertyKey(node.property, node.computed, lower));
  return key.kind === 'constant' && typeof key.value === 'string'
    ? { kind: 'member', object, property: key.value, line, endLine }
    : { kind: 'index', object, index: key, line, endLine };
}

function template(node: ast.TemplateLiteral, lower: Lowering, lines: Lines): Expression {
  const parts: Expression[] = [];
  node.quasis.forEach((quasi, index) => {
    const text = quasi.value.cooked ?? quasi.value.raw;
    if (text !== '') parts.push(constant(text, linesOf(quasi)));
    const inserted = node.expressions[index];
    if (inserted) parts.push(lower.expression(inserted));
  });
  if (parts.length === 0) return constant('', lines);
  return parts.length === 1 && parts[0]?.kind === 'constant' ? parts[0] : { kind: 'text', parts, ...lines };
}

function entry(node: ast.ObjectExpression['properties'][number], lower: Lowering): Entry {
  if (node.type === 'SpreadElement') return { spread: lower.expression(node.argument) };
  const key = propertyKey(node.key, node.computed, lower);
  if (node.type === 'ObjectProperty') return { key, value: lower.expression(node.value) };
  const name = key.kind === 'constant' ? String(key.value) : '';
  return { key, value: { kind: 'function', function: lower.function(node, name), ...linesOf(node) } };
}

function list(node: ast.ArrayExpression, lower: Lowering, lines: Lines): ListLiteral {
  return {
    kind: 'list',
    items: node.elements.map((each) => (each ? argument(each, lower) : { value: constant(null, lines) })),
    ...lines,
  };
}

function assign(node: ast.AssignmentExpression, lower: Lowering, { line, endLine }: Lines): Expression {
  const operator = node.operator.slice(0, -1);
  const target = lower.pattern(node.left);
  const value = lower.expression(node.right);
  return operator === ''
    ? { kind: 'assign', target, value, line, endLine }
    : { kind: 'assign', target, value, operator, line, endLine };
}

function unary(node: ast.UnaryExpression, lower: Lowering, lines: Lines): Expression {
  if (node.operator === 'void') return constant(null, lines);
  const operand = lower.expression(node.argument);
  if (node.operator === '-' && operand.kind === 'constant' && typeof operand.value === 'number')
    return constant(-operand.value, lines);
  return { kind: 'operation', operator: node.operator, operands: [operand], ...lines };
}

function binary(
  node: ast.BinaryExpression | ast.LogicalExpression,
  lower: Lowering,
  { line, endLine, column, endColumn }: Lines,
): Expression {
  const operator = OPERATORS.get(node.operator) ?? node.operator;
  return {
    kind: 'operation',
    operator,
    operands: [lower.expression(node.left), lower.expression(node.right)],
    line,
    endLine,
    column,
    endColumn,
  };
}

/** A long chain `a + b + c …` nests to the left as deep as it is long: it is flattened into one text, in a loop. */
function chain(node: ast.BinaryExpression, lower: Lowering, lines: Lines): Expression {
  const operands: Expression[] = [];
  let left: ast.Node = node;
  while (left.type === 'BinaryExpression' && left.operator === '+') {
    operands.unshift(lower.expression(left.right));
    left = left.left;
  }
  operands.unshift(lower.expression(left));
  return { kind: 'operation', operator: '+', operands, ...lines };
}

function cast(
  node: ast.TSAsExpression | ast.TSSatisfiesExpression | ast.TSTypeAssertion,
  lower: Lowering,
  lines: Lines,
): Expression {
  const value = lower.expression(node.expression);
  const type = lower.type(node.typeAnnotation);
  return type ? { kind: 'cast', value, type, ...lines } : value;
}

const jsx = (
  node: ast.JSXElement | ast.JSXFragment | ast.JSXOpeningElement,
  lower: Lowering,
  lines: Lines,
): Expression => {
  const parts =
    node.type === 'JSXOpeningElement'
      ? node.attributes
      : [...(node.type === 'JSXElement' ? [node.openingElement] : []), ...node.children];
  return unknown(
    parts.map((part) => lower.expression(part)),
    lines,
  );
};

/** How each kind of expression is lowered. */
export const EXPRESSIONS: LowerTable<Expression> = {
  StringLiteral: (node, _, lines) => constant(node.value, lines),
  NumericLiteral: (node, _, lines) => constant(node.value, lines),
  BigIntLiteral: (node, _, lines) => constant(Number(node.value), lines),
  BooleanLiteral: (node, _, lines) => constant(node.value, lines),
  NullLiteral: (_node, _, lines) => constant(null, lines),
  DirectiveLiteral: (node, _, lines) => constant(node.value, lines),
  Identifier: (node, lower, lines) =>
    node.name === 'undefined'
      ? constant(null, lines)
      : { kind: 'name', name: lower.name(node.name), line: lines.line, endLine: lines.endLine },
  ThisExpression: (_node, _, { line, endLine }) => ({ kind: 'name', name: 'this', line, endLine }),
  Super: (_node, _, { line, endLine }) => ({ kind: 'name', name: 'super', line, endLine }),
  Import: (_node, _, { line, endLine }) => ({ kind: 'name', name: 'import', line, endLine }),
  MetaProperty: (node, _, { line, endLine }) => ({
    kind: 'name',
    name: `${node.meta.name}.${node.property.name}`,
    line,
    endLine,
  }),
  RegExpLiteral: (node, _, lines) => ({
    kind: 'regex',
    pattern: node.pattern,
    flags: node.flags,
    ...lines,
  }),
  TemplateLiteral: template,
  TaggedTemplateExpression: (node, lower, lines) => ({
    kind: 'call',
    callee: lower.expression(node.tag),
    arguments: [{ value: lower.expression(node.quasi) }],
    tagged: true,
    ...lines,
  }),
  MemberExpression: member,
  OptionalMemberExpression: member,
  CallExpression: call,
  OptionalCallExpression: call,
  NewExpression: call,
  ImportExpression: (node, lower, lines) => ({
    kind: 'call',
    callee: { kind: 'name', name: 'import', line: lines.line, endLine: lines.endLine },
    arguments: [{ value: lower.expression(node.source) }],
    ...lines,
  }),
  BinaryExpression: (node, lower, lines) =>
    node.operator === '+' ? chain(node, lower, lines) : binary(node, lower, lines),
  LogicalExpression: binary,
  UnaryExpression: unary,
  UpdateExpression: (node, lower, lines) => ({
    kind: 'assign',
    target: lower.pattern(node.argument),
    value: constant(1, lines),
    operator: node.operator === '++' ? '+' : '-',
    ...lines,
  }),
  AssignmentExpression: assign,
  ConditionalExpression: (node, lower, { line, endLine }) => ({
    kind: 'choice',
    test: lower.expression(node.test),
    then: lower.expression(node.consequent),
    otherwise: lower.expression(node.alternate),
    line,
    endLine,
  }),
  ObjectExpression: (node, lower, { line, endLine }) => ({
    kind: 'object',
    entries: node.properties.map((each) => entry(each, lower)),
    line,
    endLine,
  }),
  ArrayExpression: list,
  FunctionExpression: (node, lower, { line, endLine }) => ({
    kind: 'function',
    function: lower.function(node),
    line,
    endLine,
  }),
  ArrowFunctionExpression: (node, lower, { line, endLine }) => ({
    kind: 'function',
    function: lower.function(node),
    line,
    endLine,
  }),
  ClassExpression: (node, lower, { line, endLine }) => ({
    kind: 'class',
    class: lower.class(node),
    line,
    endLine,
  }),
  SequenceExpression: (node, lower, { line, endLine }) => ({
    kind: 'sequence',
    expressions: node.expressions.map((each) => lower.expression(each)),
    line,
    endLine,
  }),
  AwaitExpression: (node, lower, { line, endLine }) => ({
    kind: 'await',
    value: lower.expression(node.argument),
    line,
    endLine,
  }),
  YieldExpression: (node, lower, { line, endLine }) => ({
    kind: 'yield',
    ...(node.argument && { value: lower.expression(node.argument) }),
    line,
    endLine,
  }),
  ParenthesizedExpression: (node, lower) => lower.expression(node.expression),
  TSAsExpression: cast,
  TSSatisfiesExpression: cast,
  TSTypeAssertion: cast,
  TSNonNullExpression: (node, lower) => lower.expression(node.expression),
  TSInstantiationExpression: (node, lower) => lower.expression(node.expression),
  JSXElement: jsx,
  JSXFragment: jsx,
  JSXOpeningElement: jsx,
  JSXAttribute: (node, lower, lines) => unknown(node.value ? [lower.expression(node.value)] : [], lines),
  JSXSpreadAttribute: (node, lower) => lower.expression(node.argument),
  JSXExpressionContainer: (node, lower) => lower.expression(node.expression),
};
