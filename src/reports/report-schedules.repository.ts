import { Injectable } from '@nestjs/common';
import { readPage, type FoundPage, type Window } from '../storage/database/paging.js';
import { UnitOfWork } from '../storage/database/unit-of-work.js';
import type { ReportSchedule } from './report-schedule.entity.js';

/** A schedule without its organization's row. */
export type ScheduleRow = Omit<ReportSchedule, 'organization'>;

/** A schedule that is due, with its locked organization. */
export interface DueSchedule extends ScheduleRow {
  /** Whether the organization is active and has the plan for reports. */
  readonly isEntitled: boolean;
}

/** Who gets a mail, and the name of the organization that it is about. */
export interface Recipient {
  readonly email: string;
  readonly organization: string;
}

/** Condition on `organization o`: it is active and has the plan for reports. */
const IS_ENTITLED = `(o.plan = 'ENTERPRISE' AND o.status = 'ACTIVE')`;

const COLUMNS = `
  s.id, s.org_id AS "orgId", s."interval", s.paper, s.notify, s.next_run_at AS "nextRunAt", s.created_at AS "createdAt"`;

/** SQL of the schedules of reports. */
@Injectable()
export class ReportSchedulesRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async count(orgId: string): Promise<number> {
    const row = await this.uow.row<{ count: number }>(
      'SELECT count(*)::integer AS count FROM report_schedule WHERE org_id = $1',
      [orgId],
    );
    return row?.count ?? 0;
  }

  async insert({ id, orgId, interval, paper, notify, nextRunAt, createdAt }: ScheduleRow): Promise<void> {
    await this.uow.rows(
      `INSERT INTO report_schedule (id, org_id, "interval", paper, notify, next_run_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, orgId, interval, paper, notify, nextRunAt, createdAt],
    );
  }

  /** Oldest first. */
  list(orgId: string, page: Window): Promise<FoundPage<ScheduleRow>> {
    return readPage<ScheduleRow>(
      this.uow,
      {
        columns: COLUMNS,
        rows: 'FROM report_schedule s WHERE s.org_id = $1',
        values: [orgId],
        order: '"createdAt", id',
        key: 'id',
      },
      page,
    );
  }

  /** Deletes a schedule; false if the organization has no such schedule. */
  async delete(orgId: string, id: string): Promise<boolean> {
    const row = await this.uow.row('DELETE FROM report_schedule WHERE org_id = $1 AND id = $2 RETURNING id', [
      orgId,
      id,
    ]);
    return row !== undefined;
  }

  /** Those of these addresses, in lower case, that are verified addresses of members. */
  async memberAddresses(orgId: string, emails: readonly string[]): Promise<string[]> {
    const rows = await this.uow.rows<{ email: string }>(
      `SELECT u.email_key AS email FROM organization_member m JOIN hub_user u ON u.id = m.user_id
        WHERE m.org_id = $1 AND u.email_key = ANY($2) AND u.email_verified AND u.status = 'ACTIVE'`,
      [orgId, emails],
    );
    return rows.map(({ email }) => email);
  }

  /**
   * Who gets a mail about reports of a schedule: the named addresses of those who are members now. Nobody while the
   * organization is suspended or has another plan, because then nobody may download the report.
   */
  recipients(orgId: string, scheduleId: string): Promise<Recipient[]> {
    return this.uow.rows<Recipient>(
      `SELECT u.email, o.display_name AS organization
         FROM report_schedule s
         JOIN organization o ON o.id = s.org_id
         JOIN organization_member m ON m.org_id = s.org_id
         JOIN hub_user u ON u.id = m.user_id
        WHERE s.org_id = $1 AND s.id = $2 AND u.email_key = ANY(s.notify) AND u.email_verified AND u.status = 'ACTIVE'
          AND ${IS_ENTITLED}
        ORDER BY u.email_key`,
      [orgId, scheduleId],
    );
  }

  /** The next ids of due schedules after `after`: at most `limit`. */
  async due(now: Date, after: string, limit: number): Promise<string[]> {
    const rows = await this.uow.rows<{ id: string }>(
      'SELECT id FROM report_schedule WHERE next_run_at <= $1 AND id > $2 ORDER BY id LIMIT $3',
      [now, after, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Locks a schedule and its organization; undefined if it is not due (any more), or somebody has locked them. */
  lockDue(id: string, now: Date): Promise<DueSchedule | undefined> {
    return this.uow.row<DueSchedule>(
      `SELECT ${COLUMNS}, ${IS_ENTITLED} AS "isEntitled"
         FROM report_schedule s JOIN organization o ON o.id = s.org_id
        WHERE s.id = $1 AND s.next_run_at <= $2
          FOR NO KEY UPDATE SKIP LOCKED`,
      [id, now],
    );
  }

  async postpone(id: string, nextRunAt: Date): Promise<void> {
    await this.uow.rows('UPDATE report_schedule SET next_run_at = $2 WHERE id = $1', [id, nextRunAt]);
  }
}
