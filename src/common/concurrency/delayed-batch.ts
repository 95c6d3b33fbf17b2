import { AsyncLocalStorage } from 'node:async_hooks';
import type { FailureLog } from '../logging/repeated-failures.js';

/** The longest time between two attempts of a batch that fails. */
const LONGEST_DELAY_MS = 60_000;

/** How a batch is collected and written. */
export interface BatchOptions<Key, Item> {
  /**
   * Writes the items of a batch; those of one that fails are tried again with the next, after twice as long as before, up to a
   * minute.
   */
  readonly write: (items: readonly (readonly [Key, Item])[]) => Promise<void>;
  /** Milliseconds from the first item of a batch until it is written. */
  readonly delayMs: number;
  /** The number of items that wait at most; further ones are dropped. */
  readonly maxItems: number;
  /** Of batches. */
  readonly failureLog: FailureLog;
}

function inTime(work: () => void, delayMs: number): () => void {
  const timer = setTimeout(work, delayMs).unref();
  return () => clearTimeout(timer);
}

/**
 * Collects what many requests want to write, the last item for each key, and writes it together soon after: a request waits
 * for no statement, and no row is locked by each of them.
 */
export class DelayedBatch<Key, Item> {
  private pending = new Map<Key, Item>();
  private cancel: (() => void) | undefined;
  private writing: Promise<void> = Promise.resolve();
  /** Batches in succession that could not be written. */
  private failures = 0;
  /** Runs work outside of the request whose item comes first, and of its transaction. */
  private readonly detached = AsyncLocalStorage.snapshot();

  /** @param schedule runs work later, and returns what prevents that */
  constructor(
    private readonly options: BatchOptions<Key, Item>,
    private readonly schedule = inTime,
  ) {}

  add(key: Key, item: Item): void {
    if (this.pending.size >= this.options.maxItems && !this.pending.has(key)) return;
    this.pending.set(key, item);
    this.cancel ??= this.schedule(() => this.detached(() => void this.flush()), this.delayMs);
  }

  private get delayMs(): number {
    const { delayMs } = this.options;
    return this.failures === 0
      ? delayMs
      : Math.min(delayMs * 2 ** this.failures, Math.max(delayMs, LONGEST_DELAY_MS));
  }

  /** Writes what waits now, after what is being written. */
  flush(): Promise<void> {
    this.unschedule();
    return (this.writing = this.writing.then(() => this.writePending()));
  }

  private unschedule(): void {
    this.cancel?.();
    this.cancel = undefined;
  }

  private async writePending(): Promise<void> {
    if (this.pending.size === 0) return;
    const batch = this.pending;
    this.pending = new Map();
    try {
      await this.options.write([...batch]);
      this.failures = 0;
      this.options.failureLog.worked();
    } catch (error) {
      this.failures += 1;
      this.options.failureLog.failed({ err: error });
      // What came while the batch was written waits as long as it does.
      this.unschedule();
      const newer = this.pending;
      this.pending = new Map();
      for (const [key, item] of [...newer, ...batch])
        if (!newer.has(key) || newer.get(key) === item) this.add(key, item);
    }
  }
}
