import { Inject, Injectable } from '@nestjs/common';
import { Background } from '../jobs/background.decorator.js';
import { APP_CONFIG, type AppConfig } from '../config/app-config.js';
import { RecoveryJob } from '../jobs/attempts/recovery-job.js';
import { ReportAttemptsRepository } from './report-attempts.repository.js';
import { ReportQueue } from './report-queue.js';

/** Finds reports whose process has ended, and those whose messages were lost. */
@Background('worker')
@Injectable()
export class ReportRecoveryJob extends RecoveryJob {
  readonly name = 'report-recovery';

  constructor(
    attempts: ReportAttemptsRepository,
    queue: ReportQueue,
    @Inject(APP_CONFIG) { database }: Pick<AppConfig, 'database'>,
  ) {
    // Only one process uses the embedded database.
    super(attempts, (ids) => queue.wake(ids), database.url === undefined);
  }
}
