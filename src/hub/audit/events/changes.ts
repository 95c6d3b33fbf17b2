/** Changed fields by their names in the API. */
export type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/**
 * The changed fields, for the audit trail; undefined if nothing changes.
 * @param before current values by API field, all JSON
 * @param requested new values of some fields; undefined leaves a field unchanged
 */
export function changesBetween(before: object, requested: object): Changes | undefined {
  const current = new Map(Object.entries(before));
  const changes = Object.entries(requested)
    .map(([key, to]) => [key, { from: current.get(key) as unknown, to: to as unknown }] as const)
    .filter(([, { from, to }]) => to !== undefined && JSON.stringify(from) !== JSON.stringify(to));
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}
