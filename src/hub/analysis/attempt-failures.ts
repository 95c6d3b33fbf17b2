import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { RepeatedFailures } from '../../common/logging/repeated-failures.js';
import { translateStorageError } from '../../storage/artifacts/storage-errors.js';
import { translateDatabaseError } from '../../storage/database/database-errors.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { systemActor } from '../audit/actor.js';
import { AuditService } from '../audit/audit.service.js';
import { AnalysisAttemptsRepository, type AttemptKey } from './analysis-attempts.repository.js';
import {
  AbsentSource,
  CrashedAnalysis,
  EndedAnalysis,
  LostAttempt,
  UnusableSource,
} from './analysis-failures.js';

/** Attempts of a job (ADR 52). */
const MAX_ATTEMPTS = 3;

// How long the next attempt waits after an error that nobody has foreseen: longer each time.
const DELAY_SECONDS = 60;

// How long the next attempt waits for what is away: as long as the job has existed, within these bounds.
const SHORTEST_OUTAGE_SECONDS = 15;
const LONGEST_OUTAGE_SECONDS = 15 * 60;
const GIVEN_UP_AFTER_SECONDS = 24 * 60 * 60;

const ACTOR = systemActor('analysis');

/** An attempt and how many the job has had. */
interface NumberedAttempt extends AttemptKey {
  readonly attempts: number;
}

/** The same, with the age of its job. */
interface Aged extends NumberedAttempt {
  readonly ageSeconds: number;
}

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
      what: 'sources of versions are away',
      then: 'analyses wait',
    });
  }

  /** An attempt has results. */
  succeeded({ jobId }: AttemptKey): void {
    this.absent.settled(jobId);
  }

  /** Fails the job or queues it again, according to the error. */
  async failed(attempt: Aged, error: unknown): Promise<void> {
    const { jobId: job, attempts } = attempt;
    if (error instanceof LostAttempt) return;
    if (error instanceof UnusableSource) return this.conclude(attempt, error.message);
    if (error instanceof EndedAnalysis) {
      this.logger.info({ job, reason: error.message }, 'an analysis was ended');
      return this.lost(attempt);
    }
    if (error instanceof CrashedAnalysis) {
      this.logger.warn({ job, attempts, reason: error.message }, 'an analysis crashed');
      return this.crashed(attempt);
    }
    if (error instanceof AbsentSource) this.absent.failed({ of: error.message, job }, error.message, job);
    else this.logger.error({ err: error, job, attempts }, 'an analysis could not be completed');
    const away = whatIsAway(error);
    if (away !== undefined) return this.postpone(attempt, away);
    if (attempts >= MAX_ATTEMPTS) {
      return this.conclude(attempt, 'the analysis could not be completed because of an internal error');
    }
    await this.attempts.release(attempt, { delaySeconds: DELAY_SECONDS * attempts, counts: true });
  }

  /** The analyzing process has ended by itself. */
  private async crashed(attempt: NumberedAttempt): Promise<void> {
    if (attempt.attempts >= MAX_ATTEMPTS) {
      return this.conclude(attempt, `the analysis crashed ${MAX_ATTEMPTS} times`);
    }
    await this.attempts.release(attempt, { delaySeconds: 0, counts: true });
  }

  /** The process of the worker has ended, or has been silent for too long: the job is not to blame (ADR 112). */
  async lost(attempt: AttemptKey): Promise<void> {
    await this.attempts.lose(attempt);
  }

  /** The server stops: another process, or this one after its start, goes on. */
  async stopped(attempt: AttemptKey): Promise<void> {
    await this.attempts.release(attempt, { delaySeconds: 0, counts: false });
  }

  /** An attempt that met an outage does not count: nothing is wrong with its version. */
  private async postpone(attempt: Aged, away: string): Promise<void> {
    const { ageSeconds } = attempt;
    if (ageSeconds >= GIVEN_UP_AFTER_SECONDS) return this.conclude(attempt, `${away} was away for a day`);
    const longest = Math.min(ageSeconds, LONGEST_OUTAGE_SECONDS);
    const delaySeconds = Math.max(longest, SHORTEST_OUTAGE_SECONDS);
    await this.attempts.release(attempt, { delaySeconds, counts: false });
  }

  private conclude(attempt: NumberedAttempt, reason: string): Promise<void> {
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

/** What an attempt could not reach; undefined for every other error. */
function whatIsAway(error: unknown): string | undefined {
  if (error instanceof AbsentSource) return error.message;
  if (translateStorageError(error) !== undefined) return 'the object store';
  return translateDatabaseError(error) === undefined ? undefined : 'the database';
}
