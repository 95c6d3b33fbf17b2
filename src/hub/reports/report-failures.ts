import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '../../common/errors/api-error.js';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { translateStorageError } from '../../storage/artifacts/storage-errors.js';
import { translateDatabaseError } from '../../storage/database/database-errors.js';
import { LostAttempt } from './lost-attempt.js';
import { MissingBrowser, UnprintableReport } from './rendering/rendering-failures.js';
import { ReportAttemptsRepository, type Attempt, type AttemptKey } from './report-attempts.repository.js';
import { ReportRecords } from './report-records.js';

const MAX_ATTEMPTS = 3;

// How long the next attempt waits: longer each time.
const DELAY_SECONDS = 10;

// How long the next attempt waits for what is away: as long as the report has existed, within these bounds (ADR 52).
const SHORTEST_OUTAGE_SECONDS = 15;
const LONGEST_OUTAGE_SECONDS = 15 * 60;
const GIVEN_UP_AFTER_SECONDS = 24 * 60 * 60;

/** Decides what follows an attempt without a report. */
@Injectable()
export class ReportFailures {
  constructor(
    private readonly attempts: ReportAttemptsRepository,
    private readonly records: ReportRecords,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Fails the report or gives it up to another attempt, according to the error. */
  async failed(attempt: Attempt, error: unknown): Promise<void> {
    if (error instanceof LostAttempt) return;
    const { reportId: report, attempts } = attempt;
    this.logger.error({ err: error, report, attempts }, 'a report could not be made');
    const away = whatIsAway(error);
    if (away !== undefined) return this.postpone(attempt, away);
    // What the report is about was deleted meanwhile.
    if (isGone(error)) return this.records.fail(attempt, error.message);
    if (attempts >= MAX_ATTEMPTS) return this.records.fail(attempt, reasonOf(error));
    await this.attempts.release(attempt, { delaySeconds: DELAY_SECONDS * attempts, counts: true });
  }

  /** The process of the attempt has ended, or has been silent for too long: the report is not to blame (ADR 112). */
  async lost(attempt: AttemptKey): Promise<void> {
    await this.attempts.lose(attempt);
  }

  /** The server stops: another process, or this one after its start, goes on. */
  async stopped(attempt: AttemptKey): Promise<void> {
    await this.attempts.release(attempt, { delaySeconds: 0, counts: false });
  }

  /** An attempt that met an outage does not count: nothing is wrong with its report. */
  private async postpone(attempt: Attempt, away: string): Promise<void> {
    const { ageSeconds } = attempt;
    if (ageSeconds >= GIVEN_UP_AFTER_SECONDS) return this.records.fail(attempt, `${away} was away for a day`);
    const longest = Math.min(ageSeconds, LONGEST_OUTAGE_SECONDS);
    const delaySeconds = Math.max(longest, SHORTEST_OUTAGE_SECONDS);
    await this.attempts.release(attempt, { delaySeconds, counts: false });
  }
}

const isGone = (error: unknown): error is ApiError => error instanceof ApiError && error.kind === 'not_found';

/** What an attempt could not reach; undefined for every other error. */
function whatIsAway(error: unknown): string | undefined {
  if (translateStorageError(error) !== undefined) return 'the object store';
  return translateDatabaseError(error) === undefined ? undefined : 'the database';
}

/** Why a report failed, for its readers. */
function reasonOf(error: unknown): string {
  if (error instanceof UnprintableReport) return error.message;
  if (error instanceof MissingBrowser) return 'this server has no browser that prints reports';
  return 'the report could not be made because of an internal error';
}
