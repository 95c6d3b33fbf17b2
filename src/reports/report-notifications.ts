import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../config/app-config.js';
import { UnitOfWork } from '../storage/database/unit-of-work.js';
import { Mailer } from '../hub/platform/mail/mailer.js';
import { OrganizationEvents } from '../hub/notifications/outbound-webhooks/organization-events.js';
import type { ReportAttempt } from './report-attempts.repository.js';
import { reportMail } from './report-mail.js';
import { ReportSchedulesRepository } from './report-schedules.repository.js';

/** Says that reports are ready. */
@Injectable()
export class ReportNotifications {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly schedules: ReportSchedulesRepository,
    private readonly events: OrganizationEvents,
    private readonly mailer: Mailer,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'http'>,
  ) {}

  /**
   * Called in the transaction that completes a report, which adds an event for the webhooks of the organization. After it,
   * those whom the schedule names get a mail, as far as they are still members with a verified address.
   */
  async completed(attempt: ReportAttempt): Promise<void> {
    const { orgId, id, scheduleId } = attempt;
    const url = `${this.config.http.publicUrl}/api/v1/orgs/${orgId}/reports/${id}.pdf`;
    await this.events.add(orgId, 'report.completed', completionData(attempt, url));
    if (scheduleId === null) return;
    const recipients = await this.schedules.recipients(orgId, scheduleId);
    this.uow.afterCommit(() => {
      for (const { email, organization } of recipients)
        this.mailer.post(reportMail({ email, organization, url }));
    });
  }
}

/** Data of `report.completed`. */
const completionData = ({ id, scope, snapshotId, paper, scheduleId }: ReportAttempt, url: string) => ({
  report_id: id,
  scope,
  snapshot_id: snapshotId,
  format: 'PDF',
  paper,
  schedule_id: scheduleId,
  url,
});
