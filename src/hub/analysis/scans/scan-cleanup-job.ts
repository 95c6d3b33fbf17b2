import { Injectable } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { currentTime } from '../../../common/values/clock.js';
import { DAY_MS } from '../../../common/values/durations.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { ScanEntriesRepository } from './scan-entries.repository.js';
import { ScansRepository } from './scans.repository.js';

const KEPT_DAYS = 30;
const BATCH = 500;

/** Deletes scans after 30 days, and the entries that were seen through them alone. */
@Background('api')
@Injectable()
export class ScanCleanupJob implements RecurringJob {
  readonly name = 'scan-cleanup';
  readonly everyMs = 3_600_000;

  constructor(
    private readonly scans: ScansRepository,
    private readonly entries: ScanEntriesRepository,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const before = new Date(currentTime() - KEPT_DAYS * DAY_MS);
    while (!signal.aborted && (await this.scans.deleteOld(before, BATCH)) === BATCH);
    while (!signal.aborted && (await this.entries.deleteUnused(BATCH)) === BATCH);
  }
}
