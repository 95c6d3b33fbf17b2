import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { withTimeout } from '../common/concurrency/with-timeout.js';
import type { Logger } from '../common/logging/logger.js';
import { RepeatedFailures } from '../common/logging/repeated-failures.js';
import type { Meters } from '../common/operation/meters.js';
import { RecurringJobs, type RecurringJob } from './recurring-jobs.js';

/** How long a run belongs to a process that does not renew it; at most as long as the job's interval, if that is longer. */
const SHORTEST_LEASE_MS = 10_000;
const LONGEST_LEASE_MS = 30_000;
// The loss of Redis may not have been detected yet.
const ANSWER_MS = 10_000;
const CLOSE_MS = 2_000;

/**
 * Takes the next run: 0, or the milliseconds until it may be taken. What lasts longer than it was ever set to, such as a key
 * of a Redis whose clock was set back, counts as due.
 */
const TAKE = `
  local left = redis.call('PTTL', KEYS[1])
  if left > 0 and left <= tonumber(ARGV[3]) then return left end
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return 0`;

/** Keeps a run, or ends it: the key then lasts until the next one. Only for the process that has it. */
const KEEP = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;
const END = `
  if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
  if tonumber(ARGV[2]) < 1 then return redis.call('DEL', KEYS[1]) end
  redis.call('SET', KEYS[1], '', 'PX', ARGV[2])
  return 1`;

/** The schedule of a job in this process. */
interface Scheduled {
  readonly job: RecurringJob;
  readonly key: string;
  readonly leaseMs: number;
  timer: NodeJS.Timeout | undefined;
  underWay: Promise<void> | undefined;
}

/**
 * Processes that share a Redis share the schedule of a job: one of them does each run. A key that expires says when the next
 * run is due, so the clock of no process counts, and nothing that is in Redis delays a run by more than its interval
 * (ADR 112). Redis may be unreachable at startup, and may disappear and come back, even without its data; meanwhile no jobs run.
 */
export class RedisJobs extends RecurringJobs {
  private readonly scheduled: Scheduled[] = [];
  private readonly stopping = new AbortController();
  private readonly runs = new Set<Promise<void>>();
  private readonly outages: RepeatedFailures;
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
    this.outages = new RepeatedFailures(logger, { what: 'the schedule of a recurring job cannot be read' });
  }

  protected start(job: RecurringJob): void {
    this.connection ??= this.connect().on('ready', () => this.lookAtAll());
    const leaseMs = Math.min(LONGEST_LEASE_MS, Math.max(SHORTEST_LEASE_MS, job.everyMs));
    const key = `${this.prefix}:schedule:${job.name}`;
    const scheduled: Scheduled = { job, key, leaseMs, timer: undefined, underWay: undefined };
    this.scheduled.push(scheduled);
    this.look(scheduled);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    for (const { timer } of this.scheduled) clearTimeout(timer);
    await Promise.all(this.runs);
    // Does not wait for an unreachable Redis: what this process has taken is taken over when its lease ends.
    const isAway = this.connection?.status !== 'ready';
    const ended = Promise.all(this.scheduled.map(({ underWay }) => underWay ?? Promise.resolve()));
    await Promise.race([ended, wait(isAway ? 0 : CLOSE_MS, undefined, { ref: false })]);
    this.connection?.disconnect();
  }

  /** Called whenever Redis connects, because it may have lost its data. */
  private lookAtAll(): void {
    for (const scheduled of this.scheduled) this.look(scheduled);
  }

  /** Does the next run if it is due, and looks again when the one after may be. */
  private look(scheduled: Scheduled): void {
    if (scheduled.underWay !== undefined || this.connection?.status !== 'ready') return;
    clearTimeout(scheduled.timer);
    scheduled.underWay = this.turn(scheduled).then((waitMs) => {
      scheduled.underWay = undefined;
      if (this.stopping.signal.aborted) return;
      scheduled.timer = setTimeout(() => this.look(scheduled), waitMs).unref();
    });
  }

  /** @returns the milliseconds after which to look again */
  private async turn({ job, key, leaseMs }: Scheduled): Promise<number> {
    const { everyMs } = job;
    try {
      const token = randomUUID();
      const longest = Math.max(everyMs, leaseMs);
      const waitMs = await this.command(ANSWER_MS, TAKE, key, token, leaseMs, longest);
      this.outages.worked('', job.name);
      if (waitMs > 0 || this.stopping.signal.aborted) return Math.max(1, waitMs);
      return await this.perform(job, { key, token, leaseMs });
    } catch (error) {
      // Its connection says that Redis is unavailable.
      if (!this.stopping.signal.aborted && this.connection?.status === 'ready')
        this.outages.failed({ err: error, job: job.name }, '', job.name);
      return everyMs;
    }
  }

  /** Runs a job while it keeps the run for this process. */
  private async perform(
    job: RecurringJob,
    { key, token, leaseMs }: { readonly key: string; readonly token: string; readonly leaseMs: number },
  ): Promise<number> {
    const started = performance.now();
    const renewal = setInterval(() => {
      // A run that another process takes over meanwhile is done twice (ADR 15).
      this.command(ANSWER_MS, KEEP, key, token, leaseMs).catch(() => undefined);
    }, leaseMs / 3);
    const running = job.run(this.stopping.signal).finally(() => {
      clearInterval(renewal);
      this.runs.delete(running);
    });
    this.runs.add(running);
    await running;
    const left = Math.max(0, Math.round(job.everyMs - (performance.now() - started)));
    await this.command(ANSWER_MS, END, key, token, left);
    return Math.max(1, left);
  }

  private async command(
    timeoutMs: number,
    script: string,
    key: string,
    ...values: (string | number)[]
  ): Promise<number> {
    const redis = this.connection;
    // Commands for an unreachable Redis would wait in memory.
    if (redis?.status !== 'ready') throw new Error('Redis is unavailable');
    return Number(await withTimeout(timeoutMs, () => redis.eval(script, 1, key, ...values)));
  }
}
