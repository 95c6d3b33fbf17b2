import { Injectable } from '@nestjs/common';
import { DELAY_AFTER_LOSS } from '../../jobs/lost-attempts.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { Paper, ReportScope } from './report-values.js';

/** Key of an attempt. Every write is conditional on it, so an attempt that lost its report changes nothing (ADR 51). */
export interface AttemptKey {
  readonly reportId: string;
  /** Identifies the attempt. */
  readonly worker: string;
}

/** An attempt and how many the report has had, this one included. */
export interface NumberedAttempt extends AttemptKey {
  readonly attempts: number;
}

/** An attempt to make a report. */
export interface Attempt extends NumberedAttempt {
  readonly orgId: string;
  readonly scope: ReportScope;
  readonly snapshotId: string | null;
  readonly paper: Paper;
  readonly scheduleId: string | null;
  /** Key of the data, if an earlier attempt has taken it. */
  readonly dataKey: string | null;
  /** How long the report has existed. */
  readonly ageSeconds: number;
}

/** A report that has ended. */
export interface EndedReport {
  readonly orgId: string;
  readonly scope: ReportScope;
  readonly snapshotId: string | null;
}

const OF_ATTEMPT = `id = $1 AND worker = $2`;
const ENDED = `org_id AS "orgId", scope, snapshot_id AS "snapshotId"`;

// Concurrent workers may want the same row: the others take one of the next.
const OF_AN_ORGANIZATION = 4;

/**
 * The report whose turn it is: of the organization with the fewest reports in progress, then of the one whose last start is the
 * longest ago (ADR 113). Organizations with reports to make are found by jumping from one to the next in an index.
 */
const NEXT = `
  waiting AS (
    (SELECT org_id FROM report WHERE status = 'PENDING' ORDER BY org_id LIMIT 1)
    UNION ALL
    SELECT (SELECT r.org_id FROM report r
             WHERE r.status = 'PENDING' AND r.org_id > w.org_id ORDER BY r.org_id LIMIT 1)
      FROM waiting w WHERE w.org_id IS NOT NULL
  ), next AS (
    SELECT p.id
      FROM waiting w
     CROSS JOIN LATERAL (
       SELECT (SELECT count(*) FROM report r WHERE r.org_id = w.org_id AND r.worker IS NOT NULL) AS running,
              (SELECT max(started_at) FROM report s WHERE s.org_id = w.org_id) AS started) turn
     CROSS JOIN LATERAL (
       SELECT q.id, q.run_after FROM report q
        WHERE q.org_id = w.org_id AND q.status = 'PENDING' AND q.worker IS NULL AND q.run_after <= now()
        ORDER BY q.run_after, q.id LIMIT ${OF_AN_ORGANIZATION}) due
      JOIN report p ON p.id = due.id
     ORDER BY turn.running, turn.started NULLS FIRST, due.run_after, due.id LIMIT 1
       FOR NO KEY UPDATE OF p SKIP LOCKED)`;

const CLAIM = `
  UPDATE report p SET worker = $1, attempts = attempts + 1, heartbeat_at = now(), started_at = now()
    FROM next
   WHERE p.id = next.id AND p.status = 'PENDING' AND p.worker IS NULL AND p.run_after <= now()
  RETURNING p.id AS "reportId", p.worker, p.attempts, p.org_id AS "orgId", p.scope, p.snapshot_id AS "snapshotId", p.paper,
            p.schedule_id AS "scheduleId", p.data_key AS "dataKey",
            extract(epoch FROM now() - p.created_at)::float8 AS "ageSeconds"`;

/** SQL of the attempts to make reports. */
@Injectable()
export class ReportAttemptsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Claims a report that waits; undefined if it does not wait (any more), or is not due yet. */
  claim({ reportId, worker }: AttemptKey): Promise<Attempt | undefined> {
    return this.uow.row<Attempt>(`WITH next AS (SELECT $2::uuid AS id) ${CLAIM}`, [worker, reportId]);
  }

  /** Claims the due report whose turn it is; undefined if there is none. */
  claimNext(worker: string): Promise<Attempt | undefined> {
    return this.uow.row<Attempt>(`WITH RECURSIVE ${NEXT} ${CLAIM}`, [worker]);
  }

  /** Writes that an attempt is alive; false if it was taken over. */
  beat(key: AttemptKey): Promise<boolean> {
    return this.change(key, 'heartbeat_at = now()');
  }

  /** Writes which object has the data; false if the attempt was taken over. */
  keepData(key: AttemptKey, dataKey: string): Promise<boolean> {
    return this.change(key, 'data_key = $3', [dataKey]);
  }

  /** Ends a report whose documents are stored; false if the attempt was taken over. */
  complete(key: AttemptKey, htmlKey: string, pdfKey: string): Promise<boolean> {
    return this.change(
      key,
      `status = 'COMPLETED', worker = NULL, heartbeat_at = NULL, failure_reason = NULL, finished_at = now(),
       html_key = $3, pdf_key = $4`,
      [htmlKey, pdfKey],
    );
  }

  /** Ends a report without documents; undefined if the attempt was taken over. */
  fail({ reportId, worker }: AttemptKey, reason: string): Promise<EndedReport | undefined> {
    return this.uow.row<EndedReport>(
      `UPDATE report
          SET status = 'FAILED', worker = NULL, heartbeat_at = NULL, failure_reason = $3, finished_at = now()
        WHERE ${OF_ATTEMPT} RETURNING ${ENDED}`,
      [reportId, worker, reason],
    );
  }

  /**
   * Gives a report up to another attempt; false if the attempt was taken over.
   * @param delaySeconds after which it may start
   * @param counts whether this attempt counts
   */
  release(
    key: AttemptKey,
    { delaySeconds, counts }: { readonly delaySeconds: number; readonly counts: boolean },
  ): Promise<boolean> {
    return this.change(
      key,
      `worker = NULL, heartbeat_at = NULL, attempts = attempts - $4::int,
       run_after = now() + make_interval(secs => $3)`,
      [delaySeconds, counts ? 0 : 1],
    );
  }

  /**
   * Gives up an attempt whose process was lost: its report waits behind the others, and the attempt does not count. False if
   * the attempt was taken over.
   */
  lose(key: AttemptKey): Promise<boolean> {
    return this.change(
      key,
      `worker = NULL, heartbeat_at = NULL, attempts = greatest(attempts - 1, 0), losses = losses + 1,
       run_after = now() + ${DELAY_AFTER_LOSS}`,
    );
  }

  /** Up to `limit` attempts that have been silent for some seconds, the longest first. */
  silent(seconds: number, limit: number): Promise<AttemptKey[]> {
    return this.uow.rows<AttemptKey>(
      `SELECT id AS "reportId", worker FROM report
        WHERE worker IS NOT NULL AND heartbeat_at <= now() - make_interval(secs => $1)
        ORDER BY heartbeat_at, id LIMIT $2`,
      [seconds, limit],
    );
  }

  /** Up to `limit` reports that have been due for some seconds, in the order in which they should be made. */
  async overdue(seconds: number, limit: number): Promise<string[]> {
    const rows = await this.uow.rows<{ id: string }>(
      `SELECT id FROM report
        WHERE status = 'PENDING' AND worker IS NULL AND run_after <= now() - make_interval(secs => $1)
        ORDER BY run_after, id LIMIT $2`,
      [seconds, limit],
    );
    return rows.map(({ id }) => id);
  }

  private async change(
    { reportId, worker }: AttemptKey,
    changes: string,
    values: readonly unknown[] = [],
  ): Promise<boolean> {
    const row = await this.uow.row(`UPDATE report SET ${changes} WHERE ${OF_ATTEMPT} RETURNING id`, [
      reportId,
      worker,
      ...values,
    ]);
    return row !== undefined;
  }
}
