import type { Expression, Pattern, Statement } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { argumentsOf } from './arguments.js';
import { bind, evaluate, list, nameOf, operation, unknown } from './build.js';
import type { Lowering, StatementHandler } from './lowering.js';
import { hiddenName, isPlain } from './reuse.js';
import { fieldOf, firstPartOf, hasToken, partsOf } from './syntax.js';

/** An expression that reads a target after the assignment, if it is plain. */
function readOf(target: Pattern): Expression | undefined {
  if (target.kind === 'bind') return nameOf(target, target.name);
  return target.kind === 'target' && isPlain(target.expression) ? target.expression : undefined;
}

/** `a = b = v`: the first plain target takes the value, the others read it from there. */
function assignment(node: SyntaxNode, lower: Lowering, out: Statement[]): void {
  const targets: Pattern[] = [];
  let type: SyntaxNode | undefined;
  let right: SyntaxNode | undefined = node;
  while (right?.type === 'assignment') {
    targets.push(lower.target(right, 'left'));
    type ??= fieldOf(right, 'type');
    right = fieldOf(right, 'right');
  }
  const value = right && lower.expression(right);
  const [only] = targets.length === 1 ? targets : [];
  const primary = only ?? targets.find((target) => readOf(target)) ?? bind(node, hiddenName(node.start));
  const lines = { line: node.line, endLine: node.endLine };
  const annotation = type && lower.type(type);
  out.push({
    kind: 'declare',
    target: primary,
    ...(value && { value }),
    ...(annotation && { type: annotation }),
    ...lines,
  });
  const again = readOf(primary);
  for (const target of targets)
    if (target !== primary) out.push({ kind: 'declare', target, ...(again && { value: again }), ...lines });
}

const expressionStatement: StatementHandler = (node, lower, out) => {
  const first = firstPartOf(node);
  if (!first) return;
  if (first.type === 'assignment') assignment(first, lower, out);
  else if (node.children.length > 1 && hasToken(node, ','))
    out.push(evaluate(node, list(node, argumentsOf(node, lower))));
  else out.push(evaluate(node, lower.expression(first)));
};

const returned: StatementHandler = (node, lower, out) => {
  const value = firstPartOf(node);
  out.push({
    kind: 'return',
    ...(value && { value: lower.expression(value) }),
    line: node.line,
    endLine: node.endLine,
    column: node.column,
    endColumn: node.endColumn,
  });
};

const raised: StatementHandler = (node, lower, out) => {
  const value = partsOf(node).find((part) => part.field !== 'cause');
  out.push({
    kind: 'throw',
    ...(value && { value: lower.expression(value) }),
    line: node.line,
    endLine: node.endLine,
  });
};

const asserted: StatementHandler = (node, lower, out) => {
  const [test, message] = partsOf(node);
  const lines = { line: node.line, endLine: node.endLine };
  const thrown: Statement = { kind: 'throw', ...(message && { value: lower.expression(message) }), ...lines };
  const condition = test ? lower.expression(test) : unknown(node);
  out.push({ kind: 'if', test: operation(node, '!', [condition]), then: [thrown], otherwise: [], ...lines });
};

const deleted: StatementHandler = (node, lower, out) => {
  const targets = partsOf(node).map((part) => lower.expression(part));
  out.push(evaluate(node, unknown(node, targets)));
};

/** `print >>file, a` of Python 2 is the call `print(a, file=file)`. */
const printed: StatementHandler = (node, lower, out) => {
  const values = partsOf(node).map((part) => {
    const file = part.type === 'chevron' ? firstPartOf(part) : undefined;
    return file ? { value: lower.expression(file), name: 'file' } : { value: lower.expression(part) };
  });
  const { line, endLine, column, endColumn } = node;
  const callee = nameOf(node, 'print');
  out.push(evaluate(node, { kind: 'call', callee, arguments: values, line, endLine, column, endColumn }));
};

/** `exec code in scope` of Python 2 is the call `exec(code, scope)`. */
const executed: StatementHandler = (node, lower, out) => {
  const { line, endLine, column, endColumn } = node;
  const values = argumentsOf(node, lower);
  const callee = nameOf(node, 'exec');
  out.push(evaluate(node, { kind: 'call', callee, arguments: values, line, endLine, column, endColumn }));
};

/** `type X[T] = …`. The grammar also parses `type(x).y = …` as one. */
const typeAlias: StatementHandler = (node, lower, out) => {
  const [left, right] = [fieldOf(node, 'left'), fieldOf(node, 'right')].map(
    (type) => type && firstPartOf(type),
  );
  if (!left || !right) return;
  const name = left.type === 'generic_type' ? (firstPartOf(left) ?? left) : left;
  const value = name.type === 'identifier' ? lower.type(right) : lower.expression(right);
  out.push({ kind: 'declare', target: lower.pattern(name), value, line: node.line, endLine: node.endLine });
};

function jump(kind: 'break' | 'continue'): StatementHandler {
  return (node, _lower, out) => out.push({ kind, line: node.line, endLine: node.endLine });
}

const nothing: StatementHandler = () => undefined;

export const SIMPLE_STATEMENTS: Readonly<Record<string, StatementHandler>> = {
  expression_statement: expressionStatement,
  return_statement: returned,
  raise_statement: raised,
  assert_statement: asserted,
  delete_statement: deleted,
  print_statement: printed,
  exec_statement: executed,
  type_alias_statement: typeAlias,
  break_statement: jump('break'),
  continue_statement: jump('continue'),
  pass_statement: nothing,
  global_statement: nothing,
  nonlocal_statement: nothing,
  comment: nothing,
  line_continuation: nothing,
};
