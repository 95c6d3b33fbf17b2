import { Inject, Injectable } from '@nestjs/common';
import { Background } from '../../jobs/background.decorator.js';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import type { RecurringJob } from '../../jobs/recurring-jobs.js';
import { AdvisoryLock } from '../../storage/database/advisory-lock.js';
import { CleanupService } from './cleanup.service.js';

/** Age in hours at which unreferenced artifacts are removed (registry contract 8). */
export const CLEANUP_AFTER_HOURS = 24;

/** Cleans up once an hour, on one server per database at a time. */
@Background('api')
@Injectable()
export class CleanupJob implements RecurringJob {
  readonly name = 'cleanup';
  readonly everyMs = 3_600_000;

  constructor(
    private readonly cleanup: CleanupService,
    private readonly lock: AdvisoryLock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const started = performance.now();
    const counts = await this.lock.run('cleanup', () =>
      this.cleanup.run({ olderThanHours: CLEANUP_AFTER_HOURS, dryRun: false }, { signal }),
    );
    if (counts === undefined) return;
    const ms = Math.round(performance.now() - started);
    this.logger.info({ cleanup: counts, ms }, 'cleaned up');
  }
}
