/**
 * A copy of JSON that PostgreSQL can store: NUL characters and lone surrogates, which it refuses, become U+FFFD. The
 * analyzer's reports contain neither, but the process that wrote one had read a package that may have been crafted.
 */
export function storable<T>(value: T): T {
  return copyOf(value) as T;
}

const textOf = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\ufffd');

function copyOf(value: unknown): unknown {
  if (typeof value === 'string') return textOf(value);
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [textOf(key), copyOf(each)]));
}
