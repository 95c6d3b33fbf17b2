/** A field that the reader and somebody else have both changed since the form was opened. */
export interface Conflict {
  readonly field: string;
  /** What somebody else has set. */
  readonly theirs: unknown;
}

/** The values of a form's fields, which the server may have in other types, and beside others. */
export type Values<Fields extends object> = Readonly<Partial<Record<keyof Fields, unknown>>>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The fields of a form that would undo what somebody else has changed.
 * @param opened what the reader has seen
 * @param changed what the reader has changed
 * @param now what the server has
 */
export const conflictsOf = <Fields extends object>(
  opened: Values<Fields>,
  changed: Partial<Fields>,
  now: Values<Fields>,
): readonly Conflict[] =>
  (Object.keys(changed) as (keyof Fields & string)[])
    .filter((field) => !isSame(now[field], opened[field]) && !isSame(now[field], changed[field]))
    .map((field) => ({ field, theirs: now[field] }));

const MAX_SHOWN = 200;

const LABELS: Readonly<Record<string, string>> = {
  repo_url: 'repository',
  target_type: 'what it looks at',
  target_value: 'value',
  expires_at: 'end',
  audit_months: 'months of audit events',
  evaluation_months: 'months of evaluations',
  api_calls_per_min: 'requests per minute',
  url: 'address',
  urls: 'addresses',
};

const labelOf = (field: string): string => LABELS[field] ?? field.replaceAll('_', ' ');

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : listed(value);
  return `“${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text}”`;
}

const listed = (value: unknown): string =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')
    ? value.join(', ')
    : JSON.stringify(value);

/** Somebody else has changed what the reader wanted to change. Nothing was saved. */
export class ConflictingChange extends Error {
  constructor(conflicts: readonly Conflict[]) {
    const changes = conflicts.map(({ field, theirs }) => `${labelOf(field)} to ${shown(theirs)}`);
    super(
      `somebody else has changed ${changes.join(', ')} since you opened this. Nothing is saved yet: save again to ` +
        'replace it with what is here, or reload the page to see everything as it is now',
    );
    this.name = 'ConflictingChange';
  }
}
