import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@mcp-hub/analyzer/temporary';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { Heartbeat } from '../../../jobs/attempts/heartbeat.js';
import { AnalysisQueue } from '../../catalog/intake/analysis-queue.js';
import { AnalysisAttemptsRepository, type AnalysisAttempt } from './analysis-attempts.repository.js';
import { AttemptFailures } from './attempt-failures.js';
import { VersionAnalysis, type Surroundings } from './version-analysis.js';

const ignore = (): void => undefined;

/** Takes jobs from the queue and analyzes their versions (ADR 51). */
@Background('worker')
@Injectable()
export class AnalysisWorker implements OnModuleDestroy {
  /** Holds the sources that are being analyzed. */
  private folder: Promise<string> | undefined;

  constructor(
    private readonly queue: AnalysisQueue,
    private readonly attempts: AnalysisAttemptsRepository,
    private readonly analysis: VersionAnalysis,
    private readonly failures: AttemptFailures,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** From now on, this process analyzes. */
  async start(): Promise<void> {
    const { concurrency } = this.config.analysis;
    await this.openFolder();
    this.queue.messages.process(concurrency, async (_id, signal) => {
      // A message only says that there is work: whose turn it is, the rows say.
      while (!signal.aborted && (await this.attempt(undefined, signal)) !== 'none');
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

  /** @param wanted undefined for the job whose turn it is */
  private async attempt(
    wanted: string | undefined,
    signal: AbortSignal,
    onPhase: (phase: string) => void = ignore,
  ): Promise<'none' | 'failed' | 'recorded'> {
    const worker = randomUUID();
    const attempt = await (wanted === undefined
      ? this.attempts.claimNext(worker)
      : this.attempts.claim({ id: wanted, worker }));
    if (attempt === undefined) return 'none';
    let phase = 'fetching';
    onPhase(phase);
    using heartbeat = new Heartbeat(
      () => this.attempts.beat(attempt, 'phase = $3', [phase]),
      (error) =>
        this.logger.warn({ err: error, job: attempt.id }, 'the progress of an analysis could not be written'),
    );
    const enter = (entered: string): void => {
      phase = entered;
      onPhase(phase);
      heartbeat.beat();
    };
    try {
      await this.within(attempt, { enter, signal: AbortSignal.any([signal, heartbeat.signal]) });
      this.failures.succeeded(attempt);
      return 'recorded';
    } catch (error) {
      if (signal.aborted) await this.failures.stopped(attempt);
      else await this.failures.failed(attempt, error);
      return 'failed';
    }
  }

  async onModuleDestroy(): Promise<void> {
    if (this.folder !== undefined) await rm(await this.folder, { recursive: true, force: true });
  }

  private openFolder(): Promise<string> {
    return (this.folder ??= this.newFolder());
  }

  /**
   * Only a process with the embedded database has the data directory to itself; it removes what a killed process has left
   * there. Workers may share theirs, or may only read it.
   */
  private async newFolder(): Promise<string> {
    if (this.config.database.url !== undefined) return temporaryFolder('analysis');
    const folder = join(this.config.dataDir, 'analysis');
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return folder;
  }

  /** Analyzes in a folder of its own, which is removed whatever happens. */
  private async within(
    attempt: AnalysisAttempt,
    { signal, enter }: Omit<Surroundings, 'folder'>,
  ): Promise<void> {
    signal.throwIfAborted();
    const parent = await this.openFolder();
    // Cleaners of temporary folders remove what is old.
    await mkdir(parent, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(parent, 'source-'));
    try {
      await this.analysis.run(attempt, { folder, signal, enter });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
