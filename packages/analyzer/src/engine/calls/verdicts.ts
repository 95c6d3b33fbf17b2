import type { Frame } from '../frame.js';
import type { FactStore, ValueFactory } from '../machine.js';
import { isMadeIn } from '../values/made-objects.js';
import { constantValue, type HeapObject, type Value } from '../values/value.js';
import { resultGuards, usualResult, withGuards, type Returns } from './results.js';

/** More returns, or more fields, are not those of a check. */
const MAX_PARTS = 16;

/** The objects that a run returns, one at each return, if it makes them there: nothing else can change them. */
function ownObjects({ returns, scope }: Frame): readonly HeapObject[] | undefined {
  if (returns.length < 2 || returns.length > MAX_PARTS) return undefined;
  const objects: HeapObject[] = [];
  for (const { value, isMade = false } of returns) {
    const [object] = value.objects;
    if (!object || !isMade || value.objects.length > 1 || value.targets.length + value.taints.length > 0)
      return undefined;
    const isPlain = object.path === undefined && !object.rest && !object.filled && !object.annotation;
    if (!isPlain || !isMadeIn(object, scope)) return undefined;
    objects.push(object);
  }
  const [first] = objects;
  const isAlike = objects.every(
    (each) => each.class === first?.class && each.items?.length === first?.items?.length,
  );
  return isAlike ? objects : undefined;
}

/**
 * The result of a check that says in one of its parts how it ended: `{ ok: false, error }`, `return False, "too long"`. It is one
 * object for all returns, whose parts imply what holds where they are returned. A field that is missing counts as empty.
 */
export function verdictOf(frame: Frame, machine: FactStore & ValueFactory): HeapObject | undefined {
  const { returns } = frame;
  if (returns.every(({ facts }) => facts.size === 0)) return undefined;
  const objects = ownObjects(frame);
  if (!objects) return undefined;
  const partOf = (read: (object: HeapObject) => Value | undefined): Value => {
    const each: Returns = returns.map(({ isSet: _, ...point }, index) => {
      const object = objects[index];
      return { ...point, value: (object && read(object)) ?? constantValue(null) };
    });
    const guards = resultGuards(each);
    if (!guards) return usualResult(each);
    return withGuards(usualResult(each), {
      whenTrue: machine.implied(guards.whenTrue),
      whenFalse: machine.implied(guards.whenFalse),
    });
  };
  const names = new Set(objects.flatMap(({ fields }) => [...fields.keys()]));
  const [first] = objects;
  const count = first?.items?.length ?? 0;
  if (names.size + count > MAX_PARTS) return undefined;
  const fields = new Map([...names].map((name) => [name, partOf((object) => object.fields.get(name))]));
  const items = Array.from({ length: count }, (_, index) => partOf((object) => object.items?.[index]));
  if (![...fields.values(), ...items].some(({ guards }) => guards)) return undefined;
  const lines = new Map(objects.flatMap((object) => [...(object.lines ?? [])]));
  return {
    id: machine.newId(),
    fields,
    ...(first?.items && { items }),
    ...(first?.class && { class: first.class }),
    ...(lines.size > 0 && { lines }),
    joint: true,
  };
}

/** An object that represents all returns, with each of its parts replaced; other objects are kept as they are. */
export function withParts(object: HeapObject, part: (value: Value) => Value): HeapObject {
  if (!object.joint && !object.several) return object;
  const fields = new Map([...object.fields].map(([name, value]) => [name, part(value)]));
  return { ...object, fields, ...(object.items && { items: object.items.map(part) }) };
}
