import { isObject } from '../../../common/values/json.js';

/** What lies at a path in JSON; undefined where there is none. Only what was sent is there: no prototype's properties. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let current = value;
  for (const key of path) {
    const isContainer = isObject(current) || Array.isArray(current);
    if (!isContainer || !Object.hasOwn(current as object, key)) return undefined;
    current = (current as Record<string | number, unknown>)[key];
  }
  return current;
}

/** The list at a path, of which no more than `max` items count; empty where there is none. */
export function listAt(value: unknown, max: number, ...path: readonly (string | number)[]): unknown[] {
  const list = at(value, ...path);
  return Array.isArray(list) ? list.slice(0, max) : [];
}
