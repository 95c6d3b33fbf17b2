/**
 * The fields of a form that differ from what it was opened with. Only these are sent, so that saving keeps what others have
 * changed since.
 */
export const changedFields = <Fields extends object>(
  opened: { readonly [Name in keyof Fields]?: unknown },
  fields: Fields,
): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(opened[name as keyof Fields]),
    ),
  ) as Partial<Fields>;
