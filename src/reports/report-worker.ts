import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Background } from '../jobs/background.decorator.js';
import { LOGGER, type Logger } from '../common/logging/logger.js';
import { Heartbeat } from '../jobs/attempts/heartbeat.js';
import { ReportAttemptsRepository, type ReportAttempt } from './report-attempts.repository.js';
import { ReportFailures } from './report-failures.js';
import { ReportMaking } from './report-making.js';
import { ReportQueue } from './report-queue.js';

// The browser of a process prints one document at a time.
const CONCURRENCY = 1;

/** Takes reports from the queue and makes them (ADR 74). */
@Background('worker')
@Injectable()
export class ReportWorker {
  constructor(
    private readonly queue: ReportQueue,
    private readonly attempts: ReportAttemptsRepository,
    private readonly making: ReportMaking,
    private readonly failures: ReportFailures,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** From now on, this process makes reports. */
  start(): void {
    this.queue.messages.process(CONCURRENCY, async (_id, signal) => {
      // A message only says that there is work: whose turn it is, the rows say.
      while (!signal.aborted && (await this.attempt(await this.attempts.claimNext(randomUUID()), signal)));
    });
  }

  /**
   * Makes a report, unless it does not wait or is not due.
   * @param signal aborted when the server stops; then the report waits again
   * @returns whether there was an attempt; its result is in the row
   */
  async perform(reportId: string, signal: AbortSignal): Promise<boolean> {
    return this.attempt(await this.attempts.claim({ id: reportId, worker: randomUUID() }), signal);
  }

  private async attempt(attempt: ReportAttempt | undefined, signal: AbortSignal): Promise<boolean> {
    if (attempt === undefined) return false;
    using heartbeat = new Heartbeat(
      () => this.attempts.beat(attempt),
      (error) =>
        this.logger.warn({ err: error, report: attempt.id }, 'the heartbeat of a report was not written'),
    );
    try {
      await this.making.run(attempt, AbortSignal.any([signal, heartbeat.signal]));
    } catch (error) {
      if (signal.aborted) await this.failures.stopped(attempt);
      else await this.failures.failed(attempt, error);
    }
    return true;
  }
}
