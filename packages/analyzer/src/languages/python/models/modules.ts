import { argument } from '../../../engine/expressions/call-arguments.js';
import { itemsAtIndex } from '../../../engine/values/objects.js';
import {
  joinAll,
  objectValue,
  pathsOf,
  textOf,
  UNKNOWN,
  type HeapObject,
  type Value,
} from '../../../engine/values/value.js';
import { byName, type Model, type ModelTable } from '../../../models/model.js';

/** Variables that hold the name of a module's own package. */
const OWN_NAMES = new Set(['__name__', '__package__', '__spec__.parent', '__spec__.name']);
/** More names are not tried one by one. */
const MAX_NAMES = 64;

const isOwnName = (value: Value | undefined): boolean =>
  value !== undefined && pathsOf(value).some((path) => OWN_NAMES.has(path));

/** The texts that a value may be; that of the module's own package is empty: `f"{__name__}.tools"` is `.tools`. */
function textsOf(value: Value): readonly string[] {
  if (value.constants) return value.constants.map(String);
  const [first, ...others] = value.parts ?? [];
  if (!isOwnName(first) || others.some(({ constants }) => !constants)) return [];
  return others.reduce<string[]>(
    (all, { constants = [] }) => all.flatMap((text) => constants.map((each) => text + String(each))),
    [''],
  );
}

/** A relative name as an absolute one, for a package of a known name. */
function within(name: string, given: Value | undefined): string {
  const dots = /^\.*/u.exec(name)?.[0].length ?? 0;
  const parts = textOf(given)?.split('.');
  if (dots === 0 || !parts) return name;
  return [...parts.slice(0, parts.length - dots + 1), name.slice(dots)]
    .filter((part) => part !== '')
    .join('.');
}

/** `importlib.import_module(".module", "package")`, `__import__("module")`: the module, which `__import__` names by its first part. */
const imported: Model = (event, machine) => {
  const specifier = argument(event, 0, 'name');
  machine.noteLoaded(event.frame.module, specifier);
  const names = textsOf(specifier).slice(0, MAX_NAMES);
  if (names.length === 0) return undefined;
  const isFirst = event.names.includes('__import__') && !event.arguments.named.has('fromlist');
  const { positional, named } = event.arguments;
  const given = named.get('package') ?? (event.names.includes('__import__') ? undefined : positional[1]);
  return joinAll(
    names.map((text) => {
      const name = within(text, given);
      const wanted = isFirst && positional.length < 4 ? name.split('.', 1).join('') : name;
      return machine.imported(event.frame.module, wanted, '*') ?? UNKNOWN;
    }),
  );
};

const LAZY = 'lazy_loader.attach()';

/** `lazy_loader.attach(__name__, submodules=…, submod_attrs={module: [names]})`: the functions of a module that loads others late. */
const attached: Model = (event, machine) => {
  const made = (fields: [string, Value][], path: string): Value =>
    objectValue({ id: machine.newId(), fields: new Map(fields), path });
  const finder = made(
    [
      ['modules', argument(event, 1, 'submodules')],
      ['names', argument(event, 2, 'submod_attrs')],
    ],
    LAZY,
  );
  return objectValue({ id: machine.newId(), fields: new Map(), items: [finder, UNKNOWN, UNKNOWN] });
};

/** The modules that a lazy module says to have a name in. */
const modulesWith = (fields: HeapObject['fields'] | undefined, name: string): string[] =>
  (fields?.get('names')?.objects ?? []).flatMap(({ fields: modules }) =>
    [...modules].flatMap(([module, names]) =>
      itemsOf(names).some((each) => textOf(each) === name) ? [module] : [],
    ),
  );

const itemsOf = (value: Value | undefined): readonly Value[] => (value ? itemsAtIndex(value) : []);

/** A name that a module of `lazy_loader` is asked for. */
const lazilyFound: Model = (event, machine) => {
  const [object] = event.callee.objects;
  const name = textOf(argument(event, 0)) ?? '';
  const [module] = modulesWith(object?.fields, name);
  if (module !== undefined) return machine.imported(event.frame.module, `.${module}`, name);
  return itemsOf(object?.fields.get('modules')).some((each) => textOf(each) === name)
    ? machine.imported(event.frame.module, `.${name}`, '*')
    : { ...UNKNOWN, never: true };
};

/** Modules that are loaded by their names. */
export const MODULES: ModelTable['paths'] = {
  ...byName(['__import__', 'importlib.import_module'], imported),
  ...byName(['lazy_loader.attach'], attached),
  ...byName([LAZY], lazilyFound),
};
