import type { Logger } from '../common/logging/logger.js';
import { RepeatedFailures } from '../common/logging/repeated-failures.js';
import type { Meters } from '../common/operation/meters.js';
import { asWork } from '../common/operation/work-scope.js';

/**
 * Handles one item. `signal` is aborted when the server stops; then the handler ends soon, and leaves the rest to
 * another process.
 */
export type Handler = (id: string, signal: AbortSignal) => Promise<void>;

/**
 * A queue that wakes the workers of an installation. Items are ids of rows, and the rows are the truth: an item may get
 * lost, be handled twice or refer to a row that needs no work any more, so handlers claim their row first, and what
 * stays unhandled is added again later (ADR 51).
 */
export interface WorkQueue {
  /**
   * Adds an item, unless it is already waiting; one that is being handled is handled once more afterwards. It never
   * fails: an item that cannot be added now is lost.
   */
  add(id: string): void;
  /** Handles items in this process from now on, up to `concurrency` at a time. Called at most once. */
  process(concurrency: number, handle: Handler): void;
}

/** Bounds what one process keeps in memory for a queue. */
export const MAX_WAITING = 10_000;

/** The queues of single jobs, for work that must start soon. `RecurringJobs` is for what is repeated. */
export abstract class WorkQueues {
  private readonly failures: RepeatedFailures;

  constructor(
    private readonly meters: Meters,
    protected readonly logger: Logger,
  ) {
    this.failures = new RepeatedFailures(logger, {
      what: 'items of a work queue could not be handled',
      level: 'error',
    });
  }

  /** Opens the queue with a name, `[a-z-]+`, which all processes share that share the adapter's storage. */
  abstract open(name: string): WorkQueue;

  /** Starts no more work, aborts what is running and waits for it to end. Nest calls it when the server stops. */
  abstract onModuleDestroy(): Promise<void>;

  /** A handler that never rejects: failures are logged and counted. */
  protected guarded(queue: string, handle: Handler): Handler {
    const items = this.meters.counter('work_items', 'Items of work queues that were handled', {
      queue: [queue],
      outcome: ['succeeded', 'failed'],
    });
    return async (id, signal) => {
      try {
        await asWork({ queue, item: id }, () => handle(id, signal));
        items.add({ queue, outcome: 'succeeded' });
        this.failures.worked(queue, id);
      } catch (error) {
        items.add({ queue, outcome: 'failed' });
        this.failures.failed({ err: error, queue, item: id }, queue, id);
      }
    };
  }
}
