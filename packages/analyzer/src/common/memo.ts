// Memoization of pure functions. The caches are module-level and outlive an analysis on purpose: a result depends on its key
// alone, and programs share most of their names.

const MAX_KEPT = 10_000;
/** Longer names are generated and rarely repeat. */
const MAX_LENGTH = 100;

/**
 * Memoizes a function of a name.
 * @param of depends on the name alone; at most ten thousand results are kept
 */
export function memoByName<T>(of: (name: string) => T): (name: string) => T {
  const results = new Map<string, T>();
  return (name) => {
    const kept = results.get(name);
    if (kept !== undefined || results.has(name)) return kept as T;
    const value = of(name);
    if (results.size < MAX_KEPT && name.length <= MAX_LENGTH) results.set(name, value);
    return value;
  };
}

/** Memoizes a function of two names without concatenating them. */
export function memoByNames<T>(
  of: (first: string, second: string) => T,
): (first: string, second: string) => T {
  const byFirst = memoByName((first) => memoByName((second) => of(first, second)));
  return (first, second) => byFirst(first)(second);
}

/**
 * Memoizes a function of an object, usually a syntax node. Rules call such functions at every call site: walking the enclosing
 * function's body each time would be quadratic.
 * @param of depends on the object alone; a result is kept as long as its object
 */
export function memoByNode<N extends object, T>(of: (node: N) => T): (node: N) => T {
  const results = new WeakMap<N, { readonly value: T }>();
  return (node) => {
    const kept = results.get(node);
    if (kept) return kept.value;
    const value = of(node);
    results.set(node, { value });
    return value;
  };
}
