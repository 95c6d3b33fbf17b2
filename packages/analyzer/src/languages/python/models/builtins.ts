import { derive } from '../../../engine/values/derive.js';
import { both, either, guarded, NO_GUARDS, shows } from '../../../engine/values/guards.js';
import type { CallEvent } from '../../../engine/events.js';
import { externalBases } from '../../../engine/expressions/members.js';
import { iterate, taintsWithin } from '../../../engine/values/objects.js';
import { lengthOf } from '../../../engine/values/made-objects.js';
import { SanitizedFor, SANITIZED_FOR_ALL, NUMBER } from '../../../engine/values/taint.js';
import { computedMethod, worstMember } from '../../../engine/values/external-values.js';
import {
  constantOf,
  constantValue,
  join,
  objectValue,
  textOf,
  UNKNOWN,
  type Target,
  type Value,
} from '../../../engine/values/value.js';
import { printed } from '../../../engine/expressions/texts.js';
import { emitWalk } from '../../../engine/flow/walks.js';
import { chosenOf, forItems } from '../../../models/callbacks.js';
import { fromEntries, memberSet } from '../../../models/collections.js';
import { fresh, opened } from '../../../models/data.js';
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
import { argument } from '../../../engine/expressions/call-arguments.js';
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
  const known = only && value.objects.length === 1 ? lengthOf(only, event.frame.scope) : undefined;
  if (known) return known;
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

/** Modules whose classes are those of plain data, too. */
const OF_DATA = /^(?:typing|typing_extensions|collections|types|abc|builtins|numbers|os|io|enum)\b/u;

/** A class of a library. */
const isOfLibrary = (target: Value['targets'][number]): boolean =>
  target.kind === 'external' && target.path.includes('.') && !OF_DATA.test(target.path);

/** Whether a value can be plain data alone, as a client sends it. */
const isPlain = ({ taints, targets, objects }: Value): boolean =>
  objects.length + targets.length === 0 && taints.every(({ source }) => source.kind === 'tool-parameter');

/** `isinstance(x, int)`, `isinstance(x, (int, float))`; no data that a client sends is an instance of a library's class. */
const isInstance: Model = (event) => {
  const value = argument(event, 0);
  const types = argument(event, 1);
  const several = types.objects.flatMap(({ items }) => items ?? []);
  const targets = [types, ...several].flatMap((each) => each.targets);
  if (targets.length === 0) return showing(NO_GUARDS);
  if (isPlain(value) && targets.every(isOfLibrary)) return showing(shows(value, SANITIZED_FOR_ALL));
  return showing(targets.every(isHarmless) ? shows(value, NUMBER) : NO_GUARDS);
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
      ? (worstMember(object, event.frame.scope) ??
        computedMethod(object, argument(event, 1)) ?? {
          ...iterate(object, event.frame, machine),
          targets: [],
        })
      : machine.member(object, name, event.frame, event.node);
  return initial ? join(found, initial) : found;
};

/** `globals()`: the names of the module. */
const globalNames: Model = ({ frame }, machine) => {
  let { scope } = frame;
  while (scope.parent) scope = scope.parent;
  const names = [...scope.flow.names(), ...(scope.imports?.keys() ?? [])];
  const fields = new Map(names.map((name) => [name, machine.lookup(name, { ...frame, scope })]));
  return objectValue({ id: machine.newId(), fields });
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
  ...byName(
    ['AESGCM', 'AESCCM', 'AESSIV', 'ChaCha20Poly1305'].map(
      (name) => `cryptography.hazmat.primitives.ciphers.aead.${name}().decrypt`,
    ),
    opened,
  ),
  ...byName(
    ['Fernet', 'MultiFernet'].map((name) => `cryptography.fernet.${name}().decrypt`),
    opened,
  ),
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
  // Settings: their fields decide what a server checks.
  'mcp.server.transport_security.TransportSecuritySettings': fromEntries,
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
  setattr: memberSet,
  ...byName(['print', 'input', 'id', 'hash', 'hasattr', 'callable', 'issubclass', 'dir', 'delattr'], nothing),
  globals: globalNames,
  ...byName(['object', 'type', 'breakpoint'], fresh),
  'typing.cast': itself(1),
  ...byName(['dataclasses.asdict', 'dataclasses.astuple', 'dataclasses.replace'], itself(0)),
};

const withoutFirst = ({ positional, ...others }: CallEvent['arguments']): CallEvent['arguments'] => ({
  ...others,
  positional: positional.slice(1),
});
