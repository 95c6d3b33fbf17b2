import { Injectable } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { HOUR_MS } from '../../../common/values/durations.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { DeliveryClock } from './delivery-clock.js';
import { OrganizationEventsRepository } from './organization-events.repository.js';
import { OutboundDeliveriesRepository } from './outbound-deliveries.repository.js';

const KEPT_MS = 30 * 24 * HOUR_MS;
// Longer than the longest delay between two attempts.
const LATE_MS = 8 * HOUR_MS;
const BATCH = 1000;

/** Deletes events after 30 days with their deliveries, and ends deliveries that were not tried in time. */
@Background('api')
@Injectable()
export class OutboundCleanupJob implements RecurringJob {
  readonly name = 'outbound-cleanup';
  readonly everyMs = HOUR_MS;

  constructor(
    private readonly deliveries: OutboundDeliveriesRepository,
    private readonly events: OrganizationEventsRepository,
    private readonly clock: DeliveryClock,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const now = this.clock.now().getTime();
    const late = new Date(now - LATE_MS);
    while (!signal.aborted && (await this.deliveries.expire(late, BATCH)) === BATCH);
    const before = new Date(now - KEPT_MS);
    while (!signal.aborted && (await this.events.deleteOld(before, BATCH)) === BATCH);
  }
}
