import type { HeapObject, Scope, Value } from './value.js';

/** Whether the run of a function has made an object itself. */
export function isMadeIn(object: HeapObject, { made }: Scope): boolean {
  for (const each of made?.values() ?? []) if (each === object) return true;
  return false;
}

/**
 * The length of a list with known items. That of one that another run has made is what it is at first: other functions may add to
 * it, or replace it, at any time, so that it decides no condition.
 */
export function lengthOf(object: HeapObject, scope: Scope): Value | undefined {
  const { items, rest } = object;
  if (!items || rest) return undefined;
  const length = { taints: [], targets: [], objects: [], constants: [items.length] };
  return isMadeIn(object, scope) ? length : { ...length, changes: true };
}
