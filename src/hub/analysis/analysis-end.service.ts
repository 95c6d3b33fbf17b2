import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { AuditService } from '../audit/audit.service.js';
import { AnalysisAttemptsRepository, type AttemptKey } from './analysis-attempts.repository.js';
import { CrashedAnalysis, LostAttempt, UnusableSource } from './analysis-failures.js';

/** Attempts of a job (ADR 52). */
const MAX_ATTEMPTS = 3;

// How long the next attempt waits for the database, the object store or the registry: longer each time.
const DELAY_SECONDS = 60;

const ACTOR = { id: null, type: 'system', name: 'analysis' } as const;

/** What happened to an attempt that ended without results. */
interface Counted extends AttemptKey {
  readonly attempts: number;
}

/** Decides what follows an attempt without results (ADR 52). */
@Injectable()
export class AnalysisEnd {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly attempts: AnalysisAttemptsRepository,
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Fails the job or queues it again, according to the error. */
  async failed(attempt: Counted, error: unknown): Promise<void> {
    const { jobId: job, attempts } = attempt;
    if (error instanceof LostAttempt) return;
    if (error instanceof UnusableSource) return this.conclude(attempt, error.message);
    if (error instanceof CrashedAnalysis) {
      this.logger.warn({ job, attempts, reason: error.message }, 'an analysis crashed');
      return this.crashed(attempt);
    }
    this.logger.error({ err: error, job, attempts }, 'an analysis could not be completed');
    if (attempts >= MAX_ATTEMPTS) {
      return this.conclude(attempt, 'the analysis could not be completed because of an internal error');
    }
    await this.attempts.release(attempt, { delaySeconds: DELAY_SECONDS * attempts, counts: true });
  }

  /** The process of the attempt has ended, or has been silent for too long. */
  async crashed(attempt: Counted): Promise<void> {
    if (attempt.attempts >= MAX_ATTEMPTS) {
      return this.conclude(attempt, `the analysis crashed ${MAX_ATTEMPTS} times`);
    }
    await this.attempts.release(attempt, { delaySeconds: 0, counts: true });
  }

  /** The server stops: another process, or this one after its start, goes on. */
  async stopped(attempt: Counted): Promise<void> {
    await this.attempts.release(attempt, { delaySeconds: 0, counts: false });
  }

  private conclude(attempt: Counted, reason: string): Promise<void> {
    return this.uow.run(async () => {
      const failed = await this.attempts.fail(attempt, reason);
      if (failed === undefined) return;
      const { orgId, mcpName, visibleVersion, versionId } = failed;
      await this.audit.record({
        orgId,
        actor: ACTOR,
        action: 'version.failed',
        resourceId: versionId,
        details: { mcp: mcpName, visible_version: visibleVersion, reason },
      });
    });
  }
}
