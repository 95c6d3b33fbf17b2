import type * as ast from '@babel/types';
import type { ParseResult } from '@babel/parser';
import type { Statement } from '../../../ir/program.js';
import { isServerLibrary, moduleOrigin, type ModuleOrigin } from './module-origin.js';
import { moduleMarkers, type ModuleMarker } from './module-markers.js';
import { importsOf, type LibraryStatement } from './library-imports.js';

/** The result of separating a bundle's own code from that of libraries. */
export interface SplitBundle {
  /** Imports that take the place of the libraries' code. */
  readonly imports: readonly Statement[];
  /** The names of the packages whose code was removed, sorted. */
  readonly libraries: readonly string[];
}

/** The statements of the function around a whole bundle: `(() => { … })()`. */
function bodyOfWrapper(statement: ast.Statement | undefined): ast.Statement[] | undefined {
  if (statement?.type !== 'ExpressionStatement') return undefined;
  let { expression } = statement;
  if (expression.type === 'UnaryExpression') expression = expression.argument;
  if (expression.type !== 'CallExpression') return undefined;
  const { callee } = expression;
  // `(function () { … }).call(this)`
  const called = callee.type === 'MemberExpression' ? callee.object : callee;
  if (called.type !== 'FunctionExpression' && called.type !== 'ArrowFunctionExpression') return undefined;
  return called.body.type === 'BlockStatement' ? called.body.body : undefined;
}

/** The list of the statements of all modules, which are at the top level or in one function. */
function statementsOf({ program }: ParseResult): ast.Statement[] {
  const [only] = program.body;
  return (program.body.length === 1 ? bodyOfWrapper(only) : undefined) ?? program.body;
}

/** The markers between statements: one within a statement is a comment of its code. */
function* markersBetween(
  statements: readonly ast.Statement[],
  markers: readonly ModuleMarker[],
): Generator<ModuleMarker> {
  let at = 0;
  for (const marker of markers) {
    while ((statements[at]?.end ?? Infinity) <= marker.start) at += 1;
    if ((statements[at]?.start ?? Infinity) > marker.start) yield marker;
  }
}

/** Calls that register tools and handlers with a server. */
const REGISTERS = /\.(?:registerTool|addTool|setRequestHandler|registerResource)\(|\.tool\(\s*["'`]/u;

/** One statement of a bundle with its origin. */
interface Located {
  readonly statement: ast.Statement;
  readonly origin: ModuleOrigin;
}

function located(
  statements: readonly ast.Statement[],
  markers: readonly ModuleMarker[],
  ownNames: readonly string[],
): Located[] {
  const waiting = [...markersBetween(statements, markers)];
  let [next, origin]: [number, ModuleOrigin] = [0, { kind: 'product' }];
  return statements.map((statement) => {
    for (
      let marker = waiting[next];
      marker && marker.start < (statement.start ?? 0);
      marker = waiting[next]
    ) {
      origin = marker.path === undefined ? { kind: 'product' } : moduleOrigin(marker.path, ownNames);
      next += 1;
    }
    return { statement, origin };
  });
}

/** The packages that register tools themselves: their code is part of the server, wherever it comes from. */
function registering(all: readonly Located[], source: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { statement, origin } of all)
    if (origin.kind === 'package' && !isServerLibrary(origin.name) && !names.has(origin.name))
      if (REGISTERS.test(source.slice(statement.start ?? 0, statement.end ?? 0))) names.add(origin.name);
  return names;
}

/** Statements that keep their meaning without the rest of a library. */
const KEPT = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration']);

const wordsIn = (source: string, statements: readonly ast.Statement[]): ReadonlySet<string> =>
  new Set(
    statements.flatMap(
      ({ start, end }) => source.slice(start ?? 0, end ?? 0).match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [],
    ),
  );

/**
 * Removes the code of libraries from the syntax tree of a bundle, by the comments in which bundlers name the modules, and imports
 * what the rest of the bundle uses of it. The engine then sees what the author wrote: own code, and imports of libraries.
 * Undefined when the file is no bundle with such comments.
 * @param source the text of the file
 * @param ownNames the names of the packages that are analyzed: code of other packages is that of third parties
 */
export function splitBundle(
  file: ParseResult,
  source: string,
  ownNames: readonly string[],
): SplitBundle | undefined {
  const markers = moduleMarkers(file.comments ?? []);
  if (!markers.some(({ path }) => path?.includes('node_modules/') === true)) return undefined;
  const statements = statementsOf(file);
  const all = located(statements, markers, ownNames);
  const own = registering(all, source);
  const kept: ast.Statement[] = [];
  const removed: LibraryStatement[] = [];
  for (const { statement, origin } of all)
    if (origin.kind === 'product' || own.has(origin.name) || KEPT.has(statement.type)) kept.push(statement);
    else removed.push({ statement, library: origin });
  if (removed.length === 0) return undefined;
  statements.splice(0, statements.length, ...kept);
  return {
    imports: importsOf(removed, wordsIn(source, kept)),
    libraries: [...new Set(removed.map(({ library }) => library.name))].sort(),
  };
}
