import type { Logger } from '../common/logging/logger.js';
import { Meters } from '../common/operation/meters.js';

/** Work that servers do again and again. Two servers may do it at the same time, so it must be safe to do twice. */
export interface RecurringJob {
  /** Names the job among the jobs of all servers; `[a-z-]+`. */
  readonly name: string;
  readonly everyMs: number;
  /** Ends early when `signal` is aborted: the server stops. Rejects when it fails. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Runs recurring jobs. In one process a job never runs twice at once; whether other processes share its turns, and
 * whether the first comes at once or when the interval has passed, is up to the adapter.
 */
export abstract class RecurringJobs {
  constructor(
    private readonly meters: Meters,
    protected readonly logger: Logger,
  ) {}

  /** Runs a job at its turns from now on. A run that fails is logged and counted, and the next turn is taken as usual. */
  schedule(job: RecurringJob): void {
    const { name, everyMs } = job;
    const runs = this.meters.counter('job_runs', 'Runs of recurring jobs that have ended', {
      job: [name],
      outcome: ['succeeded', 'failed'],
    });
    const run = async (signal: AbortSignal): Promise<void> => {
      try {
        await job.run(signal);
        runs.add({ job: name, outcome: 'succeeded' });
      } catch (error) {
        runs.add({ job: name, outcome: 'failed' });
        this.logger.error(
          { err: error, job: name },
          'a recurring job failed; it is tried again at its next turn',
        );
      }
    };
    this.start({ name, everyMs, run });
  }

  /** Takes the turns of a job whose runs do not reject. */
  protected abstract start(job: RecurringJob): void;

  /** Begins no more jobs, aborts those under way and waits for their ends. Nest calls it when the server stops. */
  abstract onModuleDestroy(): Promise<void>;
}
