import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { WakeableWork } from '../../../common/concurrency/wakeable-work.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { Outbox } from '../../../storage/outbox/outbox.js';
import { REGISTRY_CHANGES } from '../../../storage/outbox/registry-changes.js';
import { VERSION_EVENTS } from '../../../storage/outbox/version-events.js';
import { RegistryTrailReader } from '../../audit/registry-trail/registry-trail-reader.js';
import { RegistryEvents } from './registry-events.service.js';

/** Applies the messages of the registry: as soon as this process has written one, and regularly. */
@Background('api')
@Injectable()
export class RegistryEventsJob implements RecurringJob, OnModuleDestroy {
  readonly name = 'registry-events';
  readonly everyMs = 15_000;
  private readonly woken: WakeableWork;

  constructor(
    private readonly outbox: Outbox,
    private readonly events: RegistryEvents,
    private readonly trail: RegistryTrailReader,
    @Inject(LOGGER) logger: Logger,
  ) {
    const texts = {
      what: 'the messages of the registry could not be read',
      then: 'they are read again soon',
    };
    this.woken = new WakeableWork((signal) => this.run(signal), new RepeatedFailures(logger, texts));
  }

  /** From now on, a message that this process writes is applied at once. */
  listen(): void {
    // Outside of the request that wrote it, whose address audit events would show.
    const outside = AsyncLocalStorage.snapshot();
    for (const topic of [VERSION_EVENTS, REGISTRY_CHANGES] as const) {
      this.outbox.onAdded(topic, () => outside(() => this.woken.wake()));
    }
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.trail.read(signal);
    await this.outbox.handle(VERSION_EVENTS, (payload) => this.events.apply(payload), signal);
  }

  onModuleDestroy(): Promise<void> {
    return this.woken.stop();
  }
}
