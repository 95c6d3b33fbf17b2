import type { Expression, Statement } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { assignment, send, shortDeclaration, step } from './assignments.js';
import { documentationOf } from './comments.js';
import { constDeclaration } from './constants.js';
import {
  forStatement,
  ifStatement,
  selectStatement,
  switchStatement,
  typeSwitchStatement,
} from './control-flow.js';
import { typeSpec, varDeclaration } from './declarations.js';
import { functionOf } from './functions.js';
import { fieldOf, linesOf, nameAt, partsOf, type GoFile } from './go-file.js';
import { importDeclaration } from './imports.js';
import { listAt } from './types.js';

type LowerStatement = (file: GoFile, node: SyntaxNode) => Statement | readonly Statement[];
type LowerDocumented = (
  file: GoFile,
  node: SyntaxNode,
  documentation: string | undefined,
) => readonly Statement[];

function expressionStatement(node: SyntaxNode, expression: Expression): Statement {
  const lines = linesOf(node);
  if (expression.kind !== 'call' || expression.callee.kind !== 'name' || expression.callee.name !== 'panic')
    return { kind: 'expression', ...lines, expression };
  const [argument] = expression.arguments;
  return { kind: 'throw', ...lines, ...(argument && { value: argument.value }) };
}

function effect(lower: (file: GoFile, node: SyntaxNode) => Expression): LowerStatement {
  return (file, node) => ({ kind: 'expression', ...linesOf(node), expression: lower(file, node) });
}

/** `go f()` and `defer f()`. */
function startedCall(file: GoFile, node: SyntaxNode): Statement[] {
  return file
    .expressions(node)
    .map((expression) => ({ kind: 'expression', ...linesOf(node), expression, later: true }) as const);
}

function returned(file: GoFile, node: SyntaxNode): Expression[] {
  const lists = partsOf(node);
  if (lists.length > 0) return lists.flatMap((list) => file.expressions(list));
  return file.results.map((name) =>
    name === '_' ? ({ kind: 'constant', ...linesOf(node), value: null } as const) : nameAt(node, name),
  );
}

/** A bare `return` returns the named results. */
function returnStatement(file: GoFile, node: SyntaxNode): Statement {
  const values = returned(file, node);
  const [first] = values;
  if (!first) return { kind: 'return', ...linesOf(node) };
  return { kind: 'return', ...linesOf(node), value: values.length === 1 ? first : listAt(node, values) };
}

/** A loop with its label; one with an init is the last statement of a block. Undefined for any other statement. */
function labeledLoop(statement: Statement | undefined, label: string): Statement | undefined {
  if (statement?.kind === 'loop' || statement?.kind === 'for-each') return { ...statement, label };
  if (statement?.kind !== 'block') return undefined;
  const loop = labeledLoop(statement.body.at(-1), label);
  return loop && { ...statement, body: [...statement.body.slice(0, -1), loop] };
}

/** Labels are kept for loops, switches and selects, which `break` can leave; other labels are only targets of `goto`. */
function labeled(file: GoFile, node: SyntaxNode): Statement | readonly Statement[] {
  const body = file.statements(node.children.filter((child) => child.field !== 'label'));
  const label = file.text(fieldOf(node, 'label'));
  const types = partsOf(node).map(({ type }) => type);
  const loop = types.includes('for_statement') ? labeledLoop(body[0], label) : undefined;
  if (loop || !types.some((type) => /^(?:expression_switch|type_switch|select)_/u.test(type)))
    return loop ?? body;
  const lines = linesOf(node);
  return { kind: 'switch', label, cases: [{ tests: [], body, ...lines }], ...lines };
}

/** `break` and `continue`, with an optional label. */
function leaving(kind: 'break' | 'continue'): LowerStatement {
  return (file, node) => {
    const label = file.text(partsOf(node)[0]);
    return { kind, ...linesOf(node), ...(label !== '' && { label }) };
  };
}

const nothing: LowerStatement = () => [];
const inner: LowerStatement = (file, node) => file.statements(node.children);

const STATEMENTS: ReadonlyMap<string, LowerStatement> = new Map<string, LowerStatement>([
  ['import_declaration', importDeclaration],
  ['var_declaration', varDeclaration],
  ['const_declaration', constDeclaration],
  ['short_var_declaration', shortDeclaration],
  ['assignment_statement', effect(assignment)],
  ['inc_statement', effect(step)],
  ['dec_statement', effect(step)],
  ['send_statement', effect(send)],
  ['return_statement', returnStatement],
  ['go_statement', startedCall],
  ['defer_statement', startedCall],
  ['if_statement', ifStatement],
  ['for_statement', forStatement],
  ['expression_switch_statement', switchStatement],
  ['type_switch_statement', typeSwitchStatement],
  ['select_statement', selectStatement],
  ['labeled_statement', labeled],
  ['block', (file, node) => ({ kind: 'block', ...linesOf(node), body: file.statements(node.children) })],
  ['break_statement', leaving('break')],
  ['continue_statement', leaving('continue')],
  ['statement_list', inner],
  ['ERROR', inner],
  ['package_clause', nothing],
  ['comment', nothing],
  ['empty_statement', nothing],
  ['goto_statement', nothing],
  ['fallthrough_statement', nothing],
]);

function functionDeclaration(file: GoFile, node: SyntaxNode, documentation?: string): Statement[] {
  file.enterFunction();
  return [{ kind: 'function', ...linesOf(node), function: functionOf(file, node, documentation) }];
}

const SPECS = new Set(['type_spec', 'type_alias']);

/** `type …`, one or several in parentheses: with only one, the comment before the declaration documents it. */
function typeDeclaration(file: GoFile, node: SyntaxNode, documentation: string | undefined): Statement[] {
  const outer = partsOf(node).length === 1 ? documentation : undefined;
  return node.children.flatMap((spec, index) =>
    SPECS.has(spec.type) ? typeSpec(file, spec, documentationOf(file, node.children, index) ?? outer) : [],
  );
}

const DOCUMENTED: ReadonlyMap<string, LowerDocumented> = new Map<string, LowerDocumented>([
  ['function_declaration', functionDeclaration],
  ['method_declaration', functionDeclaration],
  ['type_declaration', typeDeclaration],
]);

function lowerStatement(file: GoFile, node: SyntaxNode): Statement | readonly Statement[] {
  const lower = STATEMENTS.get(node.type);
  return lower ? lower(file, node) : expressionStatement(node, file.expression(node));
}

/** The nodes of which only certain fields are lowered. */
const READ_BY_FIELDS = new Set([
  ...[
    'function_declaration',
    'method_declaration',
    'type_declaration',
    'var_declaration',
    'const_declaration',
  ],
  ...['short_var_declaration', 'assignment_statement', 'if_statement', 'for_statement', 'select_statement'],
  ...['expression_switch_statement', 'type_switch_statement'],
]);

/** The parts of a statement that are syntax errors. */
function syntaxErrors(file: GoFile, node: SyntaxNode): Statement[] {
  if (!READ_BY_FIELDS.has(node.type)) return [];
  return file.statements(node.children.filter((child) => child.type === 'ERROR'));
}

/** Lowers statements and declarations, skipping tokens and comments. */
export function lowerStatements(file: GoFile, nodes: readonly SyntaxNode[]): Statement[] {
  const statements: Statement[] = [];
  for (const [index, node] of nodes.entries()) {
    if (!node.named || node.type === 'comment') continue;
    const declare = DOCUMENTED.get(node.type);
    const lowered = declare
      ? declare(file, node, documentationOf(file, nodes, index))
      : lowerStatement(file, node);
    // One by one: spreading a very long array into the arguments of a call overflows the stack.
    if ('kind' in lowered) statements.push(lowered);
    else for (const statement of lowered) statements.push(statement);
    if (file.broken) for (const statement of syntaxErrors(file, node)) statements.push(statement);
  }
  return statements;
}
