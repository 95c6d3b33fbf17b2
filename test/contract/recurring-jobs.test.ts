import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { InProcessJobs } from '../../src/jobs/in-process-jobs.js';
import type { RecurringJob, RecurringJobs } from '../../src/jobs/recurring-jobs.js';
import { Metrics } from '../../src/common/operation/metrics.js';
import { connectRedis } from '../../src/storage/redis/redis-connection.js';
import { RedisJobs } from '../../src/jobs/redis-jobs.js';
import { LogLines } from '../support/log-lines.js';
import { MetricValues } from '../support/metric-values.js';
import { eventually } from '../support/stored-artifacts.js';

const EVERY_MS = 30;
const redisUrl = process.env['TEST_REDIS_URL'];

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The metrics and log of a process's jobs. */
interface Operation {
  readonly metrics: Metrics;
  readonly log: LogLines;
}

const operation = (): Operation => ({ metrics: new Metrics(), log: new LogLines('error') });

/** A process's jobs; processes with the same prefix share their schedule. */
function onRedis(url: string, prefix: string, { metrics, log } = operation()): RecurringJobs {
  const jobs = new RedisJobs(() => connectRedis(url, 'jobs'), prefix, metrics, log.logger);
  closers.push(() => jobs.onModuleDestroy());
  return jobs;
}

function inProcess({ metrics, log } = operation()): RecurringJobs {
  const jobs = new InProcessJobs(metrics, log.logger);
  closers.push(() => jobs.onModuleDestroy());
  return jobs;
}

const FAILED = 'mcp_hub_job_runs_total{job="probe",outcome="failed"}';

const job = (run: RecurringJob['run'], everyMs = EVERY_MS): RecurringJob => ({ name: 'probe', everyMs, run });

type Adapter = readonly [name: string, open: (reportTo?: Operation) => RecurringJobs];

const adapters: Adapter[] = [['in one process', inProcess]];
if (redisUrl !== undefined) {
  adapters.push(['on Redis', (reportTo) => onRedis(redisUrl, `test-${randomUUID()}`, reportTo)]);
}

describe.each(adapters)('recurring jobs %s', (_name, open) => {
  it('run repeatedly', async () => {
    let runs = 0;
    open().schedule(
      job(() => {
        runs += 1;
        return Promise.resolve();
      }),
    );
    await eventually(() => Promise.resolve(runs >= 3));
  });

  it('show when they have succeeded last, and how often they run', async () => {
    const reported = operation();
    const values = await MetricValues.reportedTo(reported.metrics);
    closers.push(() => {
      values.close();
      return Promise.resolve();
    });
    const of = async (metric: string): Promise<number | undefined> =>
      (await values.all(`mcp_hub_job_${metric}`))[`mcp_hub_job_${metric}{job="probe"}`];
    const started = Date.now() / 1000;
    let fails = true;
    open(reported).schedule(job(() => (fails ? Promise.reject(new Error('no')) : Promise.resolve())));
    await eventually(async () => ((await values.all('mcp_hub_job_runs'))[FAILED] ?? 0) > 0);
    expect(await of('last_success_timestamp_seconds')).toBeUndefined();
    expect(await of('scheduled_timestamp_seconds')).toBeGreaterThanOrEqual(started);
    expect(await of('interval_seconds')).toBe(EVERY_MS / 1000);
    fails = false;
    await eventually(async () => ((await of('last_success_timestamp_seconds')) ?? 0) >= started);
  });

  it('never overlap', async () => {
    let atOnce = 0;
    let most = 0;
    let runs = 0;
    open().schedule(
      job(async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await wait(4 * EVERY_MS);
        atOnce -= 1;
        runs += 1;
      }),
    );
    await eventually(() => Promise.resolve(runs >= 2));
    expect(most).toBe(1);
  });

  it('are aborted when the server stops, which waits for them', async () => {
    const jobs = open();
    const running = Promise.withResolvers<null>();
    let ended = false;
    jobs.schedule(
      job(async (signal) => {
        running.resolve(null);
        await new Promise((aborted) => signal.addEventListener('abort', aborted));
        await wait(20);
        ended = true;
      }),
    );
    await running.promise;
    await jobs.onModuleDestroy();
    expect(ended).toBe(true);
  });

  it('are logged and counted when they fail, and run the next time as usual', async () => {
    const reportTo = operation();
    const metrics = await MetricValues.reportedTo(reportTo.metrics);
    closers.push(() => {
      metrics.close();
      return Promise.resolve();
    });
    let runs = 0;
    open(reportTo).schedule(
      job(() => {
        runs += 1;
        return runs === 2 ? Promise.reject(new Error('the store is unavailable')) : Promise.resolve();
      }),
    );
    await eventually(() => Promise.resolve(runs >= 4));
    const counted = await metrics.all('mcp_hub_job_runs_total');
    expect(counted['mcp_hub_job_runs_total{job="probe",outcome="failed"}']).toBe(1);
    expect(counted['mcp_hub_job_runs_total{job="probe",outcome="succeeded"}']).toBeGreaterThanOrEqual(2);
    expect(reportTo.log.all).toMatchObject([
      { level: 'error', job: 'probe', err: { message: 'the store is unavailable' } },
    ]);
  });

  it('do not start once the server stops', async () => {
    const jobs = open();
    let runs = 0;
    const count = job(() => {
      runs += 1;
      return Promise.resolve();
    });
    jobs.schedule(count);
    await eventually(() => Promise.resolve(runs > 0));
    await jobs.onModuleDestroy();
    const before = runs;
    await wait(3 * EVERY_MS);
    expect(runs).toBe(before);
  });
});

if (redisUrl !== undefined) {
  describe('recurring jobs of several processes on one Redis', () => {
    it('are run by one of them each time', async () => {
      const prefix = `test-${randomUUID()}`;
      const done = [0, 0, 0];
      const started = Date.now();
      done.forEach((_unused, index) =>
        onRedis(redisUrl, prefix).schedule(
          job(() => {
            done[index] = (done[index] ?? 0) + 1;
            return Promise.resolve();
          }, 200),
        ),
      );
      const total = (): number => done.reduce((sum, count) => sum + count, 0);
      await eventually(() => Promise.resolve(total() >= 5));
      // One run per interval, plus those that the three registrations may trigger immediately.
      expect(total()).toBeLessThanOrEqual((Date.now() - started) / 200 + 3);
    });

    it.each([
      ['was set back, so that a key lasts a day', ['PX', String(24 * 60 * 60 * 1000)]],
      ['never expires a key', []],
    ])('wait for one interval at most, whatever is in a Redis whose clock %s', async (_what, expiry) => {
      const prefix = `test-${randomUUID()}`;
      const direct = connectRedis(redisUrl, 'jobs');
      await direct.call('SET', `${prefix}:schedule:probe`, 'somebody', ...expiry);
      let runs = 0;
      onRedis(redisUrl, prefix).schedule(
        job(() => {
          runs += 1;
          return Promise.resolve();
        }),
      );
      await eventually(() => Promise.resolve(runs >= 2));
      direct.disconnect();
    });

    it('are taken over when the process is gone that had the run', async () => {
      const prefix = `test-${randomUUID()}`;
      const gone = onRedis(redisUrl, prefix);
      const taken = Promise.withResolvers<undefined>();
      const end = Promise.withResolvers<undefined>();
      gone.schedule(
        job(async () => {
          taken.resolve(undefined);
          await end.promise;
        }),
      );
      await taken.promise;
      let runs = 0;
      onRedis(redisUrl, prefix).schedule(
        job(() => {
          runs += 1;
          return Promise.resolve();
        }),
      );
      const direct = connectRedis(redisUrl, 'jobs');
      // As if its lease was over, which nobody renews.
      await direct.del(`${prefix}:schedule:probe`);
      direct.disconnect();
      await eventually(() => Promise.resolve(runs >= 1));
      end.resolve(undefined);
    });

    it('do not affect those of another prefix', async () => {
      let runs = 0;
      const counted = job(() => {
        runs += 1;
        return Promise.resolve();
      });
      onRedis(redisUrl, `test-${randomUUID()}`).schedule(counted);
      let others = 0;
      onRedis(redisUrl, `test-${randomUUID()}`).schedule({
        ...counted,
        name: 'other',
        run: () => {
          others += 1;
          return Promise.resolve();
        },
      });
      await eventually(() => Promise.resolve(runs >= 2 && others >= 2));
    });
  });
}
