import type { Expression, Handler, If, Pattern, Statement, Switch, With } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { argumentsOf } from './arguments.js';
import { unknown } from './build.js';
import type { Lowering, StatementHandler } from './lowering.js';
import { blockOf, fieldOf, fieldsOf, firstPartOf, partsOf } from './syntax.js';

/** Each `elif` nests one level deeper than the previous one. Longer chains become a Switch. */
const MAX_NESTED_BRANCHES = 100;

function otherwiseOf(node: SyntaxNode, lower: Lowering): Statement[] {
  return lower.statements(findBlock(node, 'else_clause'));
}

function findBlock(node: SyntaxNode, clause: string): SyntaxNode | undefined {
  const found = node.children.find((child) => child.type === clause);
  return found && blockOf(found);
}

/** The statement itself and its `elif` clauses: they have the same fields. */
function branchesOf(node: SyntaxNode): SyntaxNode[] {
  return [node, ...node.children.filter((child) => child.type === 'elif_clause')];
}

/** A chain of branches as a flat Switch. */
function switchOf(node: SyntaxNode, branches: readonly SyntaxNode[], lower: Lowering): Switch {
  const cases = branches.map((branch) => ({
    tests: [lower.operand(branch, 'condition')],
    body: lower.statements(fieldOf(branch, 'consequence')),
    line: branch.line,
    endLine: branch.endLine,
  }));
  const { line, endLine } = node;
  const last = { tests: [], body: otherwiseOf(node, lower), line, endLine };
  return { kind: 'switch', cases: [...cases, last], line, endLine };
}

const ifStatement: StatementHandler = (node, lower, out) => {
  const branches = branchesOf(node);
  const deeper = branches.length - 1;
  if (lower.nestedBranches + deeper > MAX_NESTED_BRANCHES) {
    out.push(switchOf(node, branches, lower));
    return;
  }
  lower.nestedBranches += deeper;
  const last = otherwiseOf(node, lower);
  let nested: If | undefined;
  for (const branch of branches.reverse())
    nested = {
      kind: 'if',
      test: lower.operand(branch, 'condition'),
      then: lower.statements(fieldOf(branch, 'consequence')),
      otherwise: nested ? [nested] : last,
      line: branch.line,
      endLine: node.endLine,
    };
  lower.nestedBranches -= deeper;
  if (nested) out.push(nested);
};

const whileStatement: StatementHandler = (node, lower, out) => {
  const otherwise = otherwiseOf(node, lower);
  out.push({
    kind: 'loop',
    test: lower.operand(node, 'condition'),
    body: lower.statements(fieldOf(node, 'body')),
    ...(otherwise.length > 0 && { otherwise }),
    line: node.line,
    endLine: node.endLine,
  });
};

const forStatement: StatementHandler = (node, lower, out) => {
  const otherwise = otherwiseOf(node, lower);
  out.push({
    kind: 'for-each',
    target: lower.target(node, 'left'),
    iterable: lower.operand(node, 'right'),
    body: lower.statements(fieldOf(node, 'body')),
    ...(otherwise.length > 0 && { otherwise }),
    line: node.line,
    endLine: node.endLine,
  });
};

/** The exceptions of an `except` clause: `A`, `(A, B)` and `A, B`. */
function exceptionsOf(node: SyntaxNode, lower: Lowering): Expression[] {
  if (node.type === 'tuple') return argumentsOf(node, lower).map((item) => item.value);
  const inner = node.type === 'parenthesized_expression' ? firstPartOf(node) : undefined;
  return inner ? exceptionsOf(inner, lower) : [lower.expression(node)];
}

function handlerOf(clause: SyntaxNode, lower: Lowering): Handler {
  const types: Expression[] = [];
  let binding: Pattern | undefined;
  for (const value of fieldsOf(clause, 'value')) {
    const alias = value.type === 'as_pattern' ? fieldOf(value, 'alias') : undefined;
    if (alias) binding = lower.pattern(alias);
    const exception = alias ? firstPartOf(value) : value;
    for (const type of exception ? exceptionsOf(exception, lower) : []) types.push(type);
  }
  const body = lower.statements(blockOf(clause));
  return { types, ...(binding && { binding }), body, line: clause.line, endLine: clause.endLine };
}

const tryStatement: StatementHandler = (node, lower, out) => {
  const otherwise = otherwiseOf(node, lower);
  const last = lower.statements(findBlock(node, 'finally_clause'));
  out.push({
    kind: 'try',
    body: lower.statements(fieldOf(node, 'body')),
    handlers: node.children
      .filter((child) => child.type === 'except_clause')
      .map((clause) => handlerOf(clause, lower)),
    ...(otherwise.length > 0 && { otherwise }),
    ...(last.length > 0 && { finally: last }),
    line: node.line,
    endLine: node.endLine,
  });
};

type WithItem = With['items'][number];

/** The items of a `with`. The grammar may parse parenthesized items as a tuple or as one parenthesized expression. */
function addWithItems(node: SyntaxNode, lower: Lowering, items: WithItem[]): void {
  const parts = partsOf(node);
  const alias = fieldOf(node, 'alias');
  const [value] = parts;
  if (node.type === 'as_pattern' && alias) {
    items.push({ value: value ? lower.expression(value) : unknown(node), target: lower.pattern(alias) });
    return;
  }
  const grouped =
    (node.type === 'tuple' || node.type === 'parenthesized_expression') &&
    parts.some((part) => part.type === 'as_pattern');
  if (grouped) for (const part of parts) addWithItems(part, lower, items);
  else items.push({ value: lower.expression(node) });
}

const withStatement: StatementHandler = (node, lower, out) => {
  const items: WithItem[] = [];
  const clause = node.children.find((child) => child.type === 'with_clause');
  for (const item of clause?.children ?? []) {
    const value = item.type === 'with_item' ? fieldOf(item, 'value') : undefined;
    if (value) addWithItems(value, lower, items);
  }
  const body = lower.statements(fieldOf(node, 'body'));
  out.push({ kind: 'with', items, body, line: node.line, endLine: node.endLine });
};

export const COMPOUND_STATEMENTS: Readonly<Record<string, StatementHandler>> = {
  if_statement: ifStatement,
  while_statement: whileStatement,
  for_statement: forStatement,
  try_statement: tryStatement,
  with_statement: withStatement,
};
