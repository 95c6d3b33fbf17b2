import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { WakeableWork } from '../../../common/concurrency/wakeable-work.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { ANALYZED_VERSIONS } from '../../../storage/outbox/analyzed-versions.js';
import { Outbox } from '../../../storage/outbox/outbox.js';
import { VersionNews } from './version-news.service.js';

/** Notifies organizations of new versions: as soon as this process has recorded one, and regularly. */
@Background('api')
@Injectable()
export class VersionNewsJob implements RecurringJob, OnModuleDestroy {
  readonly name = 'version-news';
  readonly everyMs = 15_000;
  private readonly woken: WakeableWork;

  constructor(
    private readonly outbox: Outbox,
    private readonly news: VersionNews,
    @Inject(LOGGER) logger: Logger,
  ) {
    const texts = { what: 'messages about new versions could not be read', then: 'they are read again soon' };
    this.woken = new WakeableWork((signal) => this.run(signal), new RepeatedFailures(logger, texts));
  }

  /** From now on, a version that this process records is handled at once. */
  listen(): void {
    // Outside of the work that recorded it.
    const outside = AsyncLocalStorage.snapshot();
    this.outbox.onAdded(ANALYZED_VERSIONS, () => outside(() => this.woken.wake()));
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.outbox.handle(ANALYZED_VERSIONS, (payload) => this.news.apply(payload), signal);
  }

  onModuleDestroy(): Promise<void> {
    return this.woken.stop();
  }
}
