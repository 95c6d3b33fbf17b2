import { derive } from '../../../engine/values/derive.js';
import { SanitizedFor, SANITIZED_FOR_ALL } from '../../../engine/values/taint.js';
import { alignedList, iterate } from '../../../engine/values/objects.js';
import { lengthOf } from '../../../engine/values/made-objects.js';
import { join, joinAll, objectValue, pathsOf, UNKNOWN, type Value } from '../../../engine/values/value.js';
import { chosenOf, tested } from '../../../models/callbacks.js';
import { extended, keys, values } from '../../../models/collections.js';
import { byName, bounded, itself, nothing, number, type Model } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';
import { includes } from '../../../models/texts.js';
import { results } from './results.js';
import names from './names.json' with { type: 'json' };

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

/** `make([]T, n)`, `make(map[K]V)`: an empty object. */
const empty: Model = (event, machine) => objectValue(machine.allocate(event.node, event.frame));

/** Whether the argument of `new` is an expression, as Go 1.26 allows, and not a type. */
const isExpression = ({ taints, constants, objects, targets }: Value): boolean =>
  taints.length + objects.length > 0 ||
  constants !== undefined ||
  targets.some((target) => target.kind === 'external' && target.path.endsWith('()'));

/** `new(T)`: an object of the type; `new(value)`: a pointer to the value. */
const zero: Model = (event, machine) => {
  const type = argument(event, 0);
  if (isExpression(type)) return type;
  const info = type.targets.find((target) => target.kind === 'class');
  const [path] = pathsOf(type);
  const make = info
    ? { class: info }
    : path === undefined
      ? {}
      : { path: event.frame.scope.traits.externals.result(path) };
  return objectValue(machine.allocate(event.node, event.frame, make));
};

/** `append(list, …)`: a list of both. If the length of the list is not known, the added items may be at any index. */
const appended: Model = (event, machine) => {
  const { positional, spread } = event.arguments;
  const [list = UNKNOWN, ...others] = positional;
  const isNothing = list.objects.length === 0 && list.taints.length === 0;
  const known = isNothing ? { items: [] } : alignedList(list);
  if (known?.items && !known.rest) {
    const items = [...known.items, ...others];
    return objectValue({ id: machine.newId(), fields: new Map(), items, ...(spread && { rest: spread }) });
  }
  const more = joinAll([
    known?.rest ?? iterate(list, event.frame, machine),
    ...others,
    ...(spread ? [spread] : []),
  ]);
  return objectValue({
    id: machine.newId(),
    fields: new Map(),
    ...(known?.items && { items: known.items }),
    rest: more,
  });
};

const copied: Model = (event, machine) => {
  const [into = UNKNOWN, from = UNKNOWN] = event.arguments.positional;
  return extended({ ...event, receiver: into, arguments: { positional: [from], named: new Map() } }, machine);
};

/** `slices.ContainsFunc(list, f)`, and the same for the characters of a text. */
const containsFunc: Model = (event, machine) => {
  const [list = UNKNOWN, test = UNKNOWN] = event.arguments.positional;
  return tested(false)(
    { ...event, receiver: list, arguments: { positional: [test], named: new Map() } },
    machine,
  );
};

const filtered: Model = (event, machine) => {
  const [list = UNKNOWN, test = UNKNOWN] = event.arguments.positional;
  return chosenOf(list, test, false, event, machine);
};

/** `m.Load(key)` of a `sync.Map`. */
const loaded: Model = (event, machine) => {
  const contained = joinAll(
    (event.receiver?.objects ?? []).flatMap(({ fields, rest }) => [
      ...fields.values(),
      ...(rest ? [rest] : []),
    ]),
  );
  return results([contained, UNKNOWN], machine);
};

const stored: Model = (event) => {
  const value = argument(event, 1);
  for (const object of event.receiver?.objects ?? [])
    object.rest = object.rest ? join(object.rest, value) : value;
  return UNKNOWN;
};

const NUMBERS = names.builtins.numbers;

/** Go's built-in functions and those on lists. */
export const BUILTINS: Readonly<Record<string, Model>> = {
  append: appended,
  ...byName(['len', 'cap'], length),
  make: empty,
  new: zero,
  copy: copied,
  min: bounded(true),
  max: bounded(false),
  ...byName(['string', 'byte', 'rune', 'any', 'encoding/json.RawMessage', 'encoding/json.Number'], itself(0)),
  ...byName(NUMBERS, number(0)),
  ...byName(['math.Min', 'math.MinInt'], bounded(true)),
  'math.Max': bounded(false),
  ...byName(['math.*', 'time.Duration'], number(0)),
  ...byName(names.builtins.withoutResult, nothing),
  ...byName(['slices.Contains', 'slices.Index', 'golang.org/x/exp/slices.Contains'], includes(0, 1)),
  ...byName(
    ['slices.ContainsFunc', 'slices.IndexFunc', 'strings.ContainsFunc', 'strings.IndexFunc'],
    containsFunc,
  ),
  'slices.DeleteFunc': filtered,
  ...byName(
    [
      'slices.Clone',
      'maps.Clone',
      'slices.Sorted',
      'slices.Collect',
      'slices.Values',
      'slices.Compact',
      'slices.Backward',
    ],
    itself(0),
  ),
  'maps.Keys': keys(0),
  'maps.Values': values(0),
  'sync.Map().Load': loaded,
  ...byName(['sync.Map().Store', 'sync.Map().LoadOrStore'], stored),
};
