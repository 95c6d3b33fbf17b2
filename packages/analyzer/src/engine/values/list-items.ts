import { withFacts, derive, taintsHere } from './derive.js';
import { guarded } from './guards.js';
import type { Frame } from '../frame.js';
import type { ValueFactory } from '../machine.js';
import { iterate } from './objects.js';
import type { RunState } from './run-state.js';
import names from '../names.json' with { type: 'json' };
import { SanitizedFor } from './taint.js';
import { joinAll, objectValue, pathsOf, type HeapObject, type Value } from './value.js';

/** Calls that resolve the addresses of a host, among other data about it. */
const LOOK_UPS = /(?:getaddrinfo|gethostbyname_ex|[rR]esolve\w*|[lL]ookup\w*)\(\)$/u;

/** Whether a value is the result of a DNS lookup: checks of the resolved addresses count for the host. */
export const isLookedUp = (value: Value): boolean => pathsOf(value).some((path) => LOOK_UPS.test(path));

/** The item of an object at an index, when its items are known; negative indexes count from the end. */
function exactOf({ items, rest, indexedCount = 0 }: HeapObject, index: number): Value | undefined {
  if (!rest) return items?.at(index);
  return index >= 0 && index < indexedCount ? items?.[index] : undefined;
}

/** The first item of a list of which only the first ones are certain. */
export function firstOf(value: Value | undefined): Value | undefined {
  const [only] = value?.objects ?? [];
  return only?.rest && value?.objects.length === 1 ? exactOf(only, 0) : undefined;
}

/** Methods that move the items of a list to other indexes. */
const MOVING = new Set(names.movingMethods);

/** After a call that moves the items of a list, it is not known any more at which index an item is. */
export function moveItems({ objects }: Value, method: string): void {
  if (!MOVING.has(method)) return;
  for (const object of objects) {
    if (!object.rest || object.indexedCount === undefined) continue;
    object.rest = joinAll([...(object.items ?? []), object.rest]);
    object.items = undefined;
    object.indexedCount = 0;
  }
}

/**
 * Any item of a value, as the one at an index: with a key of its own, since a check of one item does not apply to the
 * others. Reading the same index again gives the same key.
 * @param checks which checks of the item also count for the value
 */
function keyed(item: Value, value: Value, suffix: string, checks: number, machine: ValueFactory): Value {
  const from = value.taints.length > 0 ? value.key : item.key;
  if (item.taints.length === 0 || from === undefined) return item;
  return { ...item, key: machine.newKey(from, checks, `[${suffix}]`) };
}

/** Any item of a list whose first item is tracked separately keeps its key: otherwise the key would differ from now on. */
const withoutFirst = (object: HeapObject, { withFirst }: RunState): HeapObject =>
  withFirst.has(object) ? { ...object, items: undefined } : object;

/** Tracks the first item of a list separately: a command is checked by its first word, and started as the whole list. */
function keepFirst({ objects, taints }: Value, first: Value, { withFirst }: RunState): void {
  const [only] = objects;
  if (!only?.rest || only.items || objects.length > 1 || taints.length > 0) return;
  only.items = [first];
  withFirst.add(only);
}

/** The item of a value at a known index. */
export function itemAt(
  value: Value,
  index: number,
  checks: number,
  frame: Frame,
  machine: ValueFactory,
): Value {
  const { run } = frame.scope;
  const exact = value.objects.flatMap((object) => exactOf(object, index) ?? []);
  const objects = value.objects
    .filter((object) => !exactOf(object, index))
    .map((object) => withoutFirst(object, run));
  if (exact.length > 0 && objects.length === 0 && value.taints.length === 0) return joinAll(exact);
  const others = { ...value, objects };
  const item = iterate(others, frame, machine);
  const found = keyed(item, others, String(index), checks, machine);
  if (index === 0) keepFirst(value, found, run);
  // Facts about any item are applied only here: they need not hold elsewhere.
  const all = joinAll([...exact, { ...found, taints: taintsHere(item, frame) }]);
  const [only] = value.objects;
  return only?.itemFacts && value.objects.length === 1 && value.taints.length === 0
    ? guarded(all, { whenTrue: only.itemFacts, whenFalse: [] })
    : all;
}

/** One of multiple results of an unknown call. */
export const resultAt = (value: Value, index: number, machine: ValueFactory): Value =>
  keyed(value, value, String(index), isLookedUp(value) ? SanitizedFor.URL : 0, machine);

/**
 * A slice without some items at the ends, as a list of its own: a check of every item of the slice does not apply to
 * the items left out.
 */
export function itemsBetween(
  value: Value,
  { before, after }: { readonly before: number; readonly after: number },
  frame: Frame,
  machine: ValueFactory,
): Value {
  const [only] = value.objects;
  if (value.objects.length === 1 && value.taints.length === 0 && only?.items && !only.rest) {
    const items = only.items.slice(before, only.items.length - after);
    return objectValue({ id: machine.newId(), fields: new Map(), items });
  }
  const suffix = `${before}:${after === 0 ? '' : -after}`;
  const foreign = { ...value, objects: [] };
  const own =
    value.taints.length === 0
      ? foreign
      : { ...derive(foreign, frame, machine, { suffix: `[${suffix}]` }), targets: value.targets };
  if (value.objects.length === 0) return own;
  const ours = { ...value, taints: [], targets: [] };
  const rest = keyed(withFacts(iterate(ours, frame, machine), frame), ours, suffix, 0, machine);
  return { ...own, objects: [{ id: machine.newId(), fields: new Map(), rest }] };
}
