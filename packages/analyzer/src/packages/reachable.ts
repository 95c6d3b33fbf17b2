/** All that can be reached from some names, those included. */
export function reachable(
  roots: Iterable<string>,
  next: (name: string) => Iterable<string>,
): ReadonlySet<string> {
  const found = new Set(roots);
  // A set takes what is added to it while it is gone through.
  for (const name of found) for (const other of next(name)) found.add(other);
  return found;
}
