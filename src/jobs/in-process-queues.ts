import { AsyncLocalStorage } from 'node:async_hooks';
import { MAX_WAITING, WorkQueues, type Handler, type WorkQueue } from './work-queue.js';

/** Queues in the memory of this process, which handles what it adds itself. */
export class InProcessQueues extends WorkQueues {
  private readonly queues = new Map<string, InProcessQueue>();
  private readonly stopping = new AbortController();

  open(name: string): WorkQueue {
    const queue =
      this.queues.get(name) ??
      new InProcessQueue(this.stopping.signal, (handle) => this.guarded(name, handle));
    this.queues.set(name, queue);
    return queue;
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.queues.values()].map((queue) => queue.idle()));
  }
}

class InProcessQueue implements WorkQueue {
  private readonly waiting = new Set<string>();
  private readonly running = new Map<string, Promise<void>>();
  private concurrency = 0;
  private handle: Handler | undefined;

  constructor(
    private readonly stopping: AbortSignal,
    private readonly guarded: (handle: Handler) => Handler,
  ) {}

  add(id: string): void {
    if (this.stopping.aborted || this.waiting.size >= MAX_WAITING) return;
    this.waiting.add(id);
    this.startMore();
  }

  process(concurrency: number, handle: Handler): void {
    this.concurrency = concurrency;
    // Outside of the request that adds an item, whose address audit events would show.
    const outside = AsyncLocalStorage.snapshot();
    const guarded = this.guarded(handle);
    this.handle = (id, signal) => outside(guarded, id, signal);
    this.startMore();
  }

  /** Resolves when no work is running. */
  async idle(): Promise<void> {
    await Promise.all(this.running.values());
  }

  private startMore(): void {
    const { handle } = this;
    while (handle !== undefined && !this.stopping.aborted && this.running.size < this.concurrency) {
      const id = this.take();
      if (id === undefined) return;
      // Not at once: the handler may add items itself, and must be known to run by then.
      const run = Promise.resolve()
        .then(() => handle(id, this.stopping))
        .finally(() => {
          this.running.delete(id);
          this.startMore();
        });
      this.running.set(id, run);
    }
  }

  /** The next item; one that is being handled and was added again waits for that to end. */
  private take(): string | undefined {
    for (const id of this.waiting) {
      if (this.running.has(id)) continue;
      this.waiting.delete(id);
      return id;
    }
    return undefined;
  }
}
