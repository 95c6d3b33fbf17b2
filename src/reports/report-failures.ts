import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '../common/errors/api-error.js';
import { LOGGER, type Logger } from '../common/logging/logger.js';
import { LostAttempt, type AttemptKey, type NextAttempt } from '../jobs/attempts/attempt.js';
import { AFTER_STOP, afterError, afterOutage } from '../jobs/attempts/retry-policy.js';
import { unavailablePart } from '../storage/unavailable-part.js';
import { MissingBrowser, UnprintableReport } from './rendering/rendering-failures.js';
import { ReportAttemptsRepository, type ReportAttempt } from './report-attempts.repository.js';
import { ReportRecords } from './report-records.js';

// How long the next attempt waits after an error that nobody has foreseen.
const DELAY_SECONDS = 10;

/** Decides what follows an attempt without a report. */
@Injectable()
export class ReportFailures {
  constructor(
    private readonly attempts: ReportAttemptsRepository,
    private readonly records: ReportRecords,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Fails the report or gives it up to another attempt, according to the error. */
  async failed(attempt: ReportAttempt, error: unknown): Promise<void> {
    if (error instanceof LostAttempt) return;
    const { id: report, attempts } = attempt;
    this.logger.error({ err: error, report, attempts }, 'a report could not be made');
    const unavailable = unavailablePart(error);
    if (unavailable !== undefined)
      return this.again(attempt, afterOutage(attempt), `${unavailable} was unavailable for a day`);
    // What the report is about was deleted meanwhile.
    if (isGone(error)) return this.records.fail(attempt, error.message);
    return this.again(attempt, afterError(attempt, DELAY_SECONDS), reasonOf(error));
  }

  /** The server stops. */
  async stopped(attempt: AttemptKey): Promise<void> {
    await this.attempts.release(attempt, AFTER_STOP);
  }

  /** Gives the report up to the next attempt; without one, it fails for `reason`. */
  private async again(attempt: AttemptKey, next: NextAttempt | undefined, reason: string): Promise<void> {
    if (next === undefined) return this.records.fail(attempt, reason);
    await this.attempts.release(attempt, next);
  }
}

const isGone = (error: unknown): error is ApiError => error instanceof ApiError && error.kind === 'not_found';

/** Why a report failed, for its readers. */
function reasonOf(error: unknown): string {
  if (error instanceof UnprintableReport) return error.message;
  if (error instanceof MissingBrowser) return 'this server has no browser that prints reports';
  return 'the report could not be made because of an internal error';
}
