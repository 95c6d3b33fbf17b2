import { describe, expect, it, jest } from '@jest/globals';
import { WakeableWork } from './wakeable-work.js';

const nothing = (): void => undefined;
const ignore = { failed: nothing, worked: nothing };

describe('work that is woken', () => {
  it('runs once more for any number of wakes during a run', async () => {
    const gate = Promise.withResolvers<undefined>();
    const run = jest.fn(async () => {
      await gate.promise;
    });
    const work = new WakeableWork(run, ignore);
    work.wake();
    work.wake();
    work.wake();
    expect(run).toHaveBeenCalledTimes(1);
    gate.resolve(undefined);
    await work.idle();
    expect(run).toHaveBeenCalledTimes(2);
  });

  it('reports a failed run, and runs again when it is woken', async () => {
    const errors: unknown[] = [];
    const run = jest.fn(() => Promise.reject(new Error('no database')));
    const work = new WakeableWork(run, { failed: (failure) => errors.push(failure), worked: nothing });
    work.wake();
    await work.idle();
    work.wake();
    await work.idle();
    expect(errors).toEqual([{ err: new Error('no database') }, { err: new Error('no database') }]);
  });

  it('aborts the run under way when it is stopped, and starts no other', async () => {
    const signals: AbortSignal[] = [];
    const run = (signal: AbortSignal): Promise<void> => {
      signals.push(signal);
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
    };
    const work = new WakeableWork(run, ignore);
    work.wake();
    work.wake();
    await work.stop();
    work.wake();
    await work.idle();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
