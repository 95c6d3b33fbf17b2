import { asError } from '../errors/as-error.js';

/** How many pieces of work there may be. */
export interface WorkLimits {
  readonly running: number;
  readonly waiting: number;
  /** Of the same client; by default as many as of all. */
  readonly waitingPerClient?: number;
}

/**
 * Runs a few pieces of work at a time. Others wait, up to a bound for each client and for all; clients take turns, and the
 * work of one is done in the order in which it came.
 */
export class WorkSlots {
  private running = 0;
  private waiting = 0;
  /** Starts what each client waits for. The client whose turn is next comes first. */
  private readonly lines = new Map<string, (() => void)[]>();

  /** @param full makes the error for work that comes when too many wait */
  constructor(
    private readonly limits: WorkLimits,
    private readonly full: () => Error,
  ) {}

  /**
   * @param client whose work it is
   * @throws when too many wait; the reason of `signal` when it is aborted before the work begins; what the work throws
   */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal, client = ''): Promise<T> {
    signal?.throwIfAborted();
    if (this.running < this.limits.running) this.running += 1;
    else await this.turn(client, signal);
    try {
      return await work();
    } finally {
      const start = this.next();
      if (start === undefined) this.running -= 1;
      else start();
    }
  }

  /** Waits for a slot; whoever gives up leaves the line, so that nobody waits for them. */
  private turn(client: string, signal?: AbortSignal): Promise<void> {
    const line = this.lines.get(client) ?? [];
    const { waiting, waitingPerClient = waiting } = this.limits;
    if (this.waiting >= waiting || line.length >= waitingPerClient) throw this.full();
    return new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        line.splice(line.indexOf(start), 1);
        if (line.length === 0) this.lines.delete(client);
        this.waiting -= 1;
        reject(asError(signal?.reason));
      };
      const start = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      line.push(start);
      this.lines.set(client, line);
      this.waiting += 1;
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Takes the first of the client whose turn it is, and puts that client behind the others. */
  private next(): (() => void) | undefined {
    const [turn] = this.lines;
    if (turn === undefined) return undefined;
    const [client, line] = turn;
    const start = line.shift();
    this.lines.delete(client);
    if (line.length > 0) this.lines.set(client, line);
    this.waiting -= 1;
    return start;
  }
}
