import { Inject, Injectable } from '@nestjs/common';
import { Background } from '../../../../jobs/background.decorator.js';
import { LOGGER, type Logger } from '../../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../../common/logging/repeated-failures.js';
import { currentTime } from '../../../../common/values/clock.js';
import type { RecurringJob } from '../../../../jobs/recurring-jobs.js';
import { repositoryKey } from '@mcp-hub/client-configurations/names';
import {
  SourceEventsRepository,
  type PendingChange,
} from '../../../catalog/source-events/source-events.repository.js';
import { PublicSource } from '../sources/public-source.js';
import { CodeHostSession } from './code-host-session.js';
import { SourceCommits } from './source-commits.js';
import { SourceIntake } from './source-intake.js';
import { SourceRepository } from './source-repository.js';

const BATCH = 100;
const MAX_FAILURES = 100;
// How long a code host is asked.
const ANSWERED_WITHIN_MS = 60 * 60 * 1000;

/** Makes versions of the commits that code hosts announce (hub contract 15), and of new MCPs with a repository. */
@Background('worker')
@Injectable()
export class SourceChangesJob implements RecurringJob {
  readonly name = 'source-changes';
  readonly everyMs = 10_000;
  /** By host, or by repository if its host answers about others. */
  private readonly silence: RepeatedFailures;
  private readonly failures: RepeatedFailures;

  constructor(
    private readonly changes: SourceEventsRepository,
    private readonly sources: PublicSource,
    private readonly repositories: SourceRepository,
    private readonly commits: SourceCommits,
    private readonly intake: SourceIntake,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.silence = new RepeatedFailures(logger, {
      what: 'a code host did not say what changed sources are',
      then: 'it is asked less and less often',
    });
    this.failures = new RepeatedFailures(logger, {
      what: 'a changed source was not taken up',
      then: 'it is tried again',
      level: 'error',
    });
  }

  async run(signal: AbortSignal): Promise<void> {
    const failed: { readonly change: string; readonly error: unknown }[] = [];
    const session = new CodeHostSession(this.sources, signal);
    let batch = await this.changes.pending(undefined, BATCH);
    while (batch.length > 0) {
      for (const change of batch) {
        if (signal.aborted) return;
        await this.apply(change, session).then(
          () => this.failures.worked('', change.id),
          (error: unknown) => failed.push({ change: change.id, error }),
        );
      }
      // More failures mean that the database is unavailable.
      if (failed.length >= MAX_FAILURES) break;
      batch = await this.changes.pending(batch.at(-1), BATCH);
    }
    for (const { change, error } of failed) {
      await this.changes.postpone(change).catch(() => undefined);
      this.failures.failed({ err: error, change }, '', change);
    }
    for (const host of session.well) this.silence.worked(host);
  }

  private async apply({ id }: PendingChange, session: CodeHostSession): Promise<void> {
    // An earlier change of the batch may be about the repository of the same MCP.
    const change = await this.changes.again(id);
    if (change === undefined) return;
    const belonging = await this.repositories.settle(change, session);
    if (belonging.is === 'unknown') return this.askAgain(change, session, belonging.reason, true);
    if (belonging.is === 'foreign' || !change.isRepository) {
      await this.changes.take(id);
      return;
    }
    const current = await this.changes.again(id);
    if (current === undefined) return;
    const { commits, unanswered } = await this.commits.of(current, session);
    await this.intake.take(current, commits, unanswered === undefined);
    if (unanswered === undefined) this.silence.worked(repositoryKey(current.repoUrl));
    else await this.askAgain(current, session, unanswered.reason, unanswered.mayPass);
  }

  /** Asks less and less often for an hour (ADR 94), unless another answer is not to be expected. */
  private async askAgain(
    change: PendingChange,
    session: CodeHostSession,
    reason: string,
    mayPass: boolean,
  ): Promise<void> {
    const isFinal = !mayPass || currentTime() - change.createdAt.getTime() > ANSWERED_WITHIN_MS;
    await (isFinal ? this.intake.giveUp(change, reason) : this.changes.postpone(change.id));
    const silent = session.silentAbout(change.repoUrl);
    this.silence.failed({ of: silent, mcp: change.mcpId, ref: change.ref, reason, isFinal }, silent);
  }
}
