import { Injectable } from '@nestjs/common';
import { LostAttempt, type AttemptKey } from '../jobs/attempts/attempt.js';
import { UnitOfWork } from '../storage/database/unit-of-work.js';
import { systemActor } from '../hub/audit/events/actor.js';
import { AuditService } from '../hub/audit/events/audit.service.js';
import { HubObjects } from '../hub/platform/objects/hub-objects.js';
import { ReportAttemptsRepository, type ReportAttempt } from './report-attempts.repository.js';
import { ReportNotifications } from './report-notifications.js';

const ACTOR = systemActor('reports');

/** Records what becomes of reports. */
@Injectable()
export class ReportRecords {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly attempts: ReportAttemptsRepository,
    private readonly objects: HubObjects,
    private readonly audit: AuditService,
    private readonly notifications: ReportNotifications,
  ) {}

  /** Names the object with the data of a report. @throws LostAttempt */
  keepData(attempt: AttemptKey, dataKey: string): Promise<void> {
    return this.uow.run(async () => {
      if (!(await this.attempts.keepData(attempt, dataKey))) throw new LostAttempt();
      await this.objects.reference([dataKey]);
    });
  }

  /** Ends a report whose documents are stored. @throws LostAttempt */
  complete(
    attempt: ReportAttempt,
    { htmlKey, pdfKey }: { readonly htmlKey: string; readonly pdfKey: string },
  ): Promise<void> {
    const { id, orgId, scope, snapshotId } = attempt;
    return this.uow.run(async () => {
      if (!(await this.attempts.complete(attempt, htmlKey, pdfKey))) throw new LostAttempt();
      await this.objects.reference([htmlKey, pdfKey]);
      await this.audit.record({
        orgId,
        actor: ACTOR,
        action: 'report.completed',
        resourceId: id,
        details: { scope, snapshot_id: snapshotId },
      });
      await this.notifications.completed(attempt);
    });
  }

  /** Ends a report without documents, unless another attempt has taken it over. */
  fail(attempt: AttemptKey, reason: string): Promise<void> {
    return this.uow.run(async () => {
      const failed = await this.attempts.fail(attempt, reason);
      if (failed === undefined) return;
      const { orgId, scope, snapshotId } = failed;
      await this.audit.record({
        orgId,
        actor: ACTOR,
        action: 'report.failed',
        resourceId: attempt.id,
        details: { scope, snapshot_id: snapshotId, reason },
      });
    });
  }
}
