/** Reading of what JSON, TOML and YAML hold, whatever it is: a number stands where an object is expected in some package. */

export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object; undefined for all else, lists included. */
export const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

/** The value at the end of a way of keys. Only own keys count: `constructor` is there for nobody who has not written it. */
export function valueAt(value: unknown, ...keys: readonly string[]): unknown {
  let current = value;
  for (const key of keys) {
    const fields = fieldsOf(current);
    if (fields === undefined || !Object.hasOwn(fields, key)) return undefined;
    current = fields[key];
  }
  return current;
}

/** The text at the end of a way of keys; undefined where there is none, or an empty one. */
export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const text = valueAt(value, ...keys);
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** The keys and values of the object there; none where there is no object. */
export const entriesAt = (value: unknown, ...keys: readonly string[]): [string, unknown][] =>
  Object.entries(fieldsOf(valueAt(value, ...keys)) ?? {});

/** The items of the list there; none where there is no list. */
export function itemsAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const list = valueAt(value, ...keys);
  return Array.isArray(list) ? list : [];
}

/** The texts in the list there, without what is none. */
export const textsAt = (value: unknown, ...keys: readonly string[]): string[] =>
  itemsAt(value, ...keys).filter((item) => typeof item === 'string');

/** Puts a field into an object only where it has a value, as optional fields are to be. */
export const defined = <Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): Partial<Record<Key, Value>> => (value === undefined ? {} : ({ [key]: value } as Record<Key, Value>));
