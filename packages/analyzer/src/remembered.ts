const MAX_KEPT = 10_000;
/** Longer names are made by programs, and come once. */
const MAX_LENGTH = 100;

/**
 * What a function gives for a name, asked of it once: the names of a program come again and again. It must depend on the
 * name alone; no more than ten thousand are kept.
 */
export function byName<T>(of: (name: string) => T): (name: string) => T {
  const known = new Map<string, { readonly value: T }>();
  return (name) => {
    const kept = known.get(name);
    if (kept) return kept.value;
    const value = of(name);
    if (known.size < MAX_KEPT && name.length <= MAX_LENGTH) known.set(name, { value });
    return value;
  };
}

/** The same of two names: they need not be put together to be asked about. */
export function byNames<T>(of: (first: string, second: string) => T): (first: string, second: string) => T {
  const known = byName((first) => byName((second) => of(first, second)));
  return (first, second) => known(first)(second);
}
