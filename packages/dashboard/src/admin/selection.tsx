import { useState, type ReactNode } from 'react';
import { ConfirmedAction } from '../ui/confirmed-action.tsx';
import { count } from '../ui/count.ts';
import { Checkbox } from '../ui/fields.tsx';
import { Notice } from '../ui/state.tsx';
import type { Column } from '../ui/table.tsx';
import type { Bulk, BulkState, Selected } from './use-bulk.ts';

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

interface BulkActionProps {
  /** Verb of the button, such as "Suspend". */
  readonly label: string;
  /** Question, such as "Suspend 2 users?". */
  readonly question: string;
  readonly selection: Pick<Selection<never>, 'selected'>;
  readonly bulk: Bulk;
  readonly run: (selected: readonly Selected[]) => Promise<void>;
  readonly isDangerous?: boolean;
  /** What happens then. */
  readonly children: string;
}

/** A button that does something with the selected rows, once it is confirmed. */
export const BulkAction = ({
  label,
  question,
  selection: { selected },
  bulk,
  run,
  isDangerous = false,
  children,
}: BulkActionProps) => (
  <ConfirmedAction
    label={label}
    question={question}
    small
    isDangerous={isDangerous}
    isDisabled={selected.length === 0 || bulk.state.isRunning}
    changes={[]}
    run={() => run(selected)}
  >
    <p>{children}</p>
  </ConfirmedAction>
);

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
