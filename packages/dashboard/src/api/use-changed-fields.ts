import { useRef } from 'react';
import { changedFields } from './changed-fields.ts';

/** Sends the changed fields of a form that stays open. */
type SaveChanged<Fields extends object> = <Saved>(
  fields: Fields,
  save: (changed: Partial<Fields>) => Promise<Saved>,
) => Promise<Saved>;

/**
 * Sends only what the reader has changed since the form was opened, or saved last.
 * @param opened what the form shows first
 */
export function useChangedFields<Fields extends object>(opened: {
  readonly [Name in keyof Fields]?: unknown;
}): SaveChanged<Fields> {
  const known = useRef(opened);
  return async (fields, save) => {
    const saved = await save(changedFields(known.current, fields));
    known.current = fields;
    return saved;
  };
}
