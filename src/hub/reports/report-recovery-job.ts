import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { RecurringJob } from '../../jobs/recurring-jobs.js';
import { ReportAttemptsRepository } from './report-attempts.repository.js';
import { ReportFailures } from './report-failures.js';
import { ReportQueue } from './report-queue.js';

// Six heartbeats.
const SILENT_SECONDS = 30;
// Messages arrive within a second.
const OVERDUE_SECONDS = 5;
const BATCH = 500;

/** Finds attempts whose process has ended, and reports whose messages were lost (ADR 51). */
@Injectable()
export class ReportRecoveryJob implements RecurringJob {
  readonly name = 'report-recovery';
  readonly everyMs = 10_000;

  constructor(
    private readonly attempts: ReportAttemptsRepository,
    private readonly failures: ReportFailures,
    private readonly queue: ReportQueue,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'database'>,
  ) {}

  /**
   * Called once when the server starts. Only one process uses the embedded database: whatever runs there was left by an
   * earlier one.
   */
  async atStart(signal: AbortSignal): Promise<void> {
    await this.recover(this.config.database.url === undefined ? 0 : SILENT_SECONDS, signal);
    this.queue.wake(await this.attempts.overdue(0, BATCH));
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.recover(SILENT_SECONDS, signal);
    this.queue.wake(await this.attempts.overdue(OVERDUE_SECONDS, BATCH));
  }

  private async recover(silentSeconds: number, signal: AbortSignal): Promise<void> {
    for (const attempt of await this.attempts.silent(silentSeconds, BATCH)) {
      if (signal.aborted) return;
      await this.failures.lost(attempt);
      this.queue.wake([attempt.reportId]);
    }
  }
}
