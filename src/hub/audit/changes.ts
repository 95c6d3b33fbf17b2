/** What has changed of a thing, in the words of the API. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/**
 * What a change makes different, as the audit trail keeps it; undefined when all of it is so already.
 * @param before the thing in the words of the API, whose values are JSON
 * @param asked some of the same properties; those that are undefined stay
 */
export function changesBetween(before: object, asked: object): Changes | undefined {
  const known = new Map(Object.entries(before));
  const changes = Object.entries(asked)
    .map(([key, to]) => [key, { from: known.get(key) as unknown, to: to as unknown }] as const)
    .filter(([, { from, to }]) => to !== undefined && JSON.stringify(from) !== JSON.stringify(to));
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}
