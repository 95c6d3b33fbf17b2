import type { ReactNode } from 'react';
import { ScrollableBox } from './scrollable-box.tsx';

/** A column of a table. */
export interface Column<Row> {
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers are aligned at the end, buttons stand in the last column. */
  readonly kind?: 'text' | 'number' | 'actions';
}

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Shown instead of the table if there are no rows. */
  readonly empty?: ReactNode;
}

/** A table, which shows each row as a block on narrow screens. */
export function Table<Row>({ caption, columns, rows, keyOf, empty }: TableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  return (
    <ScrollableBox label={caption}>
      <table className="table stacking">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, kind }) => (
              <th key={name} scope="col" className={kind === 'number' ? 'end' : undefined}>
                {kind === 'actions' ? <span className="visually-hidden">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, cell, kind }) => (
                <td
                  key={name}
                  data-label={kind === 'actions' ? '' : name}
                  className={kind === 'number' ? 'end number' : kind === 'actions' ? 'actions' : undefined}
                >
                  {/* One element, which is beside the column's name on narrow screens. */}
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollableBox>
  );
}
