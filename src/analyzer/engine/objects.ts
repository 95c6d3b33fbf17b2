import { derive, taintsHere } from './derive.js';
import type { Frame, Machine } from './machine.js';
import { join, joinAll, type Fact, type HeapObject, type Value } from './value.js';

/** Any one of what an object holds. */
export function contentOf(object: HeapObject): Value | undefined {
  const values = [...(object.items ?? []), ...object.fields.values(), ...(object.rest ? [object.rest] : [])];
  return values.length > 0 ? joinAll(values) : undefined;
}

/** Any one item of a value: of a list, a map, or a text that came from outside. */
export function iterate(value: Value, frame: Frame, machine: Machine): Value {
  const contents = value.objects.flatMap((object) => contentOf(object) ?? []);
  const paths = value.targets.filter(({ kind }) => kind === 'external');
  const own = { ...derive(value, frame, machine, { suffix: '[]' }), targets: paths };
  return contents.length === 0 ? own : contents.reduce(join, own);
}

/**
 * Any one item of a value that is walked by a comprehension or callback.
 * @param id tells its key from that of other walks
 * @param all whether none is left out
 */
export function eachOf(value: Value, id: number, all: boolean, frame: Frame, machine: Machine): Value {
  const item = iterate(value, frame, machine);
  const from = value.taints.length > 0 ? value.key : item.key;
  if (item.taints.length === 0 || from === undefined) return item;
  return { ...item, key: machine.newKey(from, 0, `${all ? '%each' : '%one'}${id}`) };
}

/** What a test of each item shows when it holds for all of them: of what they are taken from, too. */
export function ofAll(facts: readonly Fact[], id: number, machine: Machine): Fact[] {
  const mark = `%each${id}`;
  return machine
    .implied(facts)
    .flatMap((fact) =>
      fact.key.endsWith(mark) ? [fact, { ...fact, key: fact.key.slice(0, -mark.length) }] : [fact],
    );
}

/** What a test shows when it holds for some item: nothing of the item itself, which need not be the one that is used. */
export function ofSome(facts: readonly Fact[], id: number): Fact[] {
  const mark = new RegExp(`%(?:each|one)${id}(?!\\d)`, 'u');
  return facts.filter(({ key }) => !mark.test(key));
}

/** Adds the items of one list to another, which everybody sees who holds that one. */
export function extend(list: Value, other: Value, frame: Frame, machine: Machine): void {
  const [source] = other.objects;
  for (const object of list.objects) {
    if (object.items && !object.rest && source?.items && !source.rest && other.objects.length === 1)
      object.items = [...object.items, ...source.items];
    else {
      const each = iterate(other, frame, machine);
      object.rest = object.rest ? join(object.rest, each) : each;
    }
  }
}

/** All that flows out when a value leaves as a whole: printed, serialised, sent. Bounded, since objects may hold themselves. */
export function taintsWithin(value: Value, frame: Frame, depth = 4): Value['taints'] {
  let taints = taintsHere(value, frame);
  if (depth === 0) return taints;
  for (const object of value.objects) {
    const content = contentOf(object);
    if (content)
      taints = join(
        { ...content, taints },
        { ...content, taints: taintsWithin(content, frame, depth - 1) },
      ).taints;
  }
  return taints;
}
