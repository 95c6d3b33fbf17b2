import { derive } from '../../../engine/derive.js';
import { replaceAny } from '../../../engine/changing.js';
import { both, either, guarded, NO_GUARDS, shows } from '../../../engine/guards.js';
import type { CallEvent } from '../../../engine/machine.js';
import { externalBases } from '../../../engine/members.js';
import { iterate, taintsWithin } from '../../../engine/objects.js';
import { SanitizedFor, SANITIZED_FOR_ALL, NUMBER } from '../../../engine/taint.js';
import { worstMember } from '../../../engine/unknown-members.js';
import {
  constantOf,
  constantValue,
  join,
  objectValue,
  textOf,
  UNKNOWN,
  type Target,
  type Value,
} from '../../../engine/value.js';
import { printed } from '../../../engine/texts.js';
import { emitWalk } from '../../../engine/walks.js';
import { chosenOf, forItems } from '../../../models/callbacks.js';
import { fromEntries } from '../../../models/collections.js';
import { fresh } from '../../../models/data.js';
import {
  byName,
  bounded,
  itself,
  made,
  nothing,
  number,
  showing,
  type Model,
} from '../../../models/model.js';
import { argument } from '../../../engine/call-arguments.js';
import { copied, enumerated, flattened, mappedOver, ofAll, zipped } from './iterables.js';
import names from './names.json' with { type: 'json' };

/** `locals()`: the variables of the function by name. */
const locals: Model = ({ frame }, machine) => {
  const { flow } = frame.scope;
  const fields = new Map<string, Value>();
  for (const name of flow.names()) fields.set(name, flow.get(name) ?? UNKNOWN);
  return objectValue({ id: machine.newId(), fields });
};

/** `int(text)` raises unless the text is a number. */
const numeric: Model = (event, machine) => {
  const value = argument(event, 0);
  const text = textOf(value);
  if (text !== undefined && Number.isFinite(Number(text))) return constantValue(Number(text));
  machine.learn(shows(value, NUMBER).whenTrue, event.frame);
  return number(0)(event, machine);
};

const length: Model = (event, machine) => {
  const value = argument(event, 0);
  const [only] = value.objects;
  if (value.objects.length === 1 && only?.items && !only.rest) return constantValue(only.items.length);
  return derive(value, event.frame, machine, {
    sanitizedFor: SANITIZED_FOR_ALL,
    checks: SanitizedFor.SIZE,
    suffix: '.length',
  });
};

/** `str(value)`: the same text; for a list or dict, all of its contents. */
const text: Model = (event, machine) => {
  const value = printed(argument(event, 0), event.frame, machine);
  if (value.constants?.every((each) => typeof each === 'string' || typeof each === 'number'))
    return { ...UNKNOWN, constants: value.constants.map(String) };
  if (value.objects.length === 0) {
    const { guards: _, ...same } = value;
    return { ...same, targets: [] };
  }
  const taints = taintsWithin(value, event.frame);
  return taints.length === 0 ? UNKNOWN : { ...UNKNOWN, taints, key: machine.newKey() };
};

/** Types whose instances are harmless except by their size. */
const HARMLESS_TYPES = new Set(names.builtins.harmlessTypes);

function isHarmless(target: Target): boolean {
  if (target.kind === 'external') return HARMLESS_TYPES.has(target.path);
  return target.kind === 'class' && [...externalBases(target)].some((base) => /(?:^|\.)\w*Enum$/u.test(base));
}

/** `isinstance(x, int)`, `isinstance(x, (int, float))`. */
const isInstance: Model = (event) => {
  const types = argument(event, 1);
  const several = types.objects.flatMap(({ items }) => items ?? []);
  const targets = [types, ...several].flatMap((each) => each.targets);
  return showing(
    targets.length > 0 && targets.every(isHarmless) ? shows(argument(event, 0), NUMBER) : NO_GUARDS,
  );
};

/** The facts implied by `any(…)` and `all(…)` about the items. */
const tests =
  (every: boolean): Model =>
  (event, machine) => {
    const [list] = argument(event, 0).objects;
    if (!list) return UNKNOWN;
    const tested = list.rest ? [list.rest] : (list.items ?? []);
    const [first, ...others] = tested.map(({ guards }) => guards ?? NO_GUARDS);
    return first
      ? showing(forItems(others.reduce(every ? both : either, first), list.id, every, machine))
      : UNKNOWN;
  };

/** `getattr(object, name, default)`. */
const attribute: Model = (event, machine) => {
  const object = argument(event, 0);
  const name = textOf(argument(event, 1));
  const initial = event.arguments.positional[2];
  const found =
    name === undefined
      ? (worstMember(object) ?? { ...iterate(object, event.frame, machine), targets: [] })
      : machine.member(object, name, event.frame, event.node);
  return initial ? join(found, initial) : found;
};

/** `importlib.import_module("package.module")`, `__import__("module")`: the module, which `__import__` names by its first part. */
const importedModule: Model = (event, machine) => {
  machine.noteLoaded(event.frame.module, argument(event, 0, 'name'));
  const specifier = textOf(argument(event, 0, 'name'));
  if (specifier === undefined) return undefined;
  const isFirst = event.names.includes('__import__');
  const name = isFirst ? specifier.split('.', 1).join('') : specifier;
  return machine.imported(event.frame.module, name, '*') ?? UNKNOWN;
};

/** `globals()`: the names of the module. */
const globalNames: Model = ({ frame }, machine) => {
  let { scope } = frame;
  while (scope.parent) scope = scope.parent;
  const names = [...scope.flow.names(), ...(scope.imports?.keys() ?? [])];
  const fields = new Map(names.map((name) => [name, machine.lookup(name, { ...frame, scope })]));
  return objectValue({ id: machine.newId(), fields });
};

const setAttribute: Model = (event) => {
  const name = textOf(argument(event, 1));
  const value = argument(event, 2);
  for (const object of argument(event, 0).objects) {
    if (name !== undefined) object.fields.set(name, value);
    else {
      object.rest = object.rest ? join(object.rest, value) : value;
      replaceAny(object);
    }
  }
  return UNKNOWN;
};

const nextItem: Model = (event, machine) => {
  const item = iterate(argument(event, 0), event.frame, machine);
  const initial = event.arguments.positional[1];
  return initial ? join(item, initial) : item;
};

const truth: Model = (event) => guarded(UNKNOWN, argument(event, 0).guards ?? NO_GUARDS);

const filtered: Model = (event, machine) => {
  const test = argument(event, 0);
  return test.targets.length === 0
    ? argument(event, 1)
    : chosenOf(argument(event, 1), test, false, event, machine);
};

/** Whether a range counts down: then its start limits its length. */
function goesDown(step: Value | undefined): boolean {
  const constant = constantOf(step);
  return typeof constant === 'number' && constant < 0;
}

/** `range(n)`, `range(start, n)`: numbers up to a limit that may be large; the start cannot make it longer. */
const range: Model = (event, machine) => {
  const { positional } = event.arguments;
  const [first = UNKNOWN, second, step] = positional;
  const [index, from] = second && !goesDown(step) ? [1, first] : [0, second ?? UNKNOWN];
  const end = number(index)(event, machine) ?? UNKNOWN;
  if (end.taints.length > 0) return end;
  return derive(from, event.frame, machine, { sanitizedFor: SANITIZED_FOR_ALL });
};

/** `islice(range(n), 10)`: the same items, bounded by the count. */
const sliced: Model = (event) => {
  const value = argument(event, 0);
  return {
    ...value,
    targets: value.targets.filter((target) => target.kind !== 'external' || target.path !== 'range()'),
  };
};

/** A call that iterates over all of its argument. */
const walking =
  (index: number, model: Model): Model =>
  (event, machine) => {
    const { node, frame } = event;
    const walked = node.arguments[index]?.value;
    if (walked) emitWalk(node, walked, argument(event, index), frame, machine);
    return model(event, machine);
  };

const total: Model = (event, machine) => {
  const item = iterate(argument(event, 0), event.frame, machine);
  return derive(item, event.frame, machine, { sanitizedFor: NUMBER });
};

/** Python's built-in functions. */
export const BUILTINS: Readonly<Record<string, Model>> = {
  ...byName(['int', 'float', 'complex', 'decimal.Decimal', 'fractions.Fraction'], numeric),
  ...byName(
    [
      'abs',
      'round',
      'pow',
      'divmod',
      'ord',
      'hex',
      'oct',
      'bin',
      'math.*',
      'struct.unpack',
      'struct.unpack_from',
      'int.from_bytes',
    ],
    number(0),
  ),
  locals,
  bool: truth,
  len: length,
  sum: walking(0, total),
  min: bounded(true),
  max: bounded(false),
  str: text,
  ...byName(
    ['bytes', 'bytearray', 'memoryview', 'repr', 'ascii', 'format', 'chr', 'pprint.pformat'],
    made(0),
  ),
  ...byName(['list', 'tuple', 'set', 'frozenset', 'sorted', 'collections.deque'], walking(0, copied)),
  ...byName(['reversed', 'copy.copy'], copied),
  ...byName(['iter', 'aiter', 'copy.deepcopy', 'vars', 'itertools.cycle'], itself(0)),
  'itertools.islice': sliced,
  ...byName(['next', 'anext'], nextItem),
  ...byName(['dict', 'collections.OrderedDict', 'types.MappingProxyType'], fromEntries),
  'collections.defaultdict': (event, machine) =>
    fromEntries({ ...event, arguments: withoutFirst(event.arguments) }, machine),
  enumerate: enumerated,
  ...byName(['zip', 'itertools.zip_longest'], zipped),
  map: walking(1, mappedOver),
  filter: filtered,
  any: tests(false),
  all: tests(true),
  range,
  'itertools.chain': ofAll,
  'itertools.chain.from_iterable': flattened,
  isinstance: isInstance,
  getattr: attribute,
  setattr: setAttribute,
  ...byName(['print', 'input', 'id', 'hash', 'hasattr', 'callable', 'issubclass', 'dir', 'delattr'], nothing),
  ...byName(['__import__', 'importlib.import_module'], importedModule),
  globals: globalNames,
  ...byName(['object', 'type', 'breakpoint'], fresh),
  'typing.cast': itself(1),
  ...byName(['dataclasses.asdict', 'dataclasses.astuple', 'dataclasses.replace'], itself(0)),
};

const withoutFirst = ({ positional, ...others }: CallEvent['arguments']): CallEvent['arguments'] => ({
  ...others,
  positional: positional.slice(1),
});
