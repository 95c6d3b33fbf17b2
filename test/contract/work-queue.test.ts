import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Metrics } from '../../src/common/operation/metrics.js';
import { InProcessQueues } from '../../src/jobs/in-process-queues.js';
import { RedisQueues } from '../../src/jobs/redis-queues.js';
import type { Handler, WorkQueues } from '../../src/jobs/work-queue.js';
import { connectRedis } from '../../src/storage/redis/redis-connection.js';
import { LogLines } from '../support/log-lines.js';
import { MetricValues } from '../support/metric-values.js';
import { RedisServer } from '../support/redis-server.js';
import { eventually } from '../support/stored-artifacts.js';

const redisUrl = process.env['TEST_REDIS_URL'];

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** The metrics and log of a process. */
interface Operation {
  readonly metrics: Metrics;
  readonly log: LogLines;
}
const operation = (): Operation => ({ metrics: new Metrics(), log: new LogLines('error') });

function onRedis(url: string, prefix: string, { metrics, log } = operation()): WorkQueues {
  const queues = new RedisQueues(() => connectRedis(url, 'jobs'), prefix, metrics, log.logger);
  closers.push(() => queues.onModuleDestroy());
  return queues;
}

function inProcess({ metrics, log } = operation()): WorkQueues {
  const queues = new InProcessQueues(metrics, log.logger);
  closers.push(() => queues.onModuleDestroy());
  return queues;
}

type Adapter = readonly [name: string, open: (reportTo?: Operation) => WorkQueues];
const adapters: Adapter[] = [['in one process', inProcess]];
if (redisUrl !== undefined) {
  adapters.push(['on Redis', (reportTo) => onRedis(redisUrl, `test-${randomUUID()}`, reportTo)]);
}

const until = (condition: () => boolean): Promise<unknown> => eventually(() => Promise.resolve(condition()));

/** A handler that notes its items, and ends each when the test says so. */
class Held {
  readonly started: string[] = [];
  private readonly gates = new Map<string, PromiseWithResolvers<null>>();

  readonly handle: Handler = async (id) => {
    this.started.push(id);
    await this.gate(id).promise;
  };

  release(id: string): void {
    this.gate(id).resolve(null);
  }

  private gate(id: string): PromiseWithResolvers<null> {
    const gate = this.gates.get(id) ?? Promise.withResolvers<null>();
    this.gates.set(id, gate);
    return gate;
  }
}

describe.each(adapters)('a work queue %s', (_name, open) => {
  it('hands out items that were added before and after the start of the work', async () => {
    const queue = open().open('probe');
    const seen: string[] = [];
    queue.add('a');
    queue.process(1, (id) => {
      seen.push(id);
      return Promise.resolve();
    });
    await until(() => seen.length === 1);
    queue.add('b');
    await until(() => seen.length === 2);
    expect(seen).toEqual(['a', 'b']);
  });

  it('holds an item once, and handles it once more when it is added while it is handled', async () => {
    const queue = open().open('probe');
    const held = new Held();
    queue.process(1, held.handle);
    queue.add('first');
    await until(() => held.started.length === 1);
    for (const id of ['first', 'a', 'a', 'first', 'b', 'a']) queue.add(id);
    // What an adapter sends, it sends in order: with the last item, the others have arrived.
    for (const id of ['first', 'a', 'b']) held.release(id);
    await until(() => held.started.length === 4);
    expect([...held.started].sort()).toEqual(['a', 'b', 'first', 'first']);
    queue.add('last');
    held.release('last');
    await until(() => held.started.length === 5);
    expect(held.started.at(-1)).toBe('last');
  });

  it('handles items in the order in which they came', async () => {
    const queue = open().open('probe');
    const held = new Held();
    queue.process(1, held.handle);
    queue.add('first');
    await until(() => held.started.length === 1);
    queue.add('sooner');
    queue.add('later');
    // What an adapter sends, it sends in order: with the third item, the others have arrived.
    for (const id of ['first', 'sooner', 'later']) held.release(id);
    await until(() => held.started.length === 3);
    expect(held.started).toEqual(['first', 'sooner', 'later']);
  });

  it('handles as many items at a time as it may, and never one twice at a time', async () => {
    const queue = open().open('probe');
    const running = new Set<string>();
    const both = Promise.withResolvers<null>();
    let most = 0;
    let twice = 0;
    let done = 0;
    queue.process(2, async (id) => {
      if (running.has(id)) twice += 1;
      running.add(id);
      most = Math.max(most, running.size);
      if (running.size === 2) both.resolve(null);
      // While it is being handled.
      if (done < 6) queue.add(id);
      await both.promise;
      await new Promise((resolve) => setImmediate(resolve));
      running.delete(id);
      done += 1;
    });
    for (let n = 0; n < 6; n += 1) queue.add(`item-${n}`);
    await until(() => done >= 6);
    expect({ most, twice }).toEqual({ most: 2, twice: 0 });
  });

  it('logs and counts a failed item and goes on', async () => {
    const reportTo = operation();
    const metrics = await MetricValues.reportedTo(reportTo.metrics);
    closers.push(() => {
      metrics.close();
      return Promise.resolve();
    });
    const queue = open(reportTo).open('probe');
    const seen: string[] = [];
    queue.process(1, (id) => {
      seen.push(id);
      return id === 'bad' ? Promise.reject(new Error('it is broken')) : Promise.resolve();
    });
    queue.add('bad');
    queue.add('good');
    await until(() => seen.includes('good') && seen.includes('bad'));
    await eventually(async () => {
      const counted = await metrics.all('mcp_hub_work_items_total');
      return (
        counted['mcp_hub_work_items_total{queue="probe",outcome="failed"}'] === 1 &&
        counted['mcp_hub_work_items_total{queue="probe",outcome="succeeded"}'] === 1
      );
    });
    expect(reportTo.log.all).toMatchObject([
      { level: 'error', queue: 'probe', item: 'bad', err: { message: 'it is broken' } },
    ]);
  });

  it('aborts its work when the server stops, waits for it, and starts no more', async () => {
    const queues = open();
    const queue = queues.open('probe');
    const started: string[] = [];
    let ended = false;
    queue.process(1, async (id, signal) => {
      started.push(id);
      await new Promise((aborted) => signal.addEventListener('abort', aborted));
      await new Promise((resolve) => setImmediate(resolve));
      ended = true;
    });
    queue.add('a');
    queue.add('b');
    await until(() => started.length === 1);
    await queues.onModuleDestroy();
    expect(ended).toBe(true);
    queue.add('c');
    expect(started).toHaveLength(1);
  });

  it('keeps queues apart by their names', async () => {
    const queues = open();
    const seen: string[] = [];
    const note =
      (name: string): Handler =>
      (id) => {
        seen.push(`${name} ${id}`);
        return Promise.resolve();
      };
    queues.open('one').process(1, note('one'));
    queues.open('other').process(1, note('other'));
    queues.open('one').add('a');
    queues.open('other').add('a');
    await until(() => seen.length === 2);
    expect(seen.sort()).toEqual(['one a', 'other a']);
  });
});

if (redisUrl !== undefined) {
  describe('work queues of several processes on one Redis', () => {
    it('share the items', async () => {
      const prefix = `test-${randomUUID()}`;
      const seen: string[] = [];
      for (let process = 0; process < 2; process += 1) {
        onRedis(redisUrl, prefix)
          .open('probe')
          .process(1, (id) => {
            seen.push(id);
            return Promise.resolve();
          });
      }
      const sender = onRedis(redisUrl, prefix).open('probe');
      for (let n = 0; n < 10; n += 1) sender.add(`item-${n}`);
      await until(() => seen.length >= 10);
      expect(seen.sort()).toEqual(Array.from({ length: 10 }, (_item, n) => `item-${n}`));
    });
  });
}

if (process.env['TEST_OWN_SERVERS'] !== undefined) {
  describe('a work queue on a Redis that is unavailable', () => {
    it('keeps what is added until Redis is there, and works again after it was unavailable', async () => {
      const redis = await RedisServer.start();
      closers.push(() => redis.close());
      await redis.stop('kill');
      const queue = onRedis(redis.url, 'probe').open('probe');
      const seen: string[] = [];
      queue.process(1, (id) => {
        seen.push(id);
        return Promise.resolve();
      });
      queue.add('a');
      await redis.start();
      await until(() => seen.length === 1);
      await redis.stop('kill');
      await redis.start();
      await eventually(() => {
        queue.add('b');
        return Promise.resolve(seen.includes('b'));
      });
    });
  });
}
