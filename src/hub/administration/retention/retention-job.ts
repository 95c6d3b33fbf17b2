import { Inject, Injectable } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import { currentDate } from '../../../common/values/clock.js';
import { HOUR_MS } from '../../../common/values/durations.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { MonthSealer } from './month-sealer.js';
import { retentionEnd } from './months.js';
import { AllRetainedRecords } from './all-retained-records.js';
import { RetentionRepository } from './retention.repository.js';

/** Removes records that organizations keep for a number of months: seals whole months, and then deletes their rows. */
@Background('api')
@Injectable()
export class RetentionJob implements RecurringJob {
  readonly name = 'retention';
  // Several times a day, because a server that restarts daily might never run a daily job.
  readonly everyMs = 6 * HOUR_MS;
  private readonly failures: RepeatedFailures;

  constructor(
    private readonly records: AllRetainedRecords,
    private readonly retention: RetentionRepository,
    private readonly sealer: MonthSealer,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.failures = new RepeatedFailures(logger, { what: 'old records stay where they are', level: 'error' });
  }

  run(signal: AbortSignal): Promise<void> {
    return this.runAt(currentDate(), signal);
  }

  /** @throws the first failure, after the other organizations had their turn */
  async runAt(now: Date, signal: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    const attempt = async (chain: string, work: () => Promise<void>): Promise<void> => {
      try {
        await work();
        this.failures.worked('', chain);
      } catch (error) {
        signal.throwIfAborted();
        this.failures.failed({ err: error, chain }, '', chain);
        failures.push(error);
      }
    };
    // What an earlier run has sealed, and has not deleted.
    await this.inBatches(
      (after) => this.retention.partlyDropped(after),
      (chain) => attempt(chain, () => this.sealer.drop(chain, signal)),
      (chain) => chain,
    );
    for (const type of this.records.types) {
      await this.inBatches(
        (after) => type.organizations(after, now),
        ({ orgId, months }) => attempt(orgId, () => type.apply(orgId, retentionEnd(now, months), signal)),
        ({ orgId }) => orgId,
      );
    }
    if (failures.length > 0) throw failures[0];
  }

  private async inBatches<Item>(
    read: (after: string | null) => Promise<Item[]>,
    work: (item: Item) => Promise<void>,
    idOf: (item: Item) => string,
  ): Promise<void> {
    let items = await read(null);
    for (let last = items.at(-1); last !== undefined; last = items.at(-1)) {
      for (const item of items) await work(item);
      items = await read(idOf(last));
    }
  }
}
