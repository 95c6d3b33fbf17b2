import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { InProcessJobs } from '../../src/jobs/in-process-jobs.js';
import type { RecurringJob, RecurringJobs } from '../../src/jobs/recurring-jobs.js';
import { connectRedis } from '../../src/storage/redis/redis-connection.js';
import { RedisJobs } from '../../src/jobs/redis-jobs.js';
import { eventually } from '../support/stored-artifacts.js';

const EVERY_MS = 30;
const logger = pino({ level: 'silent' });
const redisUrl = process.env['TEST_REDIS_URL'];

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A process's jobs; those of one prefix share their turns. */
function onRedis(url: string, prefix: string): RecurringJobs {
  const jobs = new RedisJobs(() => connectRedis(url, 'jobs'), prefix, logger);
  closers.push(() => jobs.onModuleDestroy());
  return jobs;
}

function inProcess(): RecurringJobs {
  const jobs = new InProcessJobs();
  closers.push(() => jobs.onModuleDestroy());
  return jobs;
}

const job = (run: RecurringJob['run'], everyMs = EVERY_MS): RecurringJob => ({ name: 'probe', everyMs, run });

const adapters: [string, () => RecurringJobs][] = [
  ['in one process', inProcess],
  ...(redisUrl === undefined
    ? []
    : [['on Redis', () => onRedis(redisUrl, `test-${randomUUID()}`)] as [string, () => RecurringJobs]]),
];

describe.each(adapters)('recurring jobs %s', (_name, open) => {
  it('are done again and again', async () => {
    let runs = 0;
    open().schedule(
      job(() => {
        runs += 1;
        return Promise.resolve();
      }),
    );
    await eventually(() => Promise.resolve(runs >= 3));
  });

  it('never run twice at once', async () => {
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

  it('are told to end when the server stops, which waits for them', async () => {
    const jobs = open();
    const begun = Promise.withResolvers<null>();
    let ended = false;
    jobs.schedule(
      job(async (signal) => {
        begun.resolve(null);
        await new Promise((aborted) => signal.addEventListener('abort', aborted));
        await wait(20);
        ended = true;
      }),
    );
    await begun.promise;
    await jobs.onModuleDestroy();
    expect(ended).toBe(true);
  });

  it('begin no more once the server stops', async () => {
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
    it('are done by one of them at each turn', async () => {
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
      // Each turn once, and what announcing it thrice may begin at once.
      expect(total()).toBeLessThanOrEqual((Date.now() - started) / 200 + 3);
    });

    it('leave those of another prefix alone', async () => {
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
