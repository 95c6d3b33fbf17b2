import type { Statement } from '../../ir/program.js';
import { textOf, type Value } from '../values/value.js';

/** The statements within a statement that may define names of the same module. */
function* within(statement: Statement): Generator<readonly Statement[]> {
  switch (statement.kind) {
    case 'if':
      yield statement.then;
      yield statement.otherwise;
      return;
    case 'try':
      yield statement.body;
      for (const { body } of statement.handlers) yield body;
      if (statement.otherwise) yield statement.otherwise;
      if (statement.finally) yield statement.finally;
      return;
    case 'block':
    case 'with':
      yield statement.body;
      return;
    default:
      return;
  }
}

/** The names that statements define, also where a condition or an import that may fail decides. */
export function* definedNames(statements: readonly Statement[]): Generator<string> {
  for (const statement of statements) {
    if (statement.kind === 'function') yield statement.function.name;
    else if (statement.kind === 'class') yield statement.class.name;
    else if (statement.kind === 'declare' && statement.target.kind === 'bind') yield statement.target.name;
    else for (const inner of within(statement)) yield* definedNames(inner);
  }
}

/** The names in the list of those that a module exports, as far as they are known. */
export const listedNames = (list: Value | undefined): string[] =>
  (list?.objects ?? []).flatMap(({ items = [] }) => items.flatMap((item) => textOf(item) ?? []));
