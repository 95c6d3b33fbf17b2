import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { RepeatedFailures } from '../../../common/logging/repeated-failures.js';
import {
  LostAttempt,
  type Attempt,
  type AttemptKey,
  type NextAttempt,
} from '../../../jobs/attempts/attempt.js';
import { AFTER_STOP, afterError, afterOutage, MAX_ATTEMPTS } from '../../../jobs/attempts/retry-policy.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { unavailablePart } from '../../../storage/unavailable-part.js';
import { systemActor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { AnalysisAttemptsRepository } from './analysis-attempts.repository.js';
import { AbsentSource, CrashedAnalysis, EndedAnalysis, UnusableSource } from './analysis-failures.js';

// How long the next attempt waits after an error that nobody has foreseen.
const DELAY_SECONDS = 60;

const ACTOR = systemActor('analysis');

/** Decides what follows an attempt without results (ADR 52). */
@Injectable()
export class AttemptFailures {
  private readonly absent: RepeatedFailures;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly attempts: AnalysisAttemptsRepository,
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.absent = new RepeatedFailures(logger, {
      what: 'sources of versions are unavailable',
      then: 'analyses wait',
    });
  }

  /** An attempt has results. */
  succeeded({ id }: AttemptKey): void {
    this.absent.settled(id);
  }

  /** Fails the job or queues it again, according to the error. */
  async failed(attempt: Attempt, error: unknown): Promise<void> {
    const { id: job, attempts } = attempt;
    if (error instanceof LostAttempt) return;
    if (error instanceof UnusableSource) return this.conclude(attempt, error.message);
    if (error instanceof EndedAnalysis) {
      this.logger.info({ job, reason: error.message }, 'an analysis was ended');
      await this.attempts.lose(attempt);
      return;
    }
    if (error instanceof CrashedAnalysis) {
      this.logger.warn({ job, attempts, reason: error.message }, 'an analysis crashed');
      return this.crashed(attempt);
    }
    if (error instanceof AbsentSource) this.absent.failed({ of: error.message, job }, error.message, job);
    else this.logger.error({ err: error, job, attempts }, 'an analysis could not be completed');
    const unavailable = error instanceof AbsentSource ? error.message : unavailablePart(error);
    if (unavailable !== undefined)
      return this.again(attempt, afterOutage(attempt), `${unavailable} was unavailable for a day`);
    return this.again(
      attempt,
      afterError(attempt, DELAY_SECONDS),
      'the analysis could not be completed because of an internal error',
    );
  }

  /** The analyzing process has ended by itself. */
  private crashed(attempt: Attempt): Promise<void> {
    return this.again(attempt, afterError(attempt, 0), `the analysis crashed ${MAX_ATTEMPTS} times`);
  }

  /** The server stops. */
  async stopped(attempt: AttemptKey): Promise<void> {
    await this.attempts.release(attempt, AFTER_STOP);
  }

  /** Queues the job for its next attempt; without one, it fails for `reason`. */
  private async again(attempt: Attempt, next: NextAttempt | undefined, reason: string): Promise<void> {
    if (next === undefined) return this.conclude(attempt, reason);
    await this.attempts.release(attempt, next);
  }

  private conclude(attempt: AttemptKey, reason: string): Promise<void> {
    return this.uow.run(async () => {
      const failed = await this.attempts.fail(attempt, reason);
      if (failed === undefined) return;
      const { orgId, mcpName, visibleVersion, versionId } = failed;
      await this.audit.record({
        orgId,
        actor: ACTOR,
        action: 'version.failed',
        resourceId: versionId,
        details: { mcp_name: mcpName, visible_version: visibleVersion, reason },
      });
    });
  }
}
