import { entriesAt, fieldsOf } from '../../../packages/values.js';

const MAX_DEPTH = 8;

/**
 * The paths that a field of `package.json` may lead to: a text, the alternatives of an array, and every condition but that of
 * types. Node.js chooses one of them by its options, so that each may run.
 */
export function targetsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((each) => targetsIn(each, depth + 1));
  return entriesAt(value).flatMap(([condition, each]) =>
    condition === 'types' ? [] : targetsIn(each, depth + 1),
  );
}

/** The text that matches the `*` of a pattern; undefined when a specifier does not match. */
export function starOf(pattern: string, specifier: string): string | undefined {
  const star = pattern.indexOf('*');
  if (star === -1) return pattern === specifier ? '' : undefined;
  const [start, end] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const fits =
    specifier.length >= start.length + end.length && specifier.startsWith(start) && specifier.endsWith(end);
  return fits ? specifier.slice(start.length, specifier.length - end.length) : undefined;
}

/** The paths of a field by keys and patterns, `exports` or `imports`, that a key has. */
export const targetsOf = (field: unknown, key: string): string[] =>
  Object.entries(fieldsOf(field) ?? {}).flatMap(([pattern, value]) => {
    const star = starOf(pattern, key);
    return star === undefined ? [] : targetsIn(value).map((target) => target.replaceAll('*', () => star));
  });
