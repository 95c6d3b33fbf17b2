import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../common/logging/logger.js';
import { RecurringJobs, type RecurringJob } from './recurring-jobs.js';

const QUEUE = 'recurring';

// What BullMQ remembers of jobs that are over, for whoever looks into Redis.
const REMEMBERED = { count: 20 };

/**
 * The processes that share a Redis share each turn of a job: one of them does it. Redis need not be there when a server
 * starts, and may go and come back, also without its data; meanwhile no job is done.
 */
export class RedisJobs extends RecurringJobs {
  private readonly queue: Queue;
  private readonly worker: Worker;
  private readonly jobs = new Map<string, RecurringJob>();
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  /** @param prefix of all keys in Redis @param redis is closed by whoever has opened it, after this */
  constructor(
    private readonly redis: Redis,
    prefix: string,
    private readonly logger: Logger,
  ) {
    super();
    const options = { connection: redis, prefix, skipVersionCheck: true } as const;
    this.queue = new Queue(QUEUE, options);
    this.worker = new Worker(QUEUE, ({ name }) => this.perform(name), {
      ...options,
      removeOnComplete: REMEMBERED,
      removeOnFail: REMEMBERED,
    });
    // The connection tells the log when it is lost and back; without listeners these would end the process.
    this.queue.on('error', () => undefined);
    this.worker.on('error', () => undefined);
    redis.on('ready', this.announceAll);
  }

  schedule(job: RecurringJob): void {
    this.jobs.set(job.name, job);
    if (this.redis.status === 'ready') this.announce(job);
  }

  async onModuleDestroy(): Promise<void> {
    this.redis.off('ready', this.announceAll);
    this.stopping.abort();
    await this.running;
    // A Redis that is away is not waited for; turns that it has given out are given to others when their time is up.
    const force = this.redis.status !== 'ready';
    await this.worker.close(force);
    await (force ? this.queue.disconnect() : this.queue.close());
  }

  private async perform(name: string): Promise<void> {
    const job = this.jobs.get(name);
    // Another version of the product has scheduled it.
    if (job === undefined || this.stopping.signal.aborted) return;
    this.running = job.run(this.stopping.signal);
    await this.running;
  }

  /** Whenever Redis is there: it may have lost its data. */
  private readonly announceAll = (): void => {
    for (const job of this.jobs.values()) this.announce(job);
  };

  private announce({ name, everyMs }: RecurringJob): void {
    this.queue
      .upsertJobScheduler(name, { every: everyMs }, { name })
      .catch((error: unknown) =>
        this.logger.warn({ err: error, job: name }, 'the job could not be scheduled'),
      );
  }
}
