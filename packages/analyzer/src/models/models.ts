import { unknownResult } from '../engine/calls/calls.js';
import type { CallEvent } from '../engine/events.js';
import type { Machine, Models } from '../engine/machine.js';
import { externalBases, findMethod } from '../engine/expressions/members.js';
import type { Traits } from '../engine/values/traits.js';
import { join, joinAll, type ClassInfo, type Value } from '../engine/values/value.js';
import { memoByName } from '../common/memo.js';
import type { Model, ModelTable, EventModel } from './model.js';
import { storedFile } from './storage/files.js';
import { guarded } from '../engine/values/guards.js';
import { storedRows } from './storage/rows.js';

/** The model of a path: its own, or that of the nearest enclosing `prefix.*`. */
function modelOf(paths: ReadonlyMap<string, Model>, path: string): Model | undefined {
  const exact = paths.get(path);
  if (exact) return exact;
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const model = paths.get(`${path.slice(0, dot)}.*`);
    if (model) return model;
  }
  return undefined;
}

/** Which of some classes a class extends, unless it defines its own constructor or is an enum. */
function madeOf(info: ClassInfo, classes: ReadonlySet<string>): readonly string[] {
  const bases = [...externalBases(info)];
  const isOwn = findMethod(info, 'constructor') ?? findMethod(info, '__new__');
  return isOwn || bases.some((base) => base.endsWith('Enum'))
    ? []
    : bases.filter((base) => classes.has(base));
}

/** The model of a table: by the paths of the callee or, if no function of the package is called, by the method's name. */
function fromTable(table: ModelTable): Model {
  const paths = new Map(Object.entries(table.paths));
  const methods = new Map(Object.entries(table.methods));
  const madeOfArguments = new Set(table.madeOfArguments);
  const byPath = memoByName((path) => modelOf(paths, path));
  return (event, machine) => {
    let result: Value | undefined;
    const add = (name: string): void => {
      const value = byPath(name)?.(event, machine);
      if (value) result = result ? join(result, value) : value;
    };
    event.names.forEach(add);
    let isOurs = false;
    for (const target of event.callee.targets) {
      isOurs ||= target.kind === 'closure' || target.kind === 'class';
      if (target.kind === 'class') madeOf(target, madeOfArguments).forEach(add);
      // Helpers that compilers emit are recognized by name, although they are functions of the package.
      if (target.kind === 'closure' && target.function.name.startsWith('__')) add(target.function.name);
    }
    if (result || isOurs || event.method === undefined) return result;
    return methods.get(event.method)?.(event, machine);
  };
}

/** The result of a call, with what clients have stored in the rows or the file that it reads. */
function withStored(result: Value | undefined, event: CallEvent, machine: Machine): Value | undefined {
  if (event.callee.targets.some(({ kind }) => kind === 'closure' || kind === 'class')) return result;
  const rows = storedRows(event, machine);
  const file = storedFile(event, machine);
  if (!rows && !file) return result;
  const joined = joinAll([
    result ?? unknownResult(event, machine),
    ...(rows ? [rows] : []),
    ...(file ? [file] : []),
  ]);
  return rows?.guards ? guarded(joined, rows.guards) : joined;
}

/** The models of external calls for the code of one language. */
export interface LanguageModels {
  readonly surface: Model;
  readonly table: ModelTable;
}

/** The models of one language, ready for use. */
interface Prepared {
  readonly surface: Model;
  readonly table: Model;
  readonly emitted: ReadonlyMap<string, EventModel>;
}

const preparedOf = ({ surface, table }: LanguageModels): Prepared => ({
  surface,
  table: fromTable(table),
  emitted: new Map(Object.entries(table.emitted ?? {})),
});

/**
 * The models of a package's languages: first those of server frameworks, then the language's own.
 * @param models by the traits of their languages
 */
export function createModels(models: ReadonlyMap<Traits, LanguageModels>): Models {
  const all = new Map(Array.from(models, ([traits, each]) => [traits, preparedOf(each)]));
  const resultOf: Models = (event, machine) => {
    const { surface, table } = all.get(event.frame.scope.traits) ?? {};
    return withStored(surface?.(event, machine) ?? table?.(event, machine), event, machine);
  };
  const emitted: Models['emitted'] = (event, machine) => {
    const models = all.get(event.frame.scope.traits)?.emitted;
    let emittedEvent = event;
    for (const name of event.names) emittedEvent = models?.get(name)?.(emittedEvent, machine) ?? emittedEvent;
    return emittedEvent;
  };
  return Object.assign(resultOf, { emitted });
}
