import { Inject, Injectable } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { RecoveryJob } from '../../../jobs/attempts/recovery-job.js';
import { AnalysisQueue } from '../../catalog/intake/analysis-queue.js';
import { AnalysisAttemptsRepository } from './analysis-attempts.repository.js';

/** Finds analyses whose process has ended, and those whose messages were lost. */
@Background('worker')
@Injectable()
export class AnalysisRecoveryJob extends RecoveryJob {
  readonly name = 'analysis-recovery';

  constructor(
    attempts: AnalysisAttemptsRepository,
    queue: AnalysisQueue,
    @Inject(APP_CONFIG) { database }: Pick<AppConfig, 'database'>,
  ) {
    // Only one process uses the embedded database.
    super(attempts, (ids) => queue.wake(ids), database.url === undefined);
  }
}
