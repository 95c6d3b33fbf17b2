import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OpenApiTag } from '../common/openapi/tags.js';
import { AuditModule } from '../hub/audit/events/audit.module.js';
import { MailModule } from '../hub/platform/mail/mail.module.js';
import { McpsModule } from '../hub/catalog/mcps/mcps.module.js';
import { ObjectsModule } from '../hub/platform/objects/objects.module.js';
import { OrganizationEventsModule } from '../hub/notifications/outbound-webhooks/organization-events.module.js';
import { ReportDataModule } from './data/report-data.module.js';
import { PdfRenderer } from './rendering/pdf-renderer.js';
import { ReportBrowser } from './rendering/report-browser.js';
import { ReportAttemptsRepository } from './report-attempts.repository.js';
import { ReportContents } from './report-contents.js';
import { ReportDownloads } from './report-downloads.service.js';
import { ReportFailures } from './report-failures.js';
import { ReportMaking } from './report-making.js';
import { ReportNotifications } from './report-notifications.js';
import { ReportQueue } from './report-queue.js';
import { ReportRecords } from './report-records.js';
import { ReportRecoveryJob } from './report-recovery-job.js';
import { ReportRequests } from './report-requests.js';
import { ReportSchedule } from './report-schedule.entity.js';
import { ReportScheduleJob } from './report-schedule-job.js';
import { ReportSchedulesController } from './report-schedules.controller.js';
import { ReportSchedulesRepository } from './report-schedules.repository.js';
import { ReportSchedulesService } from './report-schedules.service.js';
import { ReportWorker } from './report-worker.js';
import { Report } from './report.entity.js';
import { ReportsController } from './reports.controller.js';
import { ReportsRepository } from './reports.repository.js';
import { ReportsService } from './reports.service.js';

/** Reports of organizations as PDF, HTML and JSON. */
@OpenApiTag('reports', 'Documents about analyses and organizations, for auditors.')
@Module({
  imports: [
    TypeOrmModule.forFeature([Report, ReportSchedule]),
    AuditModule,
    MailModule,
    McpsModule,
    ObjectsModule,
    OrganizationEventsModule,
    ReportDataModule,
  ],
  controllers: [ReportsController, ReportSchedulesController],
  providers: [
    PdfRenderer,
    ReportAttemptsRepository,
    ReportBrowser,
    ReportContents,
    ReportDownloads,
    ReportFailures,
    ReportMaking,
    ReportNotifications,
    ReportQueue,
    ReportRecords,
    ReportRecoveryJob,
    ReportRequests,
    ReportScheduleJob,
    ReportSchedulesRepository,
    ReportSchedulesService,
    ReportWorker,
    ReportsRepository,
    ReportsService,
  ],
})
export class ReportsModule {}
