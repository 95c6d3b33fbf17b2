import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { WakeableWork } from '../../../common/concurrency/wakeable-work.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { DeliveryAttempt } from './delivery-attempt.js';
import { DeliveryClock } from './delivery-clock.js';
import { OrganizationEvents } from './organization-events.js';
import { OutboundDeliveriesRepository } from './outbound-deliveries.repository.js';

const EVERY_MS = 5_000;
// Attempts of this process at a time. Those for one webhook are limited by the claim.
const MAX_ATTEMPTS = 16;

/**
 * Sends events to the webhooks of organizations: as soon as this process has written one, and regularly. Several
 * processes may run it at once (ADR 73). A run starts attempts and does not wait for their end, so that a slow receiver
 * delays no others.
 */
@Background('api')
@Injectable()
export class DeliveryJob implements RecurringJob, OnModuleDestroy {
  readonly name = 'outbound-deliveries';
  readonly everyMs = EVERY_MS;
  private readonly stopping = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private readonly starts: WakeableWork;

  constructor(
    private readonly events: OrganizationEvents,
    private readonly deliveries: OutboundDeliveriesRepository,
    private readonly attempts: DeliveryAttempt,
    private readonly clock: DeliveryClock,
    @Inject(LOGGER) logger: Logger,
  ) {
    const texts = { what: 'due deliveries could not be read', then: 'they are read again soon' };
    this.starts = new WakeableWork(() => this.startAttempts(), new RepeatedFailures(logger, texts));
  }

  /** From now on, an event that this process writes is sent at once. */
  listen(): void {
    // Outside of the request that wrote it, whose address audit events would show.
    const outside = AsyncLocalStorage.snapshot();
    this.events.onAdded(() => outside(() => this.starts.wake()));
  }

  async run(): Promise<void> {
    await this.startAttempts();
  }

  /** Resolves when nothing is being sent by this process. */
  async idle(): Promise<void> {
    await this.starts.idle();
    while (this.running.size > 0) {
      await Promise.all(this.running);
      await this.starts.idle();
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await this.starts.stop();
    await Promise.all(this.running);
  }

  private async startAttempts(): Promise<void> {
    while (!this.stopping.signal.aborted && this.running.size < MAX_ATTEMPTS) {
      const claimed = await this.deliveries.claim(this.clock.now());
      if (claimed === undefined) return;
      const attempt = this.attempts.run(claimed, this.stopping.signal).finally(() => {
        this.running.delete(attempt);
        this.starts.wake();
      });
      this.running.add(attempt);
    }
  }
}
