import type { Models } from '../engine/interpreter.js';
import { join, type Value } from '../engine/value.js';
import type { Language } from '../ir/program.js';
import { byName } from '../remembered.js';
import type { Model, ModelTable } from './model.js';

const own = <Each>(models: Readonly<Record<string, Each>>, name: string): Each | undefined =>
  Object.hasOwn(models, name) ? models[name] : undefined;

/** The model of a path: its own, or the nearest `beginning.*` that it is part of. */
function modelOf({ paths }: ModelTable, path: string): Model | undefined {
  const exact = own(paths, path);
  if (exact) return exact;
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const model = own(paths, `${path.slice(0, dot)}.*`);
    if (model) return model;
  }
  return undefined;
}

/** What a table says of calls: by their paths, else, where no function of the package is called, by the method's name. */
function fromTable(table: ModelTable): Model {
  const byPath = byName((path) => modelOf(table, path));
  return (event, machine) => {
    let result: Value | undefined;
    const add = (name: string): void => {
      const value = byPath(name)?.(event, machine);
      if (value) result = result ? join(result, value) : value;
    };
    for (const name of event.names) add(name);
    let isOurs = false;
    for (const target of event.callee.targets) {
      isOurs ||= target.kind === 'closure' || target.kind === 'class';
      // What compilers write into their output is known by name, though the package holds it.
      if (target.kind === 'closure' && target.function.name.startsWith('__')) add(target.function.name);
    }
    if (result || isOurs || event.method === undefined) return result;
    return own(table.methods, event.method)?.(event, machine);
  };
}

/** What is known of calls outside the package, by the language of the code that makes them. */
export interface LanguageModels {
  readonly surface: Model;
  readonly table: ModelTable;
}

/** The models of a package's languages: what servers are made with first, then the language itself. */
export function createModels(
  languageOf: (path: string) => Language,
  models: Readonly<Record<Language, LanguageModels>>,
): Models {
  const tables: Readonly<Record<Language, Model>> = {
    javascript: fromTable(models.javascript.table),
    typescript: fromTable(models.typescript.table),
    python: fromTable(models.python.table),
    go: fromTable(models.go.table),
  };
  const resultOf: Models = (event, machine) => {
    const language = languageOf(event.frame.module);
    return models[language].surface(event, machine) ?? tables[language](event, machine);
  };
  const told: Models['told'] = (event, machine) => {
    const { told: tellings = {} } = models[languageOf(event.frame.module)].table;
    return event.names.reduce((each, name) => own(tellings, name)?.(each, machine) ?? each, event);
  };
  return Object.assign(resultOf, { told });
}
