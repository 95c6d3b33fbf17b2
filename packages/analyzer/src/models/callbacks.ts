import { both, either, guarded, NO_GUARDS } from '../engine/values/guards.js';
import type { CallEvent } from '../engine/events.js';
import type { Caller, FactStore, ValueFactory } from '../engine/machine.js';
import { apart } from '../engine/values/merging.js';
import { eachOf, iterate, ofAll, ofSome } from '../engine/values/objects.js';
import { deferred, factsOf } from '../engine/flow/pending.js';
import { sanitize } from '../engine/values/taint.js';
import {
  join,
  objectValue,
  pathsOf,
  UNKNOWN,
  type Closure,
  type Fact,
  type Guards,
  type HeapObject,
  type Value,
} from '../engine/values/value.js';
import { showing, type Model } from './model.js';
import { argument } from '../engine/expressions/call-arguments.js';

/** The package's functions among the targets of a value. */
export const closuresOf = (value: Value | undefined): Closure[] =>
  (value?.targets ?? []).filter((target) => target.kind === 'closure');

/** Calls a value with arguments and returns the result. */
export function apply(
  callback: Value,
  values: readonly Value[],
  event: CallEvent,
  machine: Caller,
  named: ReadonlyMap<string, Value> = new Map(),
): Value | undefined {
  const { frame, node } = event;
  const args = { positional: values, named };
  const names = pathsOf(callback);
  if (names.length > 0 || callback.targets.some(({ kind }) => kind !== 'closure'))
    return machine.call({ kind: 'call', frame, node, callee: callback, names, arguments: args });
  let result: Value | undefined;
  for (const closure of closuresOf(callback)) {
    const returned = machine.run(closure, args, frame, node);
    result = result ? join(result, returned) : returned;
  }
  return result;
}

/** Lists up to this length are processed item by item. */
const MAX_ITEMS = 64;

/** The items of a list one by one, or a single representative item. */
export function itemsOf(list: Value, event: CallEvent, machine: ValueFactory): readonly Value[] {
  const [only] = list.objects;
  if (
    list.objects.length === 1 &&
    only?.items &&
    !only.rest &&
    list.taints.length === 0 &&
    only.items.length <= MAX_ITEMS
  )
    return only.items;
  return [iterate(list, event.frame, machine)];
}

const listOf = (
  items: readonly Value[],
  known: boolean,
  machine: ValueFactory,
  established: readonly Fact[] = [],
): Value => {
  const joined = items.length > 0 ? items.reduce(join) : undefined;
  return {
    ...UNKNOWN,
    objects: [
      {
        id: machine.newId(),
        fields: new Map(),
        ...(known ? { items: [...items] } : { indexedCount: 0, ...(joined && { rest: joined }) }),
        ...(established.length > 0 && { itemFacts: established }),
      },
    ],
  };
};

const isKnown = (list: Value): boolean => {
  const [only] = list.objects;
  return (
    list.objects.length === 1 &&
    only?.items !== undefined &&
    !only.rest &&
    list.taints.length === 0 &&
    only.items.length <= MAX_ITEMS
  );
};

/** The join of a function's results over the items of a list. */
export function mapOf(list: Value, callback: Value, event: CallEvent, machine: Caller & ValueFactory): Value {
  const items = itemsOf(list, event, machine);
  const results = items.map((item) => apply(callback, [item], event, machine) ?? UNKNOWN);
  return listOf(results, isKnown(list), machine);
}

/** The results for a list of which only the first items are certain, `[program, ...given].map(f)`: those stay the first. */
function mapStart(
  list: Value,
  callback: Value,
  event: CallEvent,
  machine: Caller & ValueFactory,
): Value | undefined {
  const [only] = list.objects;
  const count = only?.indexedCount ?? 0;
  if (!only?.rest || list.objects.length > 1 || list.taints.length > 0 || count === 0 || count > MAX_ITEMS)
    return undefined;
  const run = (item: Value): Value => apply(callback, [item], event, machine) ?? UNKNOWN;
  const items = only.items?.slice(0, count).map(run);
  const rest = [...(only.items?.slice(count) ?? []), only.rest].map(run).reduce(join);
  return items && objectValue({ id: machine.newId(), fields: new Map(), items, rest, indexedCount: count });
}

const isPlainList = ({ class: info, path, fields, items, rest }: HeapObject): boolean =>
  !info && path === undefined && fields.size === 0 && (items ?? rest) !== undefined;

/** The items of the lists that a value may be, and what else it may be. */
function flattened(value: Value, event: CallEvent, machine: ValueFactory): Value {
  const lists = value.objects.filter(isPlainList);
  if (lists.length === 0) return value;
  const others = { ...value, objects: value.objects.filter((object) => !isPlainList(object)) };
  const items = iterate({ ...UNKNOWN, objects: lists }, event.frame, machine);
  return others.objects.length + others.taints.length + others.targets.length > 0
    ? join(others, items)
    : items;
}

/** `list.map(f)`, and `flatMap`. */
export const mapped: Model = (event, machine) => {
  const [list, callback] = [argument(event, 'receiver'), argument(event, 0)];
  const started = event.method === 'map' ? mapStart(list, callback, event, machine) : undefined;
  if (started) return started;
  const results = mapOf(list, callback, event, machine);
  if (event.method === 'map') return results;
  return listOf([flattened(iterate(results, event.frame, machine), event, machine)], false, machine);
};

/** An item with a key, under which the checks of a predicate are recorded: one that has come many ways has none. */
const recognizable = (item: Value, machine: ValueFactory): Value =>
  item.key === undefined && item.taints.length > 0 ? { ...item, key: machine.newKey() } : item;

/** An item for which a predicate returned true. */
function passing(item: Value, tested: Value | undefined): Value {
  const bits = (tested?.guards?.whenTrue ?? []).reduce(
    (all, fact) => ('sanitizedFor' in fact && fact.key === item.key ? all | fact.sanitizedFor : all),
    0,
  );
  return bits === 0 ? item : { ...item, taints: sanitize(item.taints, bits) };
}

/** The items of a list for which a predicate may be true. */
export function chosenOf(
  list: Value,
  test: Value,
  one: boolean,
  event: CallEvent,
  machine: Caller & ValueFactory,
): Value {
  const id = machine.newId();
  const each =
    isKnown(list) && !isEmpty(list)
      ? itemsOf(list, event, machine).map((item) => recognizable(item, machine))
      : [eachOf(list, id, false, event.frame, machine)];
  const tests = each.map((item) => apply(test, [item], event, machine));
  const items = each.map((item, index) => passing(item, tests[index]));
  // That an item was found implies the facts of the predicate, except those about the items. A found item may itself be
  // falsy.
  const [first, ...others] = tests.map((tested) => tested?.guards ?? NO_GUARDS);
  const whenTrue = first ? ofSome(others.reduce(either, first).whenTrue, id) : [];
  if (!one) return listOf(items, false, machine, whenTrue);
  return guarded(items.length > 0 ? items.reduce(join) : UNKNOWN, { whenTrue, whenFalse: [] });
}

/** `list.filter(f)`, `list.find(f)`. */
export const chosen =
  (one: boolean): Model =>
  (event, machine) =>
    chosenOf(argument(event, 'receiver'), argument(event, 0), one, event, machine);

/** `list.forEach(f)`. */
export const forEach: Model = (event, machine) => {
  for (const item of itemsOf(argument(event, 'receiver'), event, machine))
    apply(argument(event, 0), [item], event, machine);
  return UNKNOWN;
};

/** Whether a list of which all items are known has none. */
const isEmpty = ({ objects }: Value): boolean => objects[0]?.items?.length === 0;

/**
 * The items that a predicate is tried with. A list that starts empty may be filled by what was not followed; as long as it is
 * empty, `some` is never true, so that its facts hold either way.
 */
function testedItems(
  list: Value,
  id: number,
  every: boolean,
  event: CallEvent,
  machine: Caller & ValueFactory,
): readonly Value[] {
  return isKnown(list) && (every || !isEmpty(list))
    ? itemsOf(list, event, machine)
    : [eachOf(list, id, true, event.frame, machine)];
}

/** `list.some(f)` implies the facts of the predicate, except those about the items; `every` also those about each item. */
export const tested =
  (every: boolean): Model =>
  (event, machine) => {
    const list = argument(event, 'receiver');
    const id = machine.newId();
    const items = testedItems(list, id, every, event, machine);
    const established = items.map(
      (item) => apply(argument(event, 0), [item], event, machine)?.guards ?? NO_GUARDS,
    );
    const [first, ...others] = established;
    return first
      ? showing(forItems(others.reduce(every ? both : either, first), id, every, machine))
      : UNKNOWN;
  };

/** The facts implied by a predicate that is true for all or for some items. */
export const forItems = (
  { whenTrue, whenFalse }: Guards,
  id: number,
  every: boolean,
  machine: FactStore,
): Guards =>
  every
    ? { whenTrue: ofAll(whenTrue, id, machine), whenFalse: ofSome(whenFalse, id) }
    : { whenTrue: ofSome(whenTrue, id), whenFalse: ofAll(whenFalse, id, machine) };

/** `list.reduce(f, initial)`. */
export const reduced: Model = (event, machine) => {
  const initial = event.arguments.positional[1] ?? UNKNOWN;
  const items = itemsOf(argument(event, 'receiver'), event, machine);
  return items.reduce(
    (sum, item) => apply(argument(event, 0), [sum, item], event, machine) ?? UNKNOWN,
    initial,
  );
};

/** The fields in which a function of a library keeps what was bound to it. */
const BOUND = '%function';

/** The path of such a function. */
export const BOUND_FUNCTION = 'Function.prototype.bind()';

/** `f.call(self, …)`, `f.apply(self, list)`, `f.bind(self, …)` of a function of a library. */
function calledOutside(receiver: Value, event: CallEvent, machine: Caller & ValueFactory): Value | undefined {
  // An instance is not a function: `call` is its own method.
  const functions = receiver.targets.filter(
    (target) => target.kind === 'external' && !target.path.endsWith('()'),
  );
  if (functions.length === 0) return undefined;
  const callee = { ...receiver, targets: functions, taints: [], objects: [] };
  const [, ...given] = event.arguments.positional;
  if (event.method === 'bind') {
    if (given.length === 0) return callee;
    const fields = new Map([[BOUND, callee]]);
    return objectValue({ id: machine.newId(), fields, items: given, path: BOUND_FUNCTION });
  }
  const positional = event.method === 'apply' ? itemsOf(given[0] ?? UNKNOWN, event, machine) : given;
  return apply(callee, positional, event, machine);
}

/** A call of a function of a library with bound arguments. */
export const bound: Model = (event, machine) => {
  const { positional, named } = event.arguments;
  const results = event.callee.objects.flatMap(({ fields, items = [], path }) => {
    const callee = path === BOUND_FUNCTION ? fields.get(BOUND) : undefined;
    return (callee && apply(callee, [...items, ...positional], event, machine, named)) ?? [];
  });
  return results.length === 0 ? undefined : results.reduce(join);
};

/** `f.call(self, …)`, `f.apply(self, list)`, `f.bind(self, …)`. */
export const called: Model = (event, machine) => {
  const { receiver, method, arguments: args } = event;
  if (!receiver) return undefined;
  if (closuresOf(receiver).length === 0) return calledOutside(receiver, event, machine);
  if (method === 'bind') {
    const [self, ...bound] = args.positional;
    const targets = receiver.targets.map((target) =>
      target.kind === 'closure'
        ? {
            ...target,
            ...(self && !target.self && { self }),
            ...(bound.length > 0 && { bound: [...(target.bound ?? []), ...bound] }),
          }
        : target,
    );
    return { ...receiver, targets };
  }
  const [self, ...others] = args.positional;
  const positional = method === 'apply' ? itemsOf(others[0] ?? UNKNOWN, event, machine) : others;
  let result: Value | undefined;
  for (const closure of closuresOf(receiver)) {
    const returned = machine.run(closure, { positional, named: new Map() }, event.frame, event.node, self);
    result = result ? join(result, returned) : returned;
  }
  return result;
};

/** `run(f, …values)`: a function called with the arguments after it, now or later. */
export const applied =
  (position: number, from: number): Model =>
  (event, machine) => {
    const { positional, named } = event.arguments;
    return apply(argument(event, position), positional.slice(from), event, machine, named);
  };

/** A function that is called later or never: facts from its checks do not hold for the following code. */
export const later =
  (model: Model): Model =>
  (event, machine) =>
    apart(event.frame, () => model(event, machine)).result;

/** A function that has run once its result is awaited: `asyncio.to_thread(f, …)`. */
export const awaiting =
  (model: Model): Model =>
  (event, machine) => {
    const { result, facts } = apart(event.frame, () => model(event, machine));
    return deferred(result ?? UNKNOWN, factsOf(facts));
  };
