import { asError } from '../errors/as-error.js';

/** Bounds of running and queued work. */
export interface WorkLimits {
  readonly running: number;
  readonly waiting: number;
  /** Per client; by default the same as the total. */
  readonly waitingPerClient?: number;
}

/**
 * Limits concurrency. Further work is queued, up to a bound per client and in total; clients are served round-robin,
 * and the work of each client in FIFO order.
 */
export class WorkSlots {
  private running = 0;
  private waiting = 0;
  /** Queued starts per client. The next client to serve comes first. */
  private readonly queues = new Map<string, (() => void)[]>();

  /** @param full creates the error for work that arrives when the queue is full */
  constructor(
    private readonly limits: WorkLimits,
    private readonly full: () => Error,
  ) {}

  /**
   * @param client the client of the work
   * @throws when the queue is full; the reason of `signal` if it is aborted before the work starts; the error of the
   * work
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal, client = ''): Promise<T> {
    signal?.throwIfAborted();
    if (this.running < this.limits.running) this.running += 1;
    else await this.waitForSlot(client, signal);
    try {
      return await work();
    } finally {
      const start = this.next();
      if (start === undefined) this.running -= 1;
      else start();
    }
  }

  /** Waits for a slot; aborted callers leave the queue. */
  private waitForSlot(client: string, signal?: AbortSignal): Promise<void> {
    const queue = this.queues.get(client) ?? [];
    const { waiting, waitingPerClient = waiting } = this.limits;
    if (this.waiting >= waiting || queue.length >= waitingPerClient) throw this.full();
    return new Promise<void>((resolve, reject) => {
      const cancel = (): void => {
        queue.splice(queue.indexOf(start), 1);
        if (queue.length === 0) this.queues.delete(client);
        this.waiting -= 1;
        reject(asError(signal?.reason));
      };
      const start = (): void => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      queue.push(start);
      this.queues.set(client, queue);
      this.waiting += 1;
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  /** Takes the first entry of the next client, and moves that client behind the others. */
  private next(): (() => void) | undefined {
    const [entry] = this.queues;
    if (entry === undefined) return undefined;
    const [client, queue] = entry;
    const start = queue.shift();
    this.queues.delete(client);
    if (queue.length > 0) this.queues.set(client, queue);
    this.waiting -= 1;
    return start;
  }
}
