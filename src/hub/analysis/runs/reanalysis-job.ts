import { Inject, Injectable } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { currentTime } from '../../../common/values/clock.js';
import { DAY_MS } from '../../../common/values/durations.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { AnalysisQueue } from '../../catalog/intake/analysis-queue.js';
import { AnalysisAttemptsRepository } from './analysis-attempts.repository.js';

// Bounds how far new versions can be behind: they come first, but do not interrupt a running analysis.
const VERSIONS_A_RUN = 200;
const DELETED_AT_A_TIME = 1000;
const KEPT_DAYS = 30;

/** Queues the newest versions whose last analysis is old, and deletes jobs that ended long ago. */
@Background('worker')
@Injectable()
export class ReanalysisJob implements RecurringJob {
  readonly name = 'reanalysis';
  readonly everyMs = 600_000;

  constructor(
    private readonly attempts: AnalysisAttemptsRepository,
    private readonly queue: AnalysisQueue,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const outdated = await this.attempts.outdated(this.config.analysis.intervalHours, VERSIONS_A_RUN);
    if (outdated.length > 0) await this.queue.request(outdated, 'reanalysis');
    const before = new Date(currentTime() - KEPT_DAYS * DAY_MS);
    while (
      !signal.aborted &&
      (await this.attempts.deleteEnded(before, DELETED_AT_A_TIME)) === DELETED_AT_A_TIME
    );
  }
}
