import { setTimeout as wait } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from '../common/logging/logger.js';
import { RepeatedFailures } from '../common/logging/repeated-failures.js';
import type { Meters } from '../common/operation/meters.js';
import { RecurringJobs, type RecurringJob } from './recurring-jobs.js';

// How many finished runs BullMQ keeps, for inspection in Redis.
const KEPT_RUNS = { count: 20 };

// The loss of Redis may not have been detected yet.
const CLOSE_MS = 2_000;

/** The queue and worker of a job in this process. */
interface Scheduled {
  readonly job: RecurringJob;
  readonly queue: Queue;
  readonly worker: Worker;
}

/**
 * Processes that share a Redis share the schedule of a job: one of them does each run. Every job has its own queue, so
 * that a process never receives runs of a job that it does not have. Redis may be unreachable at startup, and may
 * disappear and come back, even without its data; meanwhile no jobs run.
 */
export class RedisJobs extends RecurringJobs {
  private readonly scheduled: Scheduled[] = [];
  private readonly stopping = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private readonly unscheduled: RepeatedFailures;
  private connection: Redis | undefined;

  /**
   * @param connect called when the first job is scheduled: commands and read-only servers have none
   * @param prefix of all keys in Redis
   */
  constructor(
    private readonly connect: () => Redis,
    private readonly prefix: string,
    meters: Meters,
    logger: Logger,
  ) {
    super(meters, logger);
    this.unscheduled = new RepeatedFailures(logger, { what: 'recurring jobs could not be scheduled' });
  }

  protected start(job: RecurringJob): void {
    const redis = (this.connection ??= this.connect().on('ready', () => this.upsertSchedulers()));
    const options = { connection: redis, prefix: this.prefix, skipVersionCheck: true } as const;
    const queue = new Queue(job.name, options);
    const worker = new Worker(job.name, () => this.perform(job), {
      ...options,
      removeOnComplete: KEPT_RUNS,
      removeOnFail: KEPT_RUNS,
    });
    // The connection logs its loss and recovery; without a listener, `error` events would end the process.
    queue.on('error', () => undefined);
    worker.on('error', () => undefined);
    const scheduled = { job, queue, worker };
    this.scheduled.push(scheduled);
    if (redis.status === 'ready') this.upsertScheduler(scheduled);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.underWay);
    // Does not wait for an unreachable Redis: runs of this process are reassigned when their lock expires.
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

  /** Called whenever Redis connects, because it may have lost its data. */
  private upsertSchedulers(): void {
    if (this.stopping.signal.aborted) return;
    for (const scheduled of this.scheduled) this.upsertScheduler(scheduled);
  }

  private upsertScheduler({ job: { name, everyMs }, queue }: Scheduled): void {
    queue.upsertJobScheduler(name, { every: everyMs }, { name }).then(
      () => this.unscheduled.worked('', name),
      (error: unknown) => this.unscheduled.failed({ err: error, job: name }, '', name),
    );
  }
}
