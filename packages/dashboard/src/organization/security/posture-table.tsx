import { SEVERITY_NAMES } from '../../domain/labels.ts';
import { optionsOf } from '../../ui/labels.tsx';
import { Table } from '../../ui/table.tsx';
import type { Posture } from './security.queries.ts';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

/** A day of the history (`2026-01-31`, in UTC) for readers. */
export const dayText = (date: string): string => DAY.format(new Date(`${date}T00:00:00Z`));

const MAX_ROWS = 60;

/** The history as a table, for those who cannot use the charts; long ones have a row for each week. */
export function PostureTable({ history }: { readonly history: Posture['history'] }) {
  const step = history.length > MAX_ROWS ? 7 : 1;
  const rows = history.toReversed().filter((_, index) => index % step === 0);
  return (
    <details>
      <summary>The history as a table</summary>
      <Table
        caption="History of scores and open findings, newest first"
        rows={rows}
        keyOf={({ date }) => date}
        columns={[
          { name: 'Day', cell: ({ date }) => dayText(date) },
          {
            name: 'Average score',
            kind: 'number',
            cell: ({ average_score }) => (average_score === null ? '–' : Math.round(average_score)),
          },
          ...optionsOf(SEVERITY_NAMES).map(([severity, name]) => ({
            name,
            kind: 'number' as const,
            cell: ({ open }: Posture['history'][number]) => open[severity],
          })),
        ]}
      />
    </details>
  );
}
