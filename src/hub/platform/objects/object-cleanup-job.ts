import { Inject, Injectable } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { currentTime } from '../../../common/values/clock.js';
import { DAY_MS } from '../../../common/values/durations.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import {
  HUB_OBJECTS,
  type ArtifactStore,
  type HubObjectKind,
} from '../../../storage/artifacts/artifact-store.js';
import { HubObjects } from './hub-objects.js';

/** Removes objects that no row has named for a day, and what writes left behind that never finished. */
@Background('api')
@Injectable()
export class ObjectCleanupJob implements RecurringJob {
  readonly name = 'object-cleanup';
  readonly everyMs = 3_600_000;

  constructor(
    private readonly objects: HubObjects,
    @Inject(HUB_OBJECTS) private readonly store: ArtifactStore<HubObjectKind>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const before = new Date(currentTime() - DAY_MS);
    const unfinished = await this.store.removeAbandoned(before, { dryRun: false }, signal);
    const objects = await this.objects.removeUnreferenced(signal);
    if (objects + unfinished > 0) this.logger.info({ objects, unfinished }, 'cleaned up objects of analyses');
  }
}
