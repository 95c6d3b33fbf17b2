import { useState, type ReactNode } from 'react';
import { Checkbox } from '../ui/fields.tsx';
import { count } from '../ui/pager.tsx';
import { Notice } from '../ui/state.tsx';
import type { Column } from '../ui/table.tsx';
import type { BulkState, Selected } from './bulk.ts';

/** The rows of a page that the reader has selected. */
export interface Selection<Row> {
  readonly rows: readonly Row[];
  readonly selected: readonly Selected[];
  readonly column: Column<Row>;
  readonly isAll: boolean;
  readonly setAll: (isSelected: boolean) => void;
  readonly clear: () => void;
}

/** Lets the reader select rows of a table. Rows that are no longer shown are no longer selected. */
export function useSelection<Row extends { readonly id: string }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Selection<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = rows.filter(({ id }) => ids.has(id));
  const set = (id: string, isSelected: boolean): void => {
    const next = new Set(chosen.map((row) => row.id));
    if (isSelected) next.add(id);
    else next.delete(id);
    setIds(next);
  };
  return {
    rows,
    selected: chosen.map((row) => ({ id: row.id, name: nameOf(row) })),
    isAll: rows.length > 0 && chosen.length === rows.length,
    setAll: (isSelected) => setIds(new Set(isSelected ? rows.map(({ id }) => id) : [])),
    clear: () => setIds(new Set()),
    column: {
      name: 'Select',
      cell: (row) => (
        <Checkbox
          hidesLabel
          label={`Select ${nameOf(row)}`}
          isSelected={ids.has(row.id)}
          onChange={(isSelected) => set(row.id, isSelected)}
        />
      ),
    },
  };
}

interface SelectionBarProps {
  readonly selection: Pick<Selection<never>, 'selected' | 'isAll' | 'setAll'>;
  /** Plural of what is selected, such as "users". */
  readonly noun: string;
  readonly state: BulkState;
  /** Actions on the selected rows. */
  readonly children: ReactNode;
}

/** How many rows are selected, what can be done with them, and what became of the last action. */
export function SelectionBar({ selection, noun, state, children }: SelectionBarProps) {
  const { selected, isAll, setAll } = selection;
  return (
    <>
      <div className="selection" role="group" aria-label={`Selected ${noun}`}>
        <Checkbox label={`All ${noun} on this page`} isSelected={isAll} onChange={setAll} />
        <span className="soft" aria-live="polite">{`${count(selected.length)} selected`}</span>
        <div className="row">{children}</div>
      </div>
      <BulkResults state={state} noun={noun} />
    </>
  );
}

/** How many there are, in words: "1 user", or "2 users". */
export const counted = (value: number, noun: string): string =>
  value === 1 ? `1 ${noun}` : `${count(value)} ${noun}s`;

/** Progress and results of an action on several objects; failures are listed with their reasons. */
function BulkResults({ state, noun }: { readonly state: BulkState; readonly noun: string }) {
  const { action, total, outcomes, isRunning } = state;
  if (action === undefined) return null;
  const failed = outcomes.filter(({ ok }) => !ok);
  if (isRunning) {
    return (
      <div className="selection-results">
        <Notice>
          <label>
            {`${action}: ${outcomes.length} of ${total}`} <progress value={outcomes.length} max={total} />
          </label>
        </Notice>
      </div>
    );
  }
  return (
    <div className="selection-results">
      <Notice kind={failed.length === 0 ? 'good' : 'bad'}>
        {`${action}: done for ${outcomes.length - failed.length} of ${total} ${noun}.`}
        {failed.length === 0 ? null : (
          <ul>
            {failed.map(({ id, name, reason }) => (
              <li key={id}>{`${name}: ${reason ?? 'failed'}`}</li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}
