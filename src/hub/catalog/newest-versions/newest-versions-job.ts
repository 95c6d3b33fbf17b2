import { Inject, Injectable } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import { NIL_UUID } from '../../../common/values/uuid.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { MissingReleaseKeys } from './missing-release-keys.js';
import { NewestVersions } from './newest-versions.js';
import { NewestVersionsRepository } from './newest-versions.repository.js';

const BATCH = 100;

/**
 * Gives released versions the place that a process of an earlier version has not written. Then finds MCPs whose newest version became another one outside of a transaction of this program: by an upgrade, by a process
 * of an earlier version, or by an operator's statement.
 */
@Background('api')
@Injectable()
export class NewestVersionsJob implements RecurringJob {
  readonly name = 'newest-versions';
  readonly everyMs = 60_000;
  private readonly failures: RepeatedFailures;

  constructor(
    private readonly newest: NewestVersions,
    private readonly versions: NewestVersionsRepository,
    private readonly keys: MissingReleaseKeys,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.failures = new RepeatedFailures(logger, {
      what: 'newest versions of MCPs were not settled',
      then: 'they are tried again',
      level: 'error',
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.keys.fill(signal);
    const failed: { readonly mcp: string; readonly error: unknown }[] = [];
    let after = NIL_UUID;
    for (;;) {
      const ids = await this.versions.unsettled(after, BATCH);
      for (const id of ids) {
        if (signal.aborted) return;
        // One that fails must not keep those behind it from being settled.
        await this.newest.follow(id).then(
          () => this.failures.worked('', id),
          (error: unknown) => failed.push({ mcp: id, error }),
        );
      }
      const last = ids.at(-1);
      // More failures mean that the database is unavailable.
      if (last === undefined || ids.length < BATCH || failed.length >= BATCH) break;
      after = last;
    }
    for (const { mcp, error } of failed) this.failures.failed({ err: error, mcp }, '', mcp);
  }
}
