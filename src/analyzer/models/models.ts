import type { CallEvent, Machine } from '../engine/machine.js';
import type { Models } from '../engine/interpreter.js';
import { join, type Value } from '../engine/value.js';
import type { Language } from '../ir/program.js';
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

/** What a table says of a call: by its path, else, where no function of the package is called, by the method's name. */
function fromTable(table: ModelTable, event: CallEvent, machine: Machine): Value | undefined {
  let result: Value | undefined;
  // What compilers write into their output is known by name, though the package holds it.
  const helpers = event.callee.targets.flatMap((target) =>
    target.kind === 'closure' && target.function.name.startsWith('__') ? [target.function.name] : [],
  );
  for (const name of [...event.names, ...helpers]) {
    const value = modelOf(table, name)?.(event, machine);
    if (value) result = result ? join(result, value) : value;
  }
  if (result) return result;
  const isOurs = event.callee.targets.some(({ kind }) => kind === 'closure' || kind === 'class');
  if (isOurs || event.method === undefined) return undefined;
  return own(table.methods, event.method)?.(event, machine);
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
  const resultOf: Models = (event, machine) => {
    const { surface, table } = models[languageOf(event.frame.module)];
    return surface(event, machine) ?? fromTable(table, event, machine);
  };
  const told: Models['told'] = (event, machine) => {
    const { told: tellings = {} } = models[languageOf(event.frame.module)].table;
    return event.names.reduce((each, name) => own(tellings, name)?.(each, machine) ?? each, event);
  };
  return Object.assign(resultOf, { told });
}
