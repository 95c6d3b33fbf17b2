import type { ReactNode } from 'react';
import { JOB_STATUS_LABELS } from '../../domain/labels.ts';
import { AppLink } from '../../ui/button.tsx';
import { ValueBadge } from '../../ui/labels.tsx';
import { State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import type { Job } from './jobs.queries.ts';

const COLUMNS: readonly Column<Job>[] = [
  {
    name: 'Analysis',
    cell: (job) => (
      <>
        <AppLink to="/admin/jobs/$jobId" params={{ jobId: job.id }}>
          {job.mcp_name}
        </AppLink>
        <div className="soft small">{job.visible_version}</div>
      </>
    ),
  },
  {
    name: 'Status',
    cell: ({ status, phase, failure_reason: reason }) => (
      <>
        <ValueBadge labels={JOB_STATUS_LABELS} value={status} />
        {phase === null ? null : <span className="soft small">{` ${phase}`}</span>}
        {reason === null ? null : <div className="small">{reason}</div>}
      </>
    ),
  },
  { name: 'Reason', cell: ({ reason }) => reason },
  { name: 'Attempts', kind: 'number', cell: ({ attempts }) => attempts },
  { name: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
];

/** Analyses, with a further column before the others, and what to say if there are none. */
export function JobsTable({
  jobs,
  first,
  empty,
}: {
  readonly jobs: readonly Job[];
  readonly first?: Column<Job>;
  readonly empty?: ReactNode;
}) {
  return (
    <Table
      caption="Analyses"
      columns={first === undefined ? COLUMNS : [first, ...COLUMNS]}
      rows={jobs}
      keyOf={({ id }) => id}
      empty={
        empty ?? (
          <State title="No analyses">
            <p>Analyses start when an MCP is added or pushed, and when an administrator asks for one.</p>
          </State>
        )
      }
    />
  );
}
