import { isObject } from '../../../../common/values/json.js';

/** The value at a path in JSON; undefined if there is none. Own properties only, never those of a prototype. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const key of path) {
    const isContainer = isObject(current) || Array.isArray(current);
    if (!isContainer || !Object.hasOwn(current as object, key)) return undefined;
    current = (current as Record<string | number, unknown>)[key];
  }
  return current;
}

/** The array at a path, cut to `max` items; empty if there is none. */
export function listAt(value: unknown, max: number, ...path: readonly (string | number)[]): unknown[] {
  const list = at(value, ...path);
  return Array.isArray(list) ? list.slice(0, max) : [];
}
