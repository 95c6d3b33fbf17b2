import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../common/logging/logger.js';
import { RecurringJobs, type RecurringJob } from './recurring-jobs.js';

// What BullMQ remembers of turns that are over, for whoever looks into Redis.
const REMEMBERED = { count: 20 };

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
  private connection: Redis | undefined;

  /**
   * @param connect is called when the first job is scheduled: a command, or a server that changes nothing, has none
   * @param prefix of all keys in Redis
   */
  constructor(
    private readonly connect: () => Redis,
    private readonly prefix: string,
    private readonly logger: Logger,
  ) {
    super();
  }

  schedule(job: RecurringJob): void {
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
    const isAway = this.connection?.status !== 'ready';
    await Promise.all(this.scheduled.map((scheduled) => this.end(scheduled, isAway)));
    this.connection?.disconnect();
  }

  private async perform(job: RecurringJob): Promise<void> {
    if (!this.stopping.signal.aborted) await job.run(this.stopping.signal);
  }

  /** A Redis that is away is not waited for: turns that it has given out are given to others when their time is up. */
  private async end({ queue, worker }: Scheduled, isAway: boolean): Promise<void> {
    await worker.close(isAway);
    await (isAway ? queue.disconnect() : queue.close());
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
