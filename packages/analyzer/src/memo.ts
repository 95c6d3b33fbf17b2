// Memos of pure functions. They are the module's and outlive an analysis on purpose: what they hold depends on their key
// alone, and the names of one program are mostly those of the next.

const MAX_KEPT = 10_000;
/** Longer names are generated, and are met once. */
const MAX_LENGTH = 100;

/**
 * A function of a name that computes each result once.
 * @param of depends on the name alone; at most ten thousand of its results are kept
 */
export function memoByName<T>(of: (name: string) => T): (name: string) => T {
  const results = new Map<string, { readonly value: T }>();
  return (name) => {
    const kept = results.get(name);
    if (kept) return kept.value;
    const value = of(name);
    if (results.size < MAX_KEPT && name.length <= MAX_LENGTH) results.set(name, { value });
    return value;
  };
}

/** The same for two names, without concatenating them. */
export function memoByNames<T>(
  of: (first: string, second: string) => T,
): (first: string, second: string) => T {
  const byFirst = memoByName((first) => memoByName((second) => of(first, second)));
  return (first, second) => byFirst(first)(second);
}

/**
 * A function of an object, mostly a node of a program, that computes each result once. Rules ask for it at each call: a walk
 * through a function's body for each call in it would take quadratic time.
 * @param of depends on the object alone; its results are kept as long as the object is
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
