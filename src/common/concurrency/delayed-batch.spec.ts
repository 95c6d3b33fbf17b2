import { setImmediate as tasks } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../logging/logger.js';
import { RepeatedFailures } from '../logging/repeated-failures.js';
import { DelayedBatch } from './delayed-batch.js';

/** A batch that is written only when a test asks, and what was written. */
function recorded({ failures = 0, maxItems = 100 } = {}) {
  const written: (readonly (readonly [string, number])[])[] = [];
  const errors: unknown[] = [];
  let left = failures;
  const batch = new DelayedBatch<string, number>({
    write: (items) => {
      if (left > 0) {
        left -= 1;
        return Promise.reject(new Error('down'));
      }
      written.push(items);
      return Promise.resolve();
    },
    delayMs: 3_600_000,
    maxItems,
    failureLog: { failed: (failure) => errors.push(failure), worked: () => undefined },
  });
  return { batch, written, errors };
}

/** A clock that a test advances, by seconds. */
class Clock {
  seconds = 0;
  private readonly due = new Map<() => void, number>();

  schedule(work: () => void, ms: number): () => void {
    this.due.set(work, this.seconds + ms / 1000);
    return () => this.due.delete(work);
  }

  async advance(): Promise<void> {
    this.seconds += 1;
    for (const [work, at] of this.due) {
      if (at > this.seconds) continue;
      this.due.delete(work);
      work();
    }
    await tasks();
  }
}

describe('a delayed batch', () => {
  it('writes the last item of each key together', async () => {
    const { batch, written } = recorded();
    batch.add('a', 1);
    batch.add('b', 2);
    batch.add('a', 3);
    await batch.flush();
    await batch.flush();
    expect(written).toEqual([
      [
        ['a', 3],
        ['b', 2],
      ],
    ]);
  });

  it('tries what could not be written again, with what came meanwhile', async () => {
    const { batch, written, errors } = recorded({ failures: 1 });
    batch.add('a', 1);
    batch.add('b', 1);
    const failed = batch.flush();
    await Promise.resolve();
    batch.add('a', 2);
    await failed;
    await batch.flush();
    expect(errors).toHaveLength(1);
    expect(new Map(written[0])).toEqual(
      new Map([
        ['a', 2],
        ['b', 1],
      ]),
    );
  });

  it('keeps a bounded number of items', async () => {
    const { batch, written } = recorded({ maxItems: 2 });
    for (const [index, key] of ['a', 'b', 'c', 'a'].entries()) batch.add(key, index);
    await batch.flush();
    expect(written).toEqual([
      [
        ['a', 3],
        ['b', 1],
      ],
    ]);
  });

  it('waits twice as long after each failure, up to a minute, reports an outage once, and stays bounded', async () => {
    const clock = new Clock();
    let isAway = true;
    const attempts: number[] = [];
    const written: number[] = [];
    const log: string[] = [];
    const logger = createLogger('info', {
      write: (line: string) => void log.push((JSON.parse(line) as { msg: string }).msg),
    });
    const options = {
      write: (items: readonly unknown[]) => {
        attempts.push(clock.seconds);
        if (isAway) return Promise.reject(new Error('cannot execute UPDATE in a read-only transaction'));
        written.push(items.length);
        return Promise.resolve();
      },
      delayMs: 1000,
      maxItems: 50,
      failureLog: new RepeatedFailures(logger, { what: 'down' }),
    };
    const batch = new DelayedBatch<string, number>(options, (work, ms) => clock.schedule(work, ms));
    for (let second = 0; second < 300; second += 1) {
      batch.add(`caller ${second}`, second);
      await clock.advance();
    }
    expect(attempts).toEqual([1, 3, 7, 15, 31, 63, 123, 183, 243]);
    expect(log).toEqual(['down']);
    isAway = false;
    for (let second = 0; second < 60; second += 1) await clock.advance();
    expect(written).toEqual([50]);

    isAway = true;
    attempts.length = 0;
    const start = clock.seconds;
    batch.add('later', 0);
    for (let second = 0; second < 3; second += 1) await clock.advance();
    expect(attempts.map((at) => at - start)).toEqual([1, 3]);
    expect(log).toEqual(['down', 'over: down', 'down']);
  });
});
