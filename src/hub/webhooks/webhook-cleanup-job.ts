import { Injectable } from '@nestjs/common';
import type { RecurringJob } from '../../jobs/recurring-jobs.js';
import { SourceEventsRepository } from '../source-events/source-events.repository.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { WebhookEffectsRepository } from './webhook-effects.repository.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const BATCH = 1000;

/**
 * Forgets deliveries, and the changes that they told of, after thirty days, and which bodies had an effect after a year:
 * signed bodies have no date, so that one may be replayed long afterwards.
 */
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
      const before = new Date(Date.now() - days * DAY_MS);
      while (!signal.aborted && (await kept.removeOld(before, BATCH)) === BATCH);
    }
  }
}
