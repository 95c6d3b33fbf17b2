import { Inject, Injectable } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import { currentTime } from '../../../common/values/clock.js';
import { Heartbeat } from '../../../jobs/attempts/heartbeat.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { RegistryError } from '../../platform/registry-client/registry-error.js';
import { PublicationAttempt } from './publication-attempt.js';
import { delayAfter, isWorthRetrying, MAX_ATTEMPTS } from './publication-backoff.js';
import { LostClaimError, PublicationSuspendedError, UnpublishableError } from './publication-error.js';
import { PublicationQueue } from './publication-queue.js';
import { PublicationsRepository, type ClaimedPublication } from './publications.repository.js';

const EVERY_MS = 5_000;
// A third of the lease.
const RENEW_MS = 20_000;
const MAX_REASON = 500;
const UNKNOWN_REASON = 'an error of the hub, which its log describes';

/**
 * Brings the registry up to date with the verdicts of the hub (ADR 58): as soon as they are recorded, and regularly.
 * Several processes may run it at once.
 */
@Background('api')
@Injectable()
export class PublicationJob implements RecurringJob {
  readonly name = 'publication';
  readonly everyMs = EVERY_MS;
  private readonly failures: RepeatedFailures;

  constructor(
    private readonly publications: PublicationsRepository,
    private readonly attempts: PublicationAttempt,
    private readonly queue: PublicationQueue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.failures = new RepeatedFailures(logger, {
      what: 'versions are not brought to the registry',
      then: 'that is tried again',
    });
  }

  /** From now on, this process also publishes what it is woken for. */
  listen(): void {
    this.queue.messages.process(1, async (versionId, signal) => {
      const claimed = signal.aborted ? undefined : await this.publications.claim(versionId);
      if (claimed !== undefined) await this.attempt(claimed);
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    for (;;) {
      const claimed = signal.aborted ? undefined : await this.publications.claim();
      if (claimed === undefined) return;
      await this.attempt(claimed);
    }
  }

  private async attempt(claimed: ClaimedPublication): Promise<void> {
    using _renewal = new Heartbeat(
      async () => (await this.publications.renew(claimed)) !== undefined,
      () => undefined,
      RENEW_MS,
    );
    try {
      await this.attempts.run(claimed);
      this.failures.worked();
      this.logger.info({ versionId: claimed.versionId }, 'the registry is up to date with a version');
    } catch (error) {
      await this.conclude(claimed, error);
    }
  }

  private async conclude(claimed: ClaimedPublication, error: unknown): Promise<void> {
    const { versionId, attempts } = claimed;
    if (error instanceof LostClaimError) {
      this.logger.info({ versionId }, 'another process has taken over a publication');
      return;
    }
    if (error instanceof PublicationSuspendedError || isOfSuspended(error)) {
      this.logger.info({ versionId }, 'a publication waits for its suspended organization');
      await this.publications.suspend(claimed);
      return;
    }
    const again = attempts < MAX_ATTEMPTS && isWorthRetrying(error);
    const runAfter = again ? new Date(currentTime() + delayAfter(attempts)) : undefined;
    if (again) this.failures.failed({ err: error, versionId, attempts, runAfter });
    else this.logger.warn({ err: error, versionId, attempts }, 'a publication failed');
    await this.publications.fail(claimed, reasonOf(error), runAfter);
  }
}

/** Whether the registry says that the organization was suspended meanwhile. */
const isOfSuspended = (error: unknown): boolean =>
  error instanceof RegistryError && error.details['reason'] === 'organization_suspended';

/** Errors of databases and stores have details that only operators may read. */
const reasonOf = (error: unknown): string =>
  error instanceof RegistryError || error instanceof UnpublishableError
    ? error.message.slice(0, MAX_REASON)
    : UNKNOWN_REASON;
