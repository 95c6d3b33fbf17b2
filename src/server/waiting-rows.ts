import { RETRY_MS } from '../hub/notifications/outbound-webhooks/delivery-schedule.js';
import { TOPICS } from '../storage/outbox/topics.js';
import type { UnitOfWork } from '../storage/database/unit-of-work.js';
import type { Backlog, Meters } from '../common/operation/meters.js';

/** A table whose rows wait for something to be done. */
export interface WaitingRows {
  readonly table: string;
  /** Which of its rows wait; an index finds them. */
  readonly waiting: string;
  /** Which of the first of these really wait. */
  readonly only?: string;
  /** When a row was added; undefined if it does not say. */
  readonly since?: string;
  /** When it can be handled. */
  readonly due?: string;
  /** The order of the index, if its first rows are the oldest. */
  readonly order?: string;
}

/** Bounds the cost of a measurement. */
const MOST = 10_000;

const topics = TOPICS.map((topic): [string, WaitingRows] => [
  topic,
  { table: 'outbox', waiting: `topic = '${topic}'`, since: 'created_at', due: 'due_at', order: 'topic, id' },
]);

/** The queues of the database, by the names of their metrics. */
export const WAITING_ROWS: ReadonlyMap<string, WaitingRows> = new Map<string, WaitingRows>([
  [
    'analysis',
    {
      table: 'analysis_job',
      waiting: `status = 'QUEUED'`,
      since: 'created_at',
      due: 'run_after',
      order: 'run_after, id',
    },
  ],
  [
    'reports',
    {
      table: 'report',
      waiting: `status = 'PENDING' AND worker IS NULL`,
      since: 'created_at',
      due: 'run_after',
      order: 'run_after, id',
    },
  ],
  [
    'report-schedules',
    {
      table: 'report_schedule',
      waiting: 'next_run_at <= now()',
      due: 'next_run_at',
      order: 'next_run_at, id',
    },
  ],
  [
    'publication',
    {
      table: 'publication',
      waiting: `status = 'QUEUED'`,
      // Of a version that is published again, the row is older.
      since: 'updated_at',
      due: 'run_after',
      order: 'run_after, version_id',
    },
  ],
  [
    'outbound-deliveries',
    {
      table: 'outbound_delivery',
      waiting: `status = 'PENDING'`,
      // Those that are sent again are older.
      since: `retry_until - interval '${RETRY_MS} milliseconds'`,
      due: 'run_after',
      order: 'retry_until, id',
    },
  ],
  [
    'source-changes',
    { table: 'source_event', waiting: 'taken_at IS NULL', since: 'created_at', due: 'run_after' },
  ],
  [
    'scans',
    {
      table: 'scan',
      waiting: `status = 'WAITING'`,
      since: 'created_at',
      due: 'coalesce(claimed_until, created_at)',
      order: 'created_at, id',
    },
  ],
  [
    'advisory-rechecks',
    {
      table: 'advisory_recheck',
      waiting: 'true',
      since: 'created_at',
      due: 'created_at',
      order: 'created_at, mcp_id',
    },
  ],
  ['newest-versions', { table: 'mcp', waiting: 'newest_version_id IS DISTINCT FROM results_version_id' }],
  [
    'upload-cleanup',
    {
      table: 'upload',
      waiting: `expires_at < now() - interval '1 hour'`,
      only: `version_id IS NULL OR expires_at < now() - interval '7 days'`,
      due: 'expires_at',
      order: 'expires_at, id',
    },
  ],
  [
    'object-cleanup',
    {
      table: 'hub_object',
      waiting: 'NOT referenced',
      only: `renewed_at < now() - interval '24 hours'`,
      due: `renewed_at + interval '24 hours'`,
    },
  ],
  [
    'cleanup',
    {
      table: 'registry_presigned_upload',
      waiting: `created_at < now() - interval '24 hours'`,
      due: `created_at + interval '24 hours'`,
      order: 'created_at',
    },
  ],
  ...topics,
]);

/** The statement that measures a queue. It reads a bounded number of rows. */
export const measurementOf = ({ table, waiting, only = 'true', since, due, order }: WaitingRows): string =>
  `SELECT count(*)::int AS waiting, ${secondsSince('since', since)} AS oldest, ${secondsSince('due', due)} AS overdue
     FROM (SELECT ${since ?? 'NULL'} AS since, ${due ?? 'NULL'} AS due, ${only} AS waits FROM ${table} WHERE ${waiting}
            ${order === undefined ? '' : `ORDER BY ${order}`} LIMIT ${MOST}) found
    WHERE waits`;

const secondsSince = (column: string, expression: string | undefined): string =>
  expression === undefined ? 'NULL' : `coalesce(extract(epoch FROM now() - min(${column})), 0)::float8`;

interface Row {
  readonly waiting: number;
  readonly oldest: number | null;
  readonly overdue: number | null;
}

/** Shows what waits in the database. Every process shows all of it, whoever handles it. */
export function measureWaitingRows(meters: Meters, uow: UnitOfWork): void {
  for (const [queue, rows] of WAITING_ROWS) {
    const statement = measurementOf(rows);
    meters.queue(queue, async (): Promise<Backlog> => {
      const row = await uow.row<Row>(statement);
      return {
        waiting: row?.waiting ?? 0,
        ...(row?.oldest != null && { oldestSeconds: row.oldest }),
        ...(row?.overdue != null && { overdueSeconds: row.overdue }),
      };
    });
  }
}
