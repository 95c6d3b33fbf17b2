import { setTimeout as wait } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../common/logging/logger.js';
import type { Meters } from '../common/operation/meters.js';
import { RecurringJobs, type RecurringJob } from './recurring-jobs.js';

// What BullMQ remembers of turns that are over, for whoever looks into Redis.
const REMEMBERED = { count: 20 };

// A Redis that went away a moment ago may not be known to be away yet.
const CLOSE_MS = 2_000;

/** A job as this process takes part in it. */
interface Scheduled {
  readonly job: RecurringJob;
  readonly queue: Queue;
  readonly worker: Worker;
}

/**
 * The processes that share a Redis share each turn of a job: one of them does it. Every job has a queue of its own, so
 * that nobody takes a turn of a job that it does not know. Redis need not be there when a server starts, and may go and
 * come back, also without its data; meanwhile no job is done.
 */
export class RedisJobs extends RecurringJobs {
  private readonly scheduled: Scheduled[] = [];
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private connection: Redis | undefined;

  /**
   * @param connect is called when the first job is scheduled: a command, or a server that changes nothing, has none
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

  protected start(job: RecurringJob): void {
    const redis = (this.connection ??= this.connect().on('ready', () => this.announceAll()));
    const options = { connection: redis, prefix: this.prefix, skipVersionCheck: true } as const;
    const queue = new Queue(job.name, options);
    const worker = new Worker(job.name, () => this.perform(job), {
      ...options,
      removeOnComplete: REMEMBERED,
      removeOnFail: REMEMBERED,
    });
    // The connection tells the log when it is lost and back; without listeners these would end the process.
    queue.on('error', () => undefined);
    worker.on('error', () => undefined);
    const scheduled = { job, queue, worker };
    this.scheduled.push(scheduled);
    if (redis.status === 'ready') this.announce(scheduled);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.underWay);
    // A Redis that is away is not waited for: turns that it has given out are given to others when their time is up.
    const isAway = this.connection?.status !== 'ready';
    const closed = Promise.all(this.scheduled.map(({ worker }) => worker.close(isAway))).catch(
      () => undefined,
    );
    await Promise.race([closed, wait(isAway ? 0 : CLOSE_MS, undefined, { ref: false })]);
    for (const { queue } of this.scheduled) queue.disconnect().catch(() => undefined);
    this.connection?.disconnect();
  }

  private async perform(job: RecurringJob): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const run = job.run(this.stopping.signal);
    this.underWay.add(run);
    await run.finally(() => this.underWay.delete(run));
  }

  /** Whenever Redis is there: it may have lost its data. */
  private announceAll(): void {
    if (this.stopping.signal.aborted) return;
    for (const scheduled of this.scheduled) this.announce(scheduled);
  }

  private announce({ job: { name, everyMs }, queue }: Scheduled): void {
    queue
      .upsertJobScheduler(name, { every: everyMs }, { name })
      .catch((error: unknown) =>
        this.logger.warn({ err: error, job: name }, 'the job could not be scheduled'),
      );
  }
}
