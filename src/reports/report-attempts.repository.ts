import { Injectable } from '@nestjs/common';
import type { Attempt, AttemptKey } from '../jobs/attempts/attempt.js';
import { AttemptedRows, LEASE, type AttemptedTable } from '../jobs/attempts/attempted-rows.js';
import { UnitOfWork } from '../storage/database/unit-of-work.js';
import type { Paper, ReportScope } from './report-values.js';

/** An attempt to make a report. */
export interface ReportAttempt extends Attempt {
  readonly orgId: string;
  readonly scope: ReportScope;
  readonly snapshotId: string | null;
  readonly paper: Paper;
  readonly scheduleId: string | null;
  /** Key of the data, if an earlier attempt has taken it. */
  readonly dataKey: string | null;
}

/** A report that has ended. */
export interface EndedReport {
  readonly orgId: string;
  readonly scope: ReportScope;
  readonly snapshotId: string | null;
}

const ENDED = `org_id AS "orgId", scope, snapshot_id AS "snapshotId"`;

const TABLE: AttemptedTable = {
  name: 'report',
  waitingStatus: 'PENDING',
  isRunning: 'worker IS NOT NULL',
  share: 'org_id',
};

/** SQL of the attempts to make reports. */
@Injectable()
export class ReportAttemptsRepository extends AttemptedRows {
  private readonly claimed = `
    UPDATE report p SET ${AttemptedRows.BEGIN}
      FROM next
     WHERE p.id = next.id AND ${this.isDue('p')}
    RETURNING p.id, p.worker, p.attempts, p.org_id AS "orgId", p.scope, p.snapshot_id AS "snapshotId", p.paper,
              p.schedule_id AS "scheduleId", p.data_key AS "dataKey",
              extract(epoch FROM now() - p.created_at)::float8 AS "ageSeconds"`;

  constructor(private readonly uow: UnitOfWork) {
    super(uow, TABLE);
  }

  /** Claims a report that waits; undefined if it does not wait (any more), or is not due yet. */
  claim({ id, worker }: AttemptKey): Promise<ReportAttempt | undefined> {
    return this.uow.row<ReportAttempt>(`WITH next AS (SELECT $2::uuid AS id) ${this.claimed}`, [worker, id]);
  }

  /** Claims the due report whose turn it is; undefined if there is none. */
  claimNext(worker: string): Promise<ReportAttempt | undefined> {
    return this.uow.row<ReportAttempt>(`WITH RECURSIVE ${this.nextInTurn} ${this.claimed}`, [worker]);
  }

  /** Writes which object has the data; false if the attempt was taken over. */
  keepData(key: AttemptKey, dataKey: string): Promise<boolean> {
    return this.change(key, 'data_key = $3', [dataKey]);
  }

  /** Ends a report whose documents are stored; false if the attempt was taken over. */
  complete(key: AttemptKey, htmlKey: string, pdfKey: string): Promise<boolean> {
    return this.change(
      key,
      `status = 'COMPLETED', ${LEASE.ended}, failure_reason = NULL, finished_at = now(), html_key = $3, pdf_key = $4`,
      [htmlKey, pdfKey],
    );
  }

  /** Ends a report without documents; undefined if the attempt was taken over. */
  fail({ id, worker }: AttemptKey, reason: string): Promise<EndedReport | undefined> {
    return this.uow.row<EndedReport>(
      `UPDATE report SET status = 'FAILED', ${LEASE.ended}, failure_reason = $3, finished_at = now()
        WHERE ${this.isHeld} RETURNING ${ENDED}`,
      [id, worker, reason],
    );
  }
}
