import { iterate, asIterable } from '../../../engine/values/objects.js';
import {
  constantValue,
  join,
  objectValue,
  textOf,
  UNKNOWN,
  type HeapObject,
  type Value,
} from '../../../engine/values/value.js';
import type { CallEvent } from '../../../engine/events.js';
import type { Evaluator, ValueFactory } from '../../../engine/machine.js';
import { apply, itemsOf, mapOf } from '../../../models/callbacks.js';
import { keys } from '../../../models/collections.js';
import { type Model } from '../../../models/model.js';
import { argument } from '../../../engine/expressions/call-arguments.js';

const listOf = (machine: ValueFactory, holds: Pick<HeapObject, 'items' | 'rest'>): Value =>
  objectValue({ id: machine.newId(), fields: new Map(), ...holds });

const isDict = ({ fields, items }: HeapObject): boolean => fields.size > 0 && !items;

/** `list(x)`, `set(x)`, `sorted(x)`: a new list of the same items; for a dict, its keys; for a text, its characters. */
export const copied: Model = (event, machine) => {
  const value = argument(event, 0);
  const text = textOf(value);
  if (text !== undefined)
    return listOf(machine, { rest: { ...UNKNOWN, constants: [...new Set(Array.from(text))] } });
  if (value.objects.some(isDict)) return keys(0)(event, machine);
  if (value.objects.length === 0)
    return value.taints.length > 0 || value.targets.length > 0 ? value : listOf(machine, { items: [] });
  const objects = value.objects.map((object) => ({
    ...object,
    id: machine.newId(),
    fields: new Map(object.fields),
  }));
  return { ...value, objects };
};

/** The items of a list if they are known individually. */
const knownOf = (list: Value): readonly Value[] | undefined =>
  list.objects.length === 1 && list.taints.length === 0 && !list.objects[0]?.rest
    ? list.objects[0]?.items
    : undefined;

/** `enumerate(list)`: pairs of index and item. */
export const enumerated: Model = (event, machine) => {
  const list = asIterable(argument(event, 0), event.frame, machine);
  const pairs = (knownOf(list) ?? []).map((item, index) =>
    listOf(machine, { items: [constantValue(index), item] }),
  );
  if (pairs.length > 0) return listOf(machine, { items: pairs });
  const item = iterate(list, event.frame, machine);
  return listOf(machine, { rest: listOf(machine, { items: [UNKNOWN, item] }) });
};

/** `zip(a, b)`: lists with an item of each. */
export const zipped: Model = (event, machine) => {
  const lists = event.arguments.positional.map((list) => asIterable(list, event.frame, machine));
  const known = lists.map(knownOf);
  const [first] = known;
  if (first && known.every((items) => items?.length === first.length))
    return listOf(machine, {
      items: first.map((_, index) =>
        listOf(machine, { items: known.map((items) => items?.[index] ?? UNKNOWN) }),
      ),
    });
  const items = lists.map((list) => iterate(list, event.frame, machine));
  return listOf(machine, { rest: listOf(machine, { items }) });
};

/** `map(f, list)`, `map(f, a, b)`. */
export const mappedOver: Model = (event, machine) => {
  const [callback = UNKNOWN, list = UNKNOWN, ...others] = event.arguments.positional;
  if (others.length === 0) return mapOf(list, callback, event, machine);
  const items = [list, ...others].map((each) => iterate(each, event.frame, machine));
  const result = apply(callback, items, event, machine);
  return listOf(machine, { ...(result && { rest: result }) });
};

/** `itertools.chain(a, b)`: the items of all. */
export const ofAll: Model = (event, machine) => {
  const items = event.arguments.positional.flatMap((list) => itemsOf(list, event, machine));
  return listOf(machine, items.length > 0 ? { rest: items.reduce(join) } : { items: [] });
};

/** `itertools.chain.from_iterable(lists)`: the items of each. */
export const flattened: Model = (event, machine) => {
  const { frame } = event;
  const list = asIterable(iterate(argument(event, 0), frame, machine), frame, machine);
  return listOf(machine, { rest: iterate(list, frame, machine) });
};

/** `list.pop()`, `dict.pop(key, default)`: the item removed. */
export function taken(event: CallEvent, machine: Evaluator & ValueFactory): Value | undefined {
  const holder = argument(event, 'receiver');
  if (holder.objects.length === 0 && holder.taints.length === 0) return undefined;
  const name = textOf(argument(event, 0));
  const initial = event.arguments.positional[1];
  const found =
    name === undefined
      ? iterate(holder, event.frame, machine)
      : machine.member(holder, name, event.frame, event.node);
  return initial ? join(found, initial) : found;
}
