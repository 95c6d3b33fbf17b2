import { derive, taintsHere } from './derive.js';
import type { Frame } from '../frame.js';
import type { FactStore, ValueFactory } from '../machine.js';
import type { RunState } from './run-state.js';
import {
  constantValue,
  join,
  joinAll,
  objectValue,
  type Fact,
  type HeapObject,
  type Scalar,
  type Value,
} from './value.js';
import { joinTaints } from './taint.js';
import { alternativesOf } from './value-keys.js';

/** The number of values in the objects that a value may be. */
export const sizeOf = ({ objects }: Value): number =>
  objects.reduce((sum, { fields, items }) => sum + fields.size + (items?.length ?? 0), 0);

/** The join of all contents of an object. */
function contentOf(object: HeapObject): Value | undefined {
  const values = [...(object.items ?? []), ...object.fields.values(), ...(object.rest ? [object.rest] : [])];
  return values.length > 0 ? joinAll(values) : undefined;
}

/** Lists with more alternatives or items than this are not indexed. */
const MAX_ALIGNED = 64;

/**
 * The items of a list value by index, and any further items; a list that grew only on some paths has at each index the
 * join over all paths. Undefined when it is not known to be a list.
 */
export function alignedList({ objects, taints }: Value): Pick<HeapObject, 'items' | 'rest'> | undefined {
  if (objects.length === 0 || objects.length > MAX_ALIGNED || taints.length > 0) return undefined;
  const lists = objects.flatMap(({ items }) => (items && items.length <= MAX_ALIGNED ? [items] : []));
  if (lists.length !== objects.length) return undefined;
  const length = Math.max(...lists.map((items) => items.length));
  const items = Array.from({ length }, (_, index) => joinAll(lists.flatMap((list) => list[index] ?? [])));
  const rests = objects.flatMap(({ rest }) => rest ?? []);
  return { items, ...(rests.length > 0 && { rest: joinAll(rests) }) };
}

/** The leading items of a list, which have known indexes. */
export const itemsAtIndex = ({ objects }: Value): readonly Value[] => {
  const [only] = objects;
  return objects.length === 1 ? (only?.items?.slice(0, only.indexedCount) ?? []) : [];
};

/** Loops over lists up to this length are unrolled: registrations of tools in a loop, not data. */
const MAX_UNROLLED = 64;

/** The items of a list value that contains only values of the program, even if it was appended to. */
function itemsOfLists(value: Value, frame: Frame): HeapObject['items'] {
  const [only] = value.objects;
  if (value.objects.length === 1) return only?.rest ? undefined : only?.items;
  const grown = frame.scope.traits.listsAreValues ? alignedList(value) : undefined;
  const isOwn = grown?.items?.every(({ taints, objects }) => taints.length === 0 && objects.length > 0);
  return isOwn === true && !grown?.rest ? grown?.items : undefined;
}

/** Records what a generator yields. */
export function noteYielded({ objects }: Value, { scope: { run } }: Frame): void {
  for (const object of objects) run.yielded.add(object);
}

/** Whether an object is a dict, a map or an object literal, not a list or an instance. */
const isPlain = (object: HeapObject, run: RunState): boolean =>
  object.fields.size > 0 &&
  !object.items &&
  !object.class &&
  object.path === undefined &&
  !run.yielded.has(object);

/** A map as a loop over its keys sees it. */
function keysOf({ id, fields, rest }: HeapObject): HeapObject {
  return { id, fields: new Map(), items: [...fields.keys()].map(constantValue), ...(rest && { rest }) };
}

/** A map as a loop over its pairs sees it. */
function pairsOf({ id, fields }: HeapObject, machine: ValueFactory): HeapObject {
  const items = [...fields].map(([name, value]) =>
    objectValue({ id: machine.newId(), fields: new Map(), items: [constantValue(name), value] }),
  );
  return { id, fields: new Map(), items };
}

/** An iterable as a loop sees it: a map becomes its keys or its pairs, unless the loop binds both. */
export function asIterable(value: Value, frame: Frame, machine: ValueFactory): Value {
  const { run, traits } = frame.scope;
  const { mapLoops } = traits;
  if (mapLoops === 'keys and items' || !value.objects.some((object) => isPlain(object, run))) return value;
  const objects = value.objects.map((object): HeapObject => {
    if (!isPlain(object, run)) return object;
    if (mapLoops === 'keys') return keysOf(object);
    // An object literal is not a map.
    return object.rest || object.lines ? object : pairsOf(object, machine);
  });
  return { ...value, objects };
}

/**
 * The keys and items of a short list with known items, or of a map if loops bind both.
 * @param byKey whether the loop iterates over keys: `for (const key in object)`
 */
export function knownEntries(
  value: Value,
  frame: Frame,
  byKey = frame.scope.traits.mapLoops === 'keys and items',
): readonly (readonly [Value, Value])[] | undefined {
  if (value.taints.length > 0) return undefined;
  const [only] = value.objects;
  const isMap = byKey && value.objects.length === 1 && !only?.items && !only?.rest;
  const entries =
    isMap && only?.path === undefined
      ? [...(only?.fields ?? [])].map(([name, item]) => [constantValue(name), item] as const)
      : itemsOfLists(value, frame)?.map((item, index) => [constantValue(index), item] as const);
  return entries && entries.length <= MAX_UNROLLED ? entries : undefined;
}

/** Any item of a value: of a list, a map, or a text that came from outside. */
export function iterate(value: Value, frame: Frame, machine: ValueFactory): Value {
  machine.spend(sizeOf(value));
  const contents = value.objects.flatMap((object) => contentOf(object) ?? []);
  const paths = value.targets.filter(({ kind }) => kind === 'external');
  const own = {
    ...derive(value, frame, machine, { suffix: ITEM }),
    targets: paths,
    ...(value.taints.length > 0 && { character: true }),
  };
  return contents.length === 0 ? own : contents.reduce(join, own);
}

/**
 * Any item of a value that a comprehension or callback iterates over.
 * @param id distinguishes its key from those of other iterations
 * @param all whether every item is visited
 */
export function eachOf(value: Value, id: number, all: boolean, frame: Frame, machine: ValueFactory): Value {
  const item = iterate(value, frame, machine);
  if (item.taints.length === 0) return item;
  // A value that has come many ways has no key yet, under which a check of it could be recorded.
  const from = (value.taints.length > 0 ? value.key : item.key) ?? machine.newKey();
  return { ...item, key: machine.newKey(from, 0, `${all ? '%each' : '%one'}${id}`) };
}

/** The end of the key of any item of a value. */
const ITEM = '[]';

/** The facts implied by a test that holds for every item: about the collection, too. */
export function ofAll(facts: readonly Fact[], id: number, machine: FactStore): Fact[] {
  const suffix = `%each${id}`;
  return machine.implied(facts).flatMap((fact) => {
    if (!fact.key.endsWith(suffix)) return [fact];
    const key = fact.key.slice(0, -suffix.length);
    const keys = [key, ...alternativesOf(key)];
    // The items of a list that were those of a text or another list: `[...text]`.
    const whole = keys.filter((each) => each.endsWith(ITEM)).map((each) => each.slice(0, -ITEM.length));
    return [fact, ...[...keys, ...whole].map((each) => ({ ...fact, key: each }))];
  });
}

/** The facts implied by a test that holds for some item: none about the item itself, which may not be the one used later. */
export function ofSome(facts: readonly Fact[], id: number): Fact[] {
  const itemKey = new RegExp(`%(?:each|one)${id}(?!\\d)`, 'u');
  return facts.filter(({ key }) => !itemKey.test(key));
}

/**
 * A slice of a list: facts about all of its items do not apply to the others. A full slice is the list itself.
 * @param bounds the start and the end (exclusive) of the slice
 */
export function partOfList(
  list: Value,
  bounds: readonly (Scalar | undefined)[],
  frame: Frame,
  machine: ValueFactory,
): Value {
  const isWhole = (bounds[0] ?? 0) === 0 && (bounds[1] ?? null) === null && bounds.length < 3;
  if (isWhole) return list;
  const objects = list.objects.map((object): HeapObject => {
    const { items, rest } = object;
    const all = [...(items ?? []), ...(rest ? [rest] : [])];
    if (object.class || !all.some(({ taints }) => taints.length > 0)) return object;
    const suffix = `%some${machine.newId()}`;
    const apart = (value: Value): Value =>
      value.taints.length === 0
        ? value
        : { ...value, taints: taintsHere(value, frame), key: machine.newKey(value.key, 0, suffix) };
    const others = rest && apart(rest);
    return {
      ...object,
      id: machine.newId(),
      ...(items && { items: items.map(apart) }),
      ...(others && { rest: others }),
    };
  });
  return { ...list, objects };
}

/** Longer lists lose their items and keep only their join: a list added to itself doubles each time. */
export const MAX_ITEMS = 4096;

/** Adds values of an unknown number at the end of a list: the items before them keep their indexes. */
export function append(list: HeapObject, each: Value): void {
  if (list.items && !list.rest) list.indexedCount = list.items.length;
  list.rest = list.rest ? join(list.rest, each) : each;
}

/** Adds values somewhere in a list: the index of no item is known any more. */
export function mix(list: HeapObject, values: readonly Value[]): void {
  const all = [...(list.items ?? []), ...(list.rest ? [list.rest] : []), ...values];
  list.items = undefined;
  list.indexedCount = 0;
  if (all.length > 0) list.rest = joinAll(all);
}

/** Appends the items of one list to another, in place. */
export function extend(list: Value, other: Value, frame: Frame, machine: ValueFactory): void {
  const [source] = other.objects;
  for (const object of list.objects) {
    const { items = [] } = source ?? {};
    const isShort = (object.items?.length ?? 0) + items.length <= MAX_ITEMS;
    if (
      object.items &&
      !object.rest &&
      source?.items &&
      !source.rest &&
      other.objects.length === 1 &&
      isShort
    )
      object.items = [...object.items, ...items];
    else append(object, iterate(other, frame, machine));
  }
}

/**
 * All taints in a value that leaves the program as a whole: printed, serialized, sent. Bounded, since objects may
 * contain themselves.
 * @param seen the depth to which each object has been visited: an object may be shared
 */
export function taintsWithin(
  value: Value,
  frame: Frame,
  depth = 4,
  seen?: Map<HeapObject, number>,
): Value['taints'] {
  let taints = taintsHere(value, frame);
  if (depth === 0 || value.objects.length === 0) return taints;
  seen ??= new Map();
  for (const object of value.objects) {
    if ((seen.get(object) ?? 0) >= depth) continue;
    seen.set(object, depth);
    const content = contentOf(object);
    if (content) taints = joinTaints(taints, taintsWithin(content, frame, depth - 1, seen));
  }
  return taints;
}
