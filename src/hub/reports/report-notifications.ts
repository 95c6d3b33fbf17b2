import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { Mailer } from '../mail/mailer.js';
import type { Attempt } from './report-attempts.repository.js';
import { reportMail } from './report-mail.js';
import { ReportSchedulesRepository } from './report-schedules.repository.js';

/** Says that reports are ready. */
@Injectable()
export class ReportNotifications {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly schedules: ReportSchedulesRepository,
    private readonly mailer: Mailer,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'http'>,
  ) {}

  /**
   * Called in the transaction that completes a report. After it, those whom the schedule names get a mail, as far as they
   * are still members with a verified address. An event `report.completed` for other systems belongs here, too.
   */
  async completed({ orgId, reportId, scheduleId }: Attempt): Promise<void> {
    if (scheduleId === null) return;
    const recipients = await this.schedules.recipients(orgId, scheduleId);
    const url = `${this.config.http.publicUrl}/api/v1/orgs/${orgId}/reports/${reportId}.pdf`;
    this.uow.afterCommit(() => {
      for (const { email, organization } of recipients)
        this.mailer.post(reportMail({ email, organization, url }));
    });
  }
}
