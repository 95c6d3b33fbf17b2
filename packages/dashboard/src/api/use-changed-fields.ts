import { useRef } from 'react';
import { changedFields } from './changed-fields.ts';
import { ConflictingChange, conflictsOf, type Values } from './conflicts.ts';

/** Sends the changed fields of a form that stays open. */
type SaveChanged<Fields extends object> = <Saved>(
  fields: Fields,
  save: (changed: Partial<Fields>) => Promise<Saved>,
) => Promise<Saved>;

/**
 * Sends only what the reader has changed since the form was opened, or saved last. If somebody else has changed one of these
 * fields, the form says so first, and saving again replaces it.
 * @param opened what the form shows first
 * @param read asks the server what it has now
 */
export function useChangedFields<Fields extends object>(
  opened: Values<Fields>,
  read: () => Promise<Values<Fields> | undefined>,
): SaveChanged<Fields> {
  const known = useRef(opened);
  return async (fields, save) => {
    const changed = changedFields(known.current, fields);
    const now = (await read()) ?? known.current;
    const conflicts = conflictsOf(known.current, changed, now);
    if (conflicts.length > 0) {
      const seen = conflicts.map(({ field, theirs }) => [field, theirs] as const);
      known.current = { ...known.current, ...(Object.fromEntries(seen) as Values<Fields>) };
      throw new ConflictingChange(conflicts);
    }
    const saved = await save(changed);
    known.current = fields;
    return saved;
  };
}
