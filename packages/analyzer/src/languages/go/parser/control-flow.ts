import type { Case, Expression, Lines, Statement } from '../../../ir/program.js';
import type { SyntaxNode } from '../../syntax-tree.js';
import { assignment, optionalPattern, shortDeclaration } from './assignments.js';
import { fieldOf, fieldsOf, linesOf, nameAt, partsOf, type GoFile } from './go-file.js';
import { lowerType } from './types.js';

/** A statement with its init, in a block that limits the scope of the init's names. */
function withInit(
  file: GoFile,
  node: SyntaxNode,
  init: SyntaxNode | undefined,
  then: () => Statement,
): Statement {
  if (!init) return then();
  const before = file.statements([init]);
  return { kind: 'block', ...linesOf(node), body: [...before, then()] };
}

function block(file: GoFile, node: SyntaxNode | undefined): Statement[] {
  return node ? file.statements(node.children) : [];
}

export function ifStatement(file: GoFile, node: SyntaxNode): Statement {
  return withInit(file, node, fieldOf(node, 'initializer'), () => {
    const alternatives = fieldsOf(node, 'alternative');
    const [alternative] = alternatives;
    return {
      kind: 'if',
      ...linesOf(node),
      test: file.part(node, 'condition'),
      then: block(file, fieldOf(node, 'consequence')),
      otherwise: alternative?.type === 'block' ? block(file, alternative) : file.statements(alternatives),
    };
  });
}

function rangeStatement(file: GoFile, node: SyntaxNode, clause: SyntaxNode): Statement {
  const iterable = file.part(clause, 'right');
  const left = fieldOf(clause, 'left');
  const [first, second] = left ? partsOf(left) : [];
  const key = optionalPattern(file, first);
  const target = optionalPattern(file, second);
  return {
    kind: 'for-each',
    ...linesOf(node),
    ...(target && { target }),
    ...(key && { key }),
    iterable,
    body: block(file, fieldOf(node, 'body')),
  };
}

/** The update of a loop is a statement in Go, but never a declaration. */
function updateOf(file: GoFile, clause: SyntaxNode): Expression | undefined {
  const update = fieldOf(clause, 'update');
  const [statement] = update ? file.statements([update]) : [];
  return statement?.kind === 'expression' ? statement.expression : undefined;
}

function clauseLoop(file: GoFile, node: SyntaxNode, clause: SyntaxNode): Statement {
  return withInit(file, node, fieldOf(clause, 'initializer'), () => {
    const condition = fieldOf(clause, 'condition');
    const update = updateOf(file, clause);
    return {
      kind: 'loop',
      ...linesOf(node),
      ...(condition && { test: file.expression(condition) }),
      ...(update && { update }),
      body: block(file, fieldOf(node, 'body')),
    };
  });
}

export function forStatement(file: GoFile, node: SyntaxNode): Statement {
  const head = partsOf(node).find((part) => part.field !== 'body' && part.type !== 'ERROR');
  if (head?.type === 'range_clause') return rangeStatement(file, node, head);
  if (head?.type === 'for_clause') return clauseLoop(file, node, head);
  return {
    kind: 'loop',
    ...linesOf(node),
    ...(head && { test: file.expression(head) }),
    body: block(file, fieldOf(node, 'body')),
  };
}

/** `case …:` with its body, after the bindings of the case itself. */
function caseOf(
  file: GoFile,
  node: SyntaxNode,
  tests: readonly Expression[],
  bound: readonly Statement[],
): Case {
  const lists = node.children.filter((child) => child.type === 'statement_list' || child.type === 'ERROR');
  const falls = lists.some((list) => partsOf(list).at(-1)?.type === 'fallthrough_statement');
  const body = [...bound, ...file.statements(lists)];
  return { ...linesOf(node), tests, body, ...(falls && { falls }) };
}

const CASES = new Set(['expression_case', 'type_case', 'communication_case', 'default_case']);

function casesOf(node: SyntaxNode, lower: (each: SyntaxNode) => Case): Case[] {
  return node.children.filter((child) => CASES.has(child.type)).map(lower);
}

export function switchStatement(file: GoFile, node: SyntaxNode): Statement {
  return withInit(file, node, fieldOf(node, 'initializer'), () => {
    const subject = fieldOf(node, 'value');
    return {
      kind: 'switch',
      ...linesOf(node),
      ...(subject && { subject: file.expression(subject) }),
      cases: casesOf(node, (each) => caseOf(file, each, file.expressions(fieldOf(each, 'value')), [])),
    };
  });
}

const isNil = (type: Expression) => type.kind === 'name' && type.name === 'nil';

function typeTest(file: GoFile, node: SyntaxNode): Expression {
  const type = lowerType(file, node);
  return isNil(type) ? { kind: 'constant', ...linesOf(node), value: null } : type;
}

/** Binds the name of a type switch in one case, cast to the case's type if there is only one. */
function boundInCase(lines: Lines, name: string, value: Expression, tests: readonly Expression[]): Statement {
  const [type] = tests;
  const isTyped = type !== undefined && tests.length === 1 && type.kind !== 'constant';
  return {
    kind: 'declare',
    ...lines,
    target: { kind: 'bind', ...lines, name },
    value: isTyped ? { kind: 'cast', ...lines, value, type } : value,
  };
}

/** Whether evaluating it again is free and has no effect. */
function isSimple(expression: Expression): boolean {
  return expression.kind === 'name' || (expression.kind === 'member' && expression.object.kind === 'name');
}

function typeCases(file: GoFile, node: SyntaxNode, subject: Expression): Statement {
  const alias = fieldOf(node, 'alias');
  const name = file.text(alias);
  if (alias) file.learn(name, 'variable');
  const cases = casesOf(node, (each) => {
    const tests = fieldsOf(each, 'type').map((type) => typeTest(file, type));
    const lines = { line: each.line, endLine: each.line };
    return caseOf(file, each, tests, alias ? [boundInCase(lines, name, subject, tests)] : []);
  });
  return { kind: 'switch', ...linesOf(node), subject, cases };
}

export function typeSwitchStatement(file: GoFile, node: SyntaxNode): Statement {
  return withInit(file, node, fieldOf(node, 'initializer'), () => {
    const value = file.part(node, 'value');
    const alias = fieldOf(node, 'alias');
    if (isSimple(value) || !alias) return typeCases(file, node, value);
    // Each case binds the value again: it is evaluated once, under a name that no source can contain.
    const lines = linesOf(node);
    const subject = nameAt(node, `${file.text(alias)}@${node.line}`);
    const target = { kind: 'bind', ...lines, name: subject.name } as const;
    const body: Statement[] = [{ kind: 'declare', ...lines, target, value }, typeCases(file, node, subject)];
    return { kind: 'block', ...lines, body };
  });
}

/** The communication of a select's case, as the first statement of its body. */
function communication(file: GoFile, node: SyntaxNode): Statement[] {
  if (node.type !== 'receive_statement') return file.statements([node]);
  if (node.children.some((child) => child.type === ':=')) return shortDeclaration(file, node);
  return [{ kind: 'expression', ...linesOf(node), expression: assignment(file, node) }];
}

export function selectStatement(file: GoFile, node: SyntaxNode): Statement {
  const cases = casesOf(node, (each) => {
    const awaited = fieldOf(each, 'communication');
    if (!awaited) return caseOf(file, each, [], []);
    const test: Expression = { kind: 'unknown', ...linesOf(awaited), parts: [] };
    return caseOf(file, each, [test], communication(file, awaited));
  });
  return { kind: 'switch', ...linesOf(node), cases };
}
