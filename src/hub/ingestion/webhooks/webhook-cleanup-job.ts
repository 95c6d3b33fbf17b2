import { Injectable } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { currentTime } from '../../../common/values/clock.js';
import { DAY_MS } from '../../../common/values/durations.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { SourceEventsRepository } from '../../catalog/source-events/source-events.repository.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { WebhookEffectsRepository } from './webhook-effects.repository.js';

const BATCH = 1000;

/**
 * Deletes deliveries and source events after 30 days, and the digests of bodies that had an effect after a year: signed
 * bodies carry no timestamp, so an old one could still be replayed.
 */
@Background('api')
@Injectable()
export class WebhookCleanupJob implements RecurringJob {
  readonly name = 'webhook-cleanup';
  readonly everyMs = 3_600_000;

  constructor(
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly sources: SourceEventsRepository,
    private readonly effects: WebhookEffectsRepository,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    for (const [kept, days] of [
      [this.deliveries, 30],
      [this.sources, 30],
      [this.effects, 365],
    ] as const) {
      const before = new Date(currentTime() - days * DAY_MS);
      while (!signal.aborted && (await kept.deleteOld(before, BATCH)) === BATCH);
    }
  }
}
