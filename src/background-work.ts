import type { Type } from '@nestjs/common';
import type { ProcessRole } from './config/operation.js';
import { AdvisoryFetchJob } from './hub/advisories/advisory-fetch-job.js';
import { AdvisoryRecheckJob } from './hub/advisories/advisory-recheck-job.js';
import { AnalysisRecoveryJob } from './hub/analysis/analysis-recovery-job.js';
import { AnalysisWorker } from './hub/analysis/analysis-worker.js';
import { ReanalysisJob } from './hub/analysis/reanalysis-job.js';
import { ReleaseChecksJob } from './hub/analysis/releases/release-checks-job.js';
import { SourceChangesJob } from './hub/analysis/source-changes/source-changes-job.js';
import { AuditVerificationJob } from './hub/audit/audit-verification-job.js';
import { CheckpointJob } from './hub/checkpoints/checkpoint-job.js';
import { NewestVersionsJob } from './hub/newest-versions/newest-versions-job.js';
import { ObjectCleanupJob } from './hub/objects/object-cleanup-job.js';
import { DeliveryJob } from './hub/outbound-webhooks/delivery-job.js';
import { OutboundCleanupJob } from './hub/outbound-webhooks/outbound-cleanup-job.js';
import { PublicationJob } from './hub/publication/publication-job.js';
import { RegistryEventsJob } from './hub/registry-events/registry-events-job.js';
import { ScanCleanupJob } from './hub/scans/scan-cleanup-job.js';
import { ScanVersionsJob } from './hub/scans/scan-versions-job.js';
import { UploadCleanupJob } from './hub/uploads/upload-cleanup-job.js';
import { VersionNewsJob } from './hub/version-news/version-news-job.js';
import { WebhookCleanupJob } from './hub/webhooks/webhook-cleanup-job.js';
import { ReportRecoveryJob } from './hub/reports/report-recovery-job.js';
import { ReportScheduleJob } from './hub/reports/report-schedule-job.js';
import { ReportWorker } from './hub/reports/report-worker.js';
import { RetentionJob } from './hub/retention/retention-job.js';
import { RecurringJobs, type RecurringJob } from './jobs/recurring-jobs.js';
import { CleanupJob } from './registry/cleanup/cleanup-job.js';
import type { Running } from './shutdown.js';

type JobType = Type<RecurringJob>;

const API_JOBS: readonly JobType[] = [
  CleanupJob,
  ObjectCleanupJob,
  WebhookCleanupJob,
  AuditVerificationJob,
  CheckpointJob,
  RetentionJob,
  AdvisoryFetchJob,
  AdvisoryRecheckJob,
  UploadCleanupJob,
  RegistryEventsJob,
  NewestVersionsJob,
  PublicationJob,
  DeliveryJob,
  OutboundCleanupJob,
  VersionNewsJob,
  ScanCleanupJob,
  ScanVersionsJob,
  ReportScheduleJob,
];

const WORKER_JOBS: readonly JobType[] = [
  AnalysisRecoveryJob,
  ReanalysisJob,
  ReleaseChecksJob,
  SourceChangesJob,
  ReportRecoveryJob,
];

const jobsOf = (role: ProcessRole): readonly JobType[] => [
  ...(role === 'worker' ? [] : API_JOBS),
  ...(role === 'api' ? [] : WORKER_JOBS),
];

/** Goes on with the analyses that an earlier process has left, and takes new ones. */
async function startAnalyses({ app, logger }: Running): Promise<void> {
  await app.get(AnalysisWorker).start();
  await app
    .get(AnalysisRecoveryJob)
    .atStart(new AbortController().signal)
    .catch((error: unknown) => logger.warn({ err: error }, 'unfinished analyses are found later'));
}

/** Goes on with the reports that an earlier process has left, and takes new ones. */
async function startReports({ app, logger }: Running): Promise<void> {
  app.get(ReportWorker).start();
  await app
    .get(ReportRecoveryJob)
    .atStart(new AbortController().signal)
    .catch((error: unknown) => logger.warn({ err: error }, 'unfinished reports are found later'));
}

/** Starts what a process does besides answering requests, according to its role. */
export async function startBackgroundWork(running: Running): Promise<void> {
  const { app, config } = running;
  const jobs = app.get(RecurringJobs);
  for (const job of jobsOf(config.processRole)) jobs.schedule(app.get(job));
  if (config.processRole !== 'worker') {
    app.get(RegistryEventsJob).listen();
    app.get(ScanVersionsJob).listen();
    app.get(PublicationJob).listen();
    app.get(DeliveryJob).listen();
    app.get(VersionNewsJob).listen();
  }
  if (config.processRole === 'api') return;
  await startAnalyses(running);
  await startReports(running);
}
