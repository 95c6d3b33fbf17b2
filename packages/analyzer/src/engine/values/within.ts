import type { HeapObject, Value } from './value.js';

/**
 * A value and what its parts and objects contain, down to a depth: the outer ones first, and an object that several fields
 * share once. Objects may contain themselves and each other, so that every path to a value may be as much work as there are
 * values to the power of the depth.
 */
export function valuesWithin(value: Value, depth: number): readonly Value[] {
  if (!value.parts && value.objects.length === 0) return [value];
  const values = [value];
  const seen = new Set<HeapObject>();
  let level: readonly Value[] = values;
  for (let left = depth; left > 0 && level.length > 0; left -= 1) {
    const next: Value[] = [];
    for (const { parts, objects } of level) {
      if (parts) for (const part of parts) next.push(part);
      for (const object of objects) {
        if (seen.has(object)) continue;
        seen.add(object);
        for (const field of object.fields.values()) next.push(field);
        if (object.items) for (const item of object.items) next.push(item);
        if (object.rest) next.push(object.rest);
      }
    }
    for (const each of next) values.push(each);
    level = next;
  }
  return values;
}
