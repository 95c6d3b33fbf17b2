import { Injectable } from '@nestjs/common';
import { readPage, type FoundPage, type Window } from '../storage/database/paging.js';
import { UnitOfWork } from '../storage/database/unit-of-work.js';
import type { PrivateMcp } from '../hub/catalog/mcps/mcp-accesses.service.js';
import { PRIVATE_MCP } from '../hub/catalog/mcps/mcps.read-model.js';
import type { Report } from './report.entity.js';

/** A report as the API shows it, and the keys of its documents. */
export type ReportRow = Omit<
  Report,
  'attempts' | 'losses' | 'worker' | 'startedAt' | 'heartbeatAt' | 'runAfter' | 'organization' | 'schedule'
>;

/** A report to read, with the private MCP that it is about: null for a public one, and for a whole organization. */
export interface ReportToRead extends ReportRow {
  readonly privateMcp: PrivateMcp | null;
}

/** A requested report. */
export type NewReport = Pick<
  Report,
  'id' | 'orgId' | 'scope' | 'snapshotId' | 'paper' | 'scheduleId' | 'requestedBy' | 'createdAt'
>;

const COLUMNS = `
  id, org_id AS "orgId", scope, snapshot_id AS "snapshotId", paper, schedule_id AS "scheduleId", status,
  failure_reason AS "failureReason", data_key AS "dataKey", html_key AS "htmlKey", pdf_key AS "pdfKey",
  requested_by AS "requestedBy", created_at AS "createdAt", finished_at AS "finishedAt"`;

/** SQL of the reports of organizations. */
@Injectable()
export class ReportsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Number of reports that are not made yet. */
  async countPending(orgId: string): Promise<number> {
    const row = await this.uow.row<{ count: number }>(
      `SELECT count(*)::integer AS count FROM report WHERE org_id = $1 AND status = 'PENDING'`,
      [orgId],
    );
    return row?.count ?? 0;
  }

  async insert(report: NewReport): Promise<void> {
    const { id, orgId, scope, snapshotId, paper, scheduleId, requestedBy, createdAt } = report;
    await this.uow.rows(
      `INSERT INTO report
         (id, org_id, scope, snapshot_id, paper, schedule_id, status, run_after, requested_by, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, 'PENDING', now(), $7, $8)`,
      [id, orgId, scope, snapshotId, paper, scheduleId, requestedBy, createdAt],
    );
  }

  /** Newest first. */
  list(orgId: string, page: Window): Promise<FoundPage<ReportRow>> {
    return readPage<ReportRow>(
      this.uow,
      {
        columns: COLUMNS,
        rows: 'FROM report WHERE org_id = $1',
        values: [orgId],
        order: '"createdAt" DESC, id DESC',
        key: 'id',
      },
      page,
    );
  }

  findToRead(orgId: string, id: string): Promise<ReportToRead | undefined> {
    return this.uow.row<ReportToRead>(
      `SELECT ${COLUMNS},
              (SELECT ${PRIVATE_MCP} FROM snapshot s JOIN mcp m ON m.id = s.mcp_id WHERE s.id = report.snapshot_id)
                AS "privateMcp"
         FROM report WHERE org_id = $1 AND id = $2`,
      [orgId, id],
    );
  }

  find(orgId: string, id: string): Promise<ReportRow | undefined> {
    return this.uow.row<ReportRow>(`SELECT ${COLUMNS} FROM report WHERE org_id = $1 AND id = $2`, [
      orgId,
      id,
    ]);
  }
}
