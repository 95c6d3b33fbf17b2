import type * as ast from '@babel/types';
import type { Expression, Import, Lines, Statement } from '../../../ir/program.js';
import { linesOf } from '../parser/lowering.js';
import type { ModuleOrigin } from './module-origin.js';

/** A statement of a library's code in a bundle. */
export interface LibraryStatement {
  readonly statement: ast.Statement;
  readonly library: Extract<ModuleOrigin, { kind: 'package' }>;
}

/** A name that the code of a library declares in a bundle. */
interface Declared {
  readonly name: string;
  readonly value: ast.Expression | null | undefined;
  readonly lines: Lines;
}

const LOADS = /^(?:__)?require(?:_|$)/u;
const NAMESPACE = /_exports(?:\$?\d+)?$|^exports_/u;
const DEFAULT = /_default(?:\$?\d+)?$|^default_/u;

/** The names that a pattern binds. */
function boundBy(pattern: ast.Node): string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((each) =>
        boundBy(each.type === 'RestElement' ? each.argument : each.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap((each) => (each ? boundBy(each) : []));
    case 'AssignmentPattern':
      return boundBy(pattern.left);
    case 'RestElement':
      return boundBy(pattern.argument);
    default:
      return [];
  }
}

function declaredBy(statement: ast.Statement): Declared[] {
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration') {
    const { id } = statement;
    return id ? [{ name: id.name, value: undefined, lines: linesOf(statement) }] : [];
  }
  if (statement.type !== 'VariableDeclaration') return [];
  return statement.declarations.flatMap((each) =>
    boundBy(each.id).map((name) => ({ name, value: each.init, lines: linesOf(each) })),
  );
}

/** `__export(zod_exports, { string: () => string2 })`: the object that a library exports, and its names in the bundle. */
function* exportedBy(statement: ast.Statement): Generator<{ object: string; names: [string, string][] }> {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'CallExpression') return;
  const { callee, arguments: given } = statement.expression;
  const [object, list] = given;
  if (callee.type !== 'Identifier' || !callee.name.startsWith('__export') || object?.type !== 'Identifier')
    return;
  const names: [string, string][] = [];
  if (list?.type === 'ObjectExpression')
    for (const each of list.properties)
      if (
        each.type === 'ObjectProperty' &&
        each.key.type === 'Identifier' &&
        each.value.type === 'ArrowFunctionExpression' &&
        each.value.body.type === 'Identifier'
      )
        names.push([each.value.body.name, each.key.name]);
  yield { object: object.name, names };
}

const calleeName = (value: ast.Expression | null | undefined): string =>
  value?.type === 'CallExpression' && value.callee.type === 'Identifier' ? value.callee.name : '';

/** `const require_a = () => require("a")`. */
function loader(name: string, specifier: string | undefined, lines: Lines): Statement {
  const value: Expression | undefined =
    specifier === undefined
      ? undefined
      : {
          kind: 'call',
          callee: { kind: 'name', name: 'require', ...lines },
          arguments: [{ value: { kind: 'constant', value: specifier, ...lines } }],
          ...lines,
        };
  return {
    kind: 'function',
    function: {
      name,
      kind: 'function',
      parameters: [],
      body: [{ kind: 'return', ...(value && { value }), ...lines }],
      decorators: [],
      ...lines,
    },
    ...lines,
  };
}

/** Whether a variable is named like a package: `nodeFetch` of `node-fetch` is what it exports by default. */
const isNamedLike = (name: string, library: string): boolean =>
  /^\p{Ll}/u.test(name) &&
  name.toLowerCase() ===
    library
      .slice(library.indexOf('/') + 1)
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase();

/**
 * What stands for the code of libraries: imports of the names that the rest of the bundle uses. Bundlers rename what conflicts, with
 * a number: `exec2`, `z$1`.
 * @param used the words of the rest of the bundle
 */
export function importsOf(removed: readonly LibraryStatement[], used: ReadonlySet<string>): Statement[] {
  const objects = new Set<string>();
  const exported = new Map<string, string>();
  for (const { statement } of removed)
    for (const { object, names } of exportedBy(statement)) {
      objects.add(object);
      for (const [local, name] of names) if (!exported.has(local)) exported.set(local, name);
    }
  const all = removed.flatMap(({ statement, library }) =>
    declaredBy(statement).map((declared) => ({ ...declared, library })),
  );
  const taken = new Set(all.map(({ name }) => name));
  const original = (name: string): string => {
    const base = name.replace(/\$?\d+$/u, '');
    return exported.get(name) ?? (base !== name && (name.includes('$') || taken.has(base)) ? base : name);
  };
  return all.flatMap(({ name, value, lines, library }): Statement[] => {
    if (!used.has(name)) return [];
    const helper = calleeName(value);
    if (name.startsWith('init_') || helper.startsWith('__esm')) return [loader(name, undefined, lines)];
    if (LOADS.test(name) || helper.startsWith('__commonJS')) return [loader(name, library.specifier, lines)];
    const isWhole = objects.has(name) || NAMESPACE.test(name) || /^__(?:export|toESM)/u.test(helper);
    const isDefault = DEFAULT.test(name) || isNamedLike(original(name), library.name);
    const imported = isWhole ? '*' : isDefault ? 'default' : original(name);
    const node: Import = {
      kind: 'import',
      module: library.specifier,
      names: [{ imported, local: name }],
      ...lines,
    };
    return [node];
  });
}
