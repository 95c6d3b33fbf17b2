import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../storage/database/unit-of-work.js';
import type { Actor } from '../hub/audit/events/actor.js';
import { AuditService } from '../hub/audit/events/audit.service.js';
import { ReportQueue } from './report-queue.js';
import { ReportsRepository, type NewReport } from './reports.repository.js';

/** Reports of an organization that are not made yet, at most: one organization must not delay all others. */
export const MAX_PENDING = 50;

/** Adds requested reports to the queue. */
@Injectable()
export class ReportRequests {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly reports: ReportsRepository,
    private readonly audit: AuditService,
    private readonly queue: ReportQueue,
  ) {}

  /**
   * Adds a report in the running transaction, which has locked the organization. False if the organization has the
   * maximum number of pending ones.
   */
  async add(report: NewReport, actor: Actor): Promise<boolean> {
    const { id, orgId, scope, snapshotId, scheduleId } = report;
    if ((await this.reports.countPending(orgId)) >= MAX_PENDING) return false;
    await this.reports.insert(report);
    await this.audit.record({
      orgId,
      actor,
      action: 'report.requested',
      resourceId: id,
      details: { scope, snapshot_id: snapshotId, schedule_id: scheduleId },
    });
    this.uow.afterCommit(() => this.queue.wake([id]));
    return true;
  }
}
