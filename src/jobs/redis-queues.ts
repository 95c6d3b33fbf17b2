import { setTimeout as wait } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../common/logging/logger.js';
import type { Meters } from '../common/operation/meters.js';
import { MAX_WAITING, WorkQueues, type Handler, type WorkQueue } from './work-queue.js';

// An item of a killed process is given to another one before the repair of its row adds it again (ADR 51), which would
// wait for the killed process.
const LOCK_MS = 15_000;
const CHECK_LOCKS_MS = 5_000;

// The loss of Redis may not have been detected yet.
const CLOSE_MS = 2_000;

/**
 * Queues that all processes with the same Redis and prefix share. Redis may be unreachable at startup, and may disappear
 * and come back, even without its data; meanwhile no items are handled.
 */
export class RedisQueues extends WorkQueues {
  private readonly queues = new Map<string, RedisQueue>();
  private readonly stopping = new AbortController();
  private connection: Redis | undefined;

  /**
   * @param connect called when a queue is first used: most commands use none
   * @param prefix of all keys in Redis
   */
  constructor(
    private readonly connect: () => Redis,
    private readonly prefix: string,
    meters: Meters,
    logger: Logger,
  ) {
    super(meters, logger);
  }

  open(name: string): WorkQueue {
    const queue =
      this.queues.get(name) ??
      new RedisQueue({
        name,
        prefix: this.prefix,
        connect: () => (this.connection ??= this.connect()),
        stopping: this.stopping.signal,
        guarded: (handle) => this.guarded(name, handle),
      });
    this.queues.set(name, queue);
    return queue;
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    // Does not wait for an unreachable Redis: items of this process are given to others when their lock expires.
    const isAway = this.connection?.status !== 'ready';
    await Promise.all([...this.queues.values()].map((queue) => queue.close(isAway)));
    this.connection?.disconnect();
  }
}

interface RedisQueueOptions {
  readonly name: string;
  readonly prefix: string;
  readonly connect: () => Redis;
  readonly stopping: AbortSignal;
  readonly guarded: (handle: Handler) => Handler;
}

/** The data of a BullMQ job. */
interface Item {
  readonly id: string;
}

class RedisQueue implements WorkQueue {
  private queue: Queue<Item> | undefined;
  private worker: Worker<Item> | undefined;
  /** Items to add once Redis is connected. */
  private readonly unsent = new Set<string>();
  private readonly running = new Set<Promise<void>>();

  constructor(private readonly options: RedisQueueOptions) {}

  add(id: string): void {
    if (this.options.stopping.aborted || this.unsent.size >= MAX_WAITING) return;
    this.unsent.add(id);
    const { queue, redis } = this.opened();
    // Commands for an unreachable Redis would wait in memory without a limit.
    if (redis.status === 'ready') this.send(queue);
  }

  process(concurrency: number, handle: Handler): void {
    const { name, prefix, stopping, guarded } = this.options;
    const { redis } = this.opened();
    const perform = guarded(handle);
    this.worker = new Worker<Item>(
      name,
      async ({ data }) => {
        if (stopping.aborted) return;
        const run = perform(data.id, stopping);
        this.running.add(run);
        await run.finally(() => this.running.delete(run));
      },
      {
        connection: redis,
        prefix,
        concurrency,
        skipVersionCheck: true,
        lockDuration: LOCK_MS,
        stalledInterval: CHECK_LOCKS_MS,
      },
    );
    this.worker.on('error', () => undefined);
  }

  async close(isAway: boolean): Promise<void> {
    const closed = (this.worker?.close(isAway) ?? Promise.resolve()).catch(() => undefined);
    await Promise.all(this.running);
    await Promise.race([closed, wait(isAway ? 0 : CLOSE_MS, undefined, { ref: false })]);
    this.queue?.disconnect().catch(() => undefined);
  }

  private opened(): { readonly queue: Queue<Item>; readonly redis: Redis } {
    const { name, prefix, connect } = this.options;
    const redis = connect();
    if (this.queue === undefined) {
      const queue = new Queue<Item>(name, { connection: redis, prefix, skipVersionCheck: true });
      this.queue = queue;
      // The connection logs its loss and recovery; without a listener, `error` events would end the process.
      queue.on('error', () => undefined);
      redis.on('ready', () => this.send(queue));
    }
    return { queue: this.queue, redis };
  }

  private send(queue: Queue<Item>): void {
    for (const id of this.unsent) {
      this.unsent.delete(id);
      const options = {
        // An item that waits is not added; one that is being handled is handled once more afterwards.
        deduplication: { id, keepLastIfActive: true },
        removeOnComplete: true,
        removeOnFail: true,
      };
      queue.add(queue.name, { id }, options).catch(() => undefined);
    }
  }
}
