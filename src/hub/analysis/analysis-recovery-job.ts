import { Inject, Injectable } from '@nestjs/common';
import type { RecurringJob } from '../../jobs/recurring-jobs.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { AnalysisQueue } from '../intake/analysis-queue.js';
import { AnalysisAttemptsRepository } from './analysis-attempts.repository.js';
import { AttemptFailures } from './attempt-failures.js';

// Six heartbeats.
const SILENT_SECONDS = 30;
// Messages arrive within a second.
const OVERDUE_SECONDS = 5;
const BATCH = 500;

/** Finds attempts whose process has ended, and jobs whose messages were lost (ADR 51). */
@Injectable()
export class AnalysisRecoveryJob implements RecurringJob {
  readonly name = 'analysis-recovery';
  readonly everyMs = 10_000;

  constructor(
    private readonly attempts: AnalysisAttemptsRepository,
    private readonly failures: AttemptFailures,
    private readonly queue: AnalysisQueue,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Called once when the server starts. Only one process uses the embedded database: whatever runs there was left by an
   * earlier one.
   */
  async atStart(signal: AbortSignal): Promise<void> {
    await this.recover(this.config.database.url === undefined ? 0 : SILENT_SECONDS, signal);
    await this.wake(0);
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.recover(SILENT_SECONDS, signal);
    await this.wake(OVERDUE_SECONDS);
  }

  private async recover(silentSeconds: number, signal: AbortSignal): Promise<void> {
    for (const attempt of await this.attempts.silent(silentSeconds, BATCH)) {
      if (signal.aborted) return;
      await this.failures.lost(attempt);
      this.queue.wake([attempt.jobId], attempt.reason);
    }
  }

  private async wake(overdueSeconds: number): Promise<void> {
    for (const { id, reason } of await this.attempts.overdue(overdueSeconds, BATCH)) {
      this.queue.wake([id], reason);
    }
  }
}
