/** Work that servers do again and again. Two servers may do it at the same time, so it must be safe to do twice. */
export interface RecurringJob {
  /** Names the job among the jobs of all servers; `[a-z-]+`. */
  readonly name: string;
  readonly everyMs: number;
  /** Ends early when `signal` is aborted: the server stops. Logs what went wrong itself. */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Runs recurring jobs. In one process a job never runs twice at once; whether other processes share its turns, and
 * whether the first comes at once or when the interval has passed, is up to the adapter.
 */
export abstract class RecurringJobs {
  abstract schedule(job: RecurringJob): void;

  /** Begins no more jobs, aborts those under way and waits for their ends. Nest calls it when the server stops. */
  abstract onModuleDestroy(): Promise<void>;
}
