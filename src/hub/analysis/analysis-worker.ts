import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { AnalysisQueue } from '../intake/analysis-queue.js';
import { AnalysisAttemptsRepository, type Attempt } from './analysis-attempts.repository.js';
import { AttemptFailures } from './attempt-failures.js';
import { Heartbeat } from './heartbeat.js';
import { VersionAnalysis } from './version-analysis.js';

const ignore = (): void => undefined;

/** Takes jobs from the queue and analyzes their versions (ADR 51). */
@Injectable()
export class AnalysisWorker {
  constructor(
    private readonly queue: AnalysisQueue,
    private readonly attempts: AnalysisAttemptsRepository,
    private readonly analysis: VersionAnalysis,
    private readonly failures: AttemptFailures,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** From now on, this process analyzes. Removes what a killed process has left in the data directory, which is its own. */
  async start(): Promise<void> {
    const { concurrency } = this.config.analysis;
    await rm(this.folder, { recursive: true, force: true });
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    this.queue.messages.process(concurrency, async (id, signal) => {
      // The next attempt after a crash is due at once.
      while ((await this.attempt(id, signal)) === 'failed' && !signal.aborted);
    });
  }

  /**
   * Analyzes the version of a job, unless the job is not queued or not due.
   * @param signal aborted when the server stops; then the job is queued again
   * @returns whether there was an attempt; its result is in the rows
   */
  async perform(
    jobId: string,
    signal: AbortSignal,
    onPhase: (phase: string) => void = ignore,
  ): Promise<boolean> {
    return (await this.attempt(jobId, signal, onPhase)) !== 'none';
  }

  private async attempt(
    jobId: string,
    signal: AbortSignal,
    onPhase: (phase: string) => void = ignore,
  ): Promise<'none' | 'failed' | 'recorded'> {
    const attempt = await this.attempts.claim({ jobId, worker: randomUUID() });
    if (attempt === undefined) return 'none';
    const heartbeat = new Heartbeat(this.attempts, attempt, onPhase, (error) =>
      this.logger.warn({ err: error, job: jobId }, 'the progress of an analysis could not be written'),
    );
    try {
      await this.within(attempt, heartbeat, signal);
      return 'recorded';
    } catch (error) {
      if (signal.aborted) await this.failures.stopped(attempt);
      else await this.failures.failed(attempt, error);
      return 'failed';
    } finally {
      heartbeat.stop();
    }
  }

  /** Holds the sources that are being analyzed. */
  private get folder(): string {
    return join(this.config.dataDir, 'analysis');
  }

  /** Analyzes in a folder of its own, which is removed whatever happens. */
  private async within(attempt: Attempt, heartbeat: Heartbeat, stopping: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([stopping, heartbeat.signal]);
    signal.throwIfAborted();
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(this.folder, 'source-'));
    try {
      await this.analysis.run(attempt, { folder, signal, enter: (phase) => heartbeat.enter(phase) });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
