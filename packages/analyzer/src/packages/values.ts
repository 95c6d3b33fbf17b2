/** Safe access to parsed JSON, TOML and YAML of any shape: packages may have a number where an object is expected. */

export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object; undefined for anything else, including arrays. */
export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

/** The value at a key path. Looks at own keys only, so that `constructor` is found only if it was written. */
export function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    const fields = fieldsOf(current);
    if (fields === undefined || !Object.hasOwn(fields, key)) return undefined;
    current = fields[key];
  }
  return current;
}

/** The string at a key path; undefined when it is missing or empty. */
export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const text = valueAt(value, ...keys);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** The entries of the object at a key path; empty when there is no object. */
export const entriesAt = (value: unknown, ...keys: readonly string[]): [string, unknown][] =>
  Object.entries(fieldsOf(valueAt(value, ...keys)) ?? {});

/** The items of the array at a key path; empty when there is no array. */
export function itemsAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const list = valueAt(value, ...keys);
  return Array.isArray(list) ? list : [];
}

/** The strings of the array at a key path; other items are ignored. */
export const textsAt = (value: unknown, ...keys: readonly string[]): string[] =>
  itemsAt(value, ...keys).filter((item) => typeof item === 'string');

/** An object with the field if its value is defined, for optional fields. */
export const defined = <Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): Partial<Record<Key, Value>> => (value === undefined ? {} : ({ [key]: value } as Record<Key, Value>));
