import type * as ast from '@babel/types';
import type { Case, Expression, Import, Statement } from '../../../ir/program.js';
import { lowerInterface } from './definitions.js';
import { linesOf, type Lowering, type LowerTable } from './lowering.js';

const bodyOf = (node: ast.Statement | null | undefined, lower: Lowering): Statement[] =>
  node ? lower.statements(node.type === 'BlockStatement' ? node.body : [node]) : [];

function declarations(node: ast.VariableDeclaration, lower: Lowering): Statement[] {
  return node.declarations.map((each): Statement => {
    const { id, init } = each;
    const type = 'typeAnnotation' in id ? lower.type(id.typeAnnotation) : undefined;
    const { line, endLine } = linesOf(each);
    // A variable exists before its initialization: functions that assign it assign this one.
    const nothing =
      type || node.declare ? undefined : ({ kind: 'constant', value: null, line, endLine } as const);
    const value = init ? named(init, id, lower) : nothing;
    const target = lower.pattern(id);
    if (value && !type) return { kind: 'declare', target, value, line, endLine };
    return { kind: 'declare', target, ...(value && { value }), ...(type && { type }), line, endLine };
  });
}

/** An anonymous function gets the name of its variable. */
function named(value: ast.Expression, target: ast.Node, lower: Lowering): Expression {
  const name = target.type === 'Identifier' ? target.name : undefined;
  if (value.type === 'ArrowFunctionExpression' || value.type === 'FunctionExpression')
    return { kind: 'function', function: lower.function(value, name), ...linesOf(value) };
  if (value.type === 'ClassExpression')
    return { kind: 'class', class: lower.class(value, name), ...linesOf(value) };
  // `var __helper = (this && this.__helper) || function …`: helpers that compilers emit are recognized by name.
  if (value.type === 'LogicalExpression')
    return {
      kind: 'operation',
      operator: value.operator,
      operands: [lower.expression(value.left), named(value.right, target, lower)],
      ...linesOf(value),
    };
  return lower.expression(value);
}

/** The name or pattern that a loop binds. */
function loopTarget(node: ast.ForOfStatement | ast.ForInStatement, lower: Lowering) {
  const { left } = node;
  const [first] = left.type === 'VariableDeclaration' ? left.declarations : [];
  return lower.pattern(first?.id ?? left);
}

function forLoop(node: ast.ForStatement, lower: Lowering): Statement[] {
  const { init, test, update } = node;
  const before: Statement[] = !init
    ? []
    : init.type === 'VariableDeclaration'
      ? declarations(init, lower)
      : [{ kind: 'expression', expression: lower.expression(init), ...linesOf(init) }];
  return [
    ...before,
    {
      kind: 'loop',
      ...(test && { test: lower.expression(test) }),
      ...(update && { update: lower.expression(update) }),
      body: bodyOf(node.body, lower),
      ...linesOf(node),
    },
  ];
}

const LEAVING = new Set(['BreakStatement', 'ReturnStatement', 'ThrowStatement', 'ContinueStatement']);

function leaves(body: readonly ast.Statement[]): boolean {
  const last = body.at(-1);
  return last?.type === 'BlockStatement' ? leaves(last.body) : last !== undefined && LEAVING.has(last.type);
}

/** The statements of a case without the final `break`. */
function caseBody(body: readonly ast.Statement[], lower: Lowering): Statement[] {
  const [only] = body;
  const inner = body.length === 1 && only?.type === 'BlockStatement' ? only.body : body;
  const last = inner.at(-1);
  return lower.statements(last?.type === 'BreakStatement' && !last.label ? inner.slice(0, -1) : inner);
}

function switchStatement(node: ast.SwitchStatement, lower: Lowering): Statement[] {
  const cases = node.cases.map((each): Case => ({
    tests: each.test ? [lower.expression(each.test)] : [],
    body: caseBody(each.consequent, lower),
    ...(!leaves(each.consequent) && { falls: true }),
    ...linesOf(each),
  }));
  return [{ kind: 'switch', subject: lower.expression(node.discriminant), cases, ...linesOf(node) }];
}

function tryStatement(node: ast.TryStatement, lower: Lowering): Statement[] {
  const { handler, finalizer } = node;
  return [
    {
      kind: 'try',
      body: lower.statements(node.block.body),
      handlers: handler
        ? [
            {
              types: [],
              ...(handler.param && { binding: lower.pattern(handler.param) }),
              body: lower.statements(handler.body.body),
              ...linesOf(handler),
            },
          ]
        : [],
      ...(finalizer && { finally: lower.statements(finalizer.body) }),
      ...linesOf(node),
    },
  ];
}

const nameOf = (node: ast.Identifier | ast.StringLiteral): string =>
  node.type === 'Identifier' ? node.name : node.value;

function importStatement(node: ast.ImportDeclaration): Statement[] {
  const names: Import['names'] = node.specifiers.map((each) => ({
    imported:
      each.type === 'ImportSpecifier'
        ? nameOf(each.imported)
        : each.type === 'ImportDefaultSpecifier'
          ? 'default'
          : '*',
    local: each.local.name,
  }));
  const typeOnly = node.importKind === 'type';
  return [
    { kind: 'import', module: node.source.value, names, ...(typeOnly && { typeOnly }), ...linesOf(node) },
  ];
}

/** The names that a declaration binds at the top level. */
function boundNames(statements: readonly Statement[]): string[] {
  return statements.flatMap((each) => {
    if (each.kind === 'function') return [each.function.name];
    if (each.kind === 'class') return [each.class.name];
    if (each.kind !== 'declare') return [];
    const { target } = each;
    if (target.kind === 'bind') return [target.name];
    if (target.kind === 'fields')
      return target.fields.flatMap(({ value }) => (value.kind === 'bind' ? [value.name] : []));
    return [];
  });
}

function exportNamed(node: ast.ExportNamedDeclaration, lower: Lowering): Statement[] {
  const lines = linesOf(node);
  if (node.declaration) {
    const declared = lower.statements([node.declaration]);
    const names = boundNames(declared).map((name) => ({ local: name, exported: name }));
    return [...declared, { kind: 'export', names, ...lines }];
  }
  const names = node.specifiers.map((each) => ({
    local: each.type === 'ExportSpecifier' ? each.local.name : '*',
    exported: nameOf(each.exported),
  }));
  return [{ kind: 'export', names, ...(node.source && { module: node.source.value }), ...lines }];
}

function exportDefault(node: ast.ExportDefaultDeclaration, lower: Lowering): Statement[] {
  const lines = linesOf(node);
  const { declaration } = node;
  if (declaration.type === 'TSDeclareFunction') return [];
  if (
    (declaration.type === 'FunctionDeclaration' || declaration.type === 'ClassDeclaration') &&
    declaration.id
  ) {
    const names = [{ local: declaration.id.name, exported: 'default' }];
    return [...lower.statements([declaration]), { kind: 'export', names, ...lines }];
  }
  const value: Expression =
    declaration.type === 'FunctionDeclaration'
      ? { kind: 'function', function: lower.function(declaration, 'default'), ...lines }
      : declaration.type === 'ClassDeclaration'
        ? { kind: 'class', class: lower.class(declaration, 'default'), ...lines }
        : lower.expression(declaration);
  return [{ kind: 'export', names: [], value, ...lines }];
}

/** An enum is an object of its constants. */
function enumStatement(node: ast.TSEnumDeclaration, lower: Lowering): Statement[] {
  // The current parser lists them in the declaration, while its types put them in a body.
  const members = (node.body as ast.TSEnumBody | undefined)?.members ?? node.members;
  const entries = members.map((each, index) => ({
    key: { kind: 'constant' as const, value: nameOf(each.id), ...linesOf(each) },
    value: each.initializer
      ? lower.expression(each.initializer)
      : { kind: 'constant' as const, value: index, ...linesOf(each) },
  }));
  const lines = linesOf(node);
  return [
    {
      kind: 'declare',
      target: { kind: 'bind', name: node.id.name, ...lines },
      value: { kind: 'object', entries, ...lines },
      ...lines,
    },
  ];
}

/** `namespace R { export … }` is an object of its exports, created by a function of its own. */
function namespace(node: ast.TSModuleDeclaration, lower: Lowering): Statement[] {
  if (node.declare || node.body.type !== 'TSModuleBlock' || node.id.type !== 'Identifier') return [];
  const lines = linesOf(node);
  const lowered = lower.statements(node.body.body);
  const entries = lowered.flatMap((each) =>
    each.kind === 'export'
      ? each.names.map(({ local, exported }) => ({
          key: { kind: 'constant' as const, value: exported, ...lines },
          value: { kind: 'name' as const, name: local, ...lines },
        }))
      : [],
  );
  const body: Statement[] = [
    ...lowered.filter((each) => each.kind !== 'export'),
    { kind: 'return', value: { kind: 'object', entries, ...lines }, ...lines },
  ];
  const { name } = node.id;
  const made = {
    name,
    kind: 'function',
    parameters: [],
    body,
    decorators: [],
    arrow: true,
    ...lines,
  } as const;
  const callee = { kind: 'function', function: made, ...lines } as const;
  const value = { kind: 'call', callee, arguments: [], ...lines } as const;
  return [{ kind: 'declare', target: { kind: 'bind', name, ...lines }, value, ...lines }];
}

/** `export = value` is `module.exports = value`. */
function exportAssignment(node: ast.TSExportAssignment, lower: Lowering): Statement[] {
  const lines = linesOf(node);
  const object = { kind: 'name', name: 'module', ...lines } as const;
  const exported = { kind: 'member', object, property: 'exports', ...lines } as const;
  const value = lower.expression(node.expression);
  const target = { kind: 'target', expression: exported, ...lines } as const;
  const expression = { kind: 'assign', target, value, ...lines } as const;
  return [{ kind: 'expression', expression, ...lines }];
}

const forEach = (node: ast.ForOfStatement | ast.ForInStatement, lower: Lowering): Statement[] => [
  {
    kind: 'for-each',
    ...(node.type === 'ForOfStatement'
      ? { target: loopTarget(node, lower) }
      : { key: loopTarget(node, lower) }),
    iterable: lower.expression(node.right),
    body: bodyOf(node.body, lower),
    ...linesOf(node),
  },
];

const whileLoop = (node: ast.WhileStatement | ast.DoWhileStatement, lower: Lowering): Statement[] => [
  { kind: 'loop', test: lower.expression(node.test), body: bodyOf(node.body, lower), ...linesOf(node) },
];

const LOOPS = /^(?:For|While|DoWhile)/u;

/** `break` can leave a labeled block: it is a switch with one case. */
function labeled(node: ast.LabeledStatement, lower: Lowering): Statement[] {
  const body = lower.statements([node.body]);
  const label = node.label.name;
  if (LOOPS.test(node.body.type))
    return body.map((each) => (each.kind === 'loop' || each.kind === 'for-each' ? { ...each, label } : each));
  const lines = linesOf(node);
  return [{ kind: 'switch', label, cases: [{ tests: [], body, ...lines }], ...lines }];
}

/** How each kind of statement is lowered; type declarations leave nothing. */
export const STATEMENTS: LowerTable<Statement[]> = {
  ExpressionStatement: (node, lower, { line, endLine }) => {
    const expression = lower.expression(node.expression);
    const isDiscarded = expression.kind === 'call' && expression.construct === true;
    return [
      {
        kind: 'expression',
        expression: isDiscarded ? { ...expression, discarded: true } : expression,
        line,
        endLine,
      },
    ];
  },
  VariableDeclaration: declarations,
  FunctionDeclaration: (node, lower, { line, endLine }) => [
    { kind: 'function', function: lower.function(node), line, endLine },
  ],
  ClassDeclaration: (node, lower, { line, endLine }) => [
    { kind: 'class', class: lower.class(node), line, endLine },
  ],
  TSInterfaceDeclaration: (node, lower, { line, endLine }) => {
    const definition = lowerInterface(node, lower);
    return definition ? [{ kind: 'class', class: definition, line, endLine }] : [];
  },
  TSEnumDeclaration: enumStatement,
  TSModuleDeclaration: namespace,
  BlockStatement: (node, lower, { line, endLine }) => [
    { kind: 'block', body: lower.statements(node.body), line, endLine },
  ],
  IfStatement: (node, lower, { line, endLine }) => [
    {
      kind: 'if',
      test: lower.expression(node.test),
      then: bodyOf(node.consequent, lower),
      otherwise: bodyOf(node.alternate, lower),
      line,
      endLine,
    },
  ],
  ForStatement: forLoop,
  ForOfStatement: forEach,
  ForInStatement: forEach,
  WhileStatement: whileLoop,
  DoWhileStatement: whileLoop,
  ReturnStatement: ({ argument }, lower, { line, endLine, column, endColumn }) => [
    argument
      ? { kind: 'return', value: lower.expression(argument), line, endLine, column, endColumn }
      : { kind: 'return', line, endLine, column, endColumn },
  ],
  ThrowStatement: (node, lower, { line, endLine }) => [
    { kind: 'throw', value: lower.expression(node.argument), line, endLine },
  ],
  BreakStatement: ({ label }, _, { line, endLine }) => [
    { kind: 'break', ...(label && { label: label.name }), line, endLine },
  ],
  ContinueStatement: ({ label }, _, { line, endLine }) => [
    { kind: 'continue', ...(label && { label: label.name }), line, endLine },
  ],
  SwitchStatement: switchStatement,
  TryStatement: tryStatement,
  LabeledStatement: labeled,
  WithStatement: (node, lower) => bodyOf(node.body, lower),
  ImportDeclaration: importStatement,
  ExportNamedDeclaration: exportNamed,
  ExportDefaultDeclaration: exportDefault,
  ExportAllDeclaration: (node, _, { line, endLine }) => [
    { kind: 'export', module: node.source.value, names: [{ local: '*', exported: '*' }], line, endLine },
  ],
  TSExportAssignment: exportAssignment,
  TSImportEqualsDeclaration: (node, _, { line, endLine }) =>
    node.moduleReference.type === 'TSExternalModuleReference'
      ? [
          {
            kind: 'import',
            module: node.moduleReference.expression.value,
            names: [{ imported: '*', local: node.id.name }],
            line,
            endLine,
          },
        ]
      : [],
};
