import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import type { RecurringJob } from '../../jobs/recurring-jobs.js';
import { SourceEventsRepository } from '../source-events/source-events.repository.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const BATCH = 1000;

/** Forgets deliveries, and the changes that they told of, after thirty days. */
@Injectable()
export class WebhookCleanupJob implements RecurringJob {
  readonly name = 'webhook-cleanup';
  readonly everyMs = 3_600_000;

  constructor(
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly sources: SourceEventsRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const before = new Date(Date.now() - KEPT_MS);
    try {
      for (const kept of [this.deliveries, this.sources]) {
        while (!signal.aborted && (await kept.removeOld(before, BATCH)) === BATCH);
      }
    } catch (error) {
      this.logger.error({ err: error }, 'old webhooks could not be removed; it is tried again in an hour');
    }
  }
}
