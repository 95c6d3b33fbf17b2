import { Inject, Injectable } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import { currentTime } from '../../../common/values/clock.js';
import { HOUR_MS } from '../../../common/values/durations.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { HubObjects } from '../../platform/objects/hub-objects.js';
import { UploadsRepository } from './uploads.repository.js';

// Long enough to finalize what was sent; objects that no row names are kept for a day.
const PENDING_MS = HOUR_MS;
const FINALIZED_MS = 7 * 24 * HOUR_MS;
const BATCH = 200;

/** Removes uploads that never became versions, with their bytes, and finished ones after a week. */
@Background('api')
@Injectable()
export class UploadCleanupJob implements RecurringJob {
  readonly name = 'upload-cleanup';
  readonly everyMs = HOUR_MS / 4;
  private readonly failures: RepeatedFailures;

  constructor(
    private readonly uploads: UploadsRepository,
    private readonly objects: HubObjects,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.failures = new RepeatedFailures(logger, {
      what: 'the bytes of expired uploads could not be removed yet',
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    const before = {
      pending: new Date(currentTime() - PENDING_MS),
      finalized: new Date(currentTime() - FINALIZED_MS),
    };
    for (let count = BATCH; count === BATCH && !signal.aborted;) {
      const deleted = await this.uploads.deleteOld(before, BATCH);
      count = deleted.count;
      for (const key of deleted.keys) await this.discard(key);
    }
  }

  /** The objects' own cleanup removes a day later what cannot be removed now. */
  private async discard(key: string): Promise<void> {
    try {
      await this.objects.delete(key);
      this.failures.worked();
    } catch (error) {
      this.failures.failed({ err: error });
    }
  }
}
