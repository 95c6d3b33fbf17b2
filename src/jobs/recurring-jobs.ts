import type { Logger } from '../common/logging/logger.js';
import { RepeatedFailures } from '../common/logging/repeated-failures.js';
import { Meters } from '../common/operation/meters.js';
import { asWork } from '../common/operation/work-scope.js';
import { currentTime } from '../common/values/clock.js';

/** Work that servers repeat. Two servers may run it at the same time, so it must be idempotent. */
export interface RecurringJob {
  /** Name of the job, unique across all servers; `[a-z-]+`. */
  readonly name: string;
  readonly everyMs: number;
  /** Ends early when `signal` is aborted because the server stops. Rejects on failure. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Runs recurring jobs. In one process, runs of a job never overlap. Whether processes share the schedule, and whether
 * the first run starts at once or after the interval, depends on the adapter.
 */
export abstract class RecurringJobs {
  private readonly failures: RepeatedFailures;

  constructor(
    private readonly meters: Meters,
    protected readonly logger: Logger,
  ) {
    this.failures = new RepeatedFailures(logger, {
      what: 'a recurring job failed',
      then: 'its next run follows as scheduled',
      level: 'error',
    });
  }

  /** Schedules a job. Failed runs are logged and counted, and the next run follows as scheduled. */
  schedule(job: RecurringJob): void {
    const { name, everyMs } = job;
    const runs = this.meters.counter('job_runs', 'Runs of recurring jobs that have ended', {
      job: [name],
      outcome: ['succeeded', 'failed'],
    });
    const succeeded = this.times(job);
    const run = async (signal: AbortSignal): Promise<void> => {
      try {
        await asWork({ job: name }, () => job.run(signal));
        runs.add({ job: name, outcome: 'succeeded' });
        succeeded();
        this.failures.worked(name);
      } catch (error) {
        runs.add({ job: name, outcome: 'failed' });
        this.failures.failed({ err: error, job: name }, name);
      }
    };
    this.start({ name, everyMs, run });
  }

  /** Shows when a job is expected to succeed; returns what notes that it has. */
  private times({ name, everyMs }: RecurringJob): () => void {
    const labels = { job: [name] };
    const now = (): number => currentTime() / 1000;
    this.meters
      .level('job_interval_seconds', 'How often a recurring job runs', labels)
      .set({ job: name }, everyMs / 1000);
    this.meters
      .level('job_scheduled_timestamp_seconds', 'When this process has scheduled a recurring job', labels)
      .set({ job: name }, now());
    const success = this.meters.level(
      'job_last_success_timestamp_seconds',
      'When a run of a recurring job in this process has succeeded last',
      labels,
    );
    return () => success.set({ job: name }, now());
  }

  /** Schedules a job whose runs do not reject. */
  protected abstract start(job: RecurringJob): void;

  /** Starts no more runs, aborts those in progress and waits for them to end. Nest calls it when the server stops. */
  abstract onModuleDestroy(): Promise<void>;
}
