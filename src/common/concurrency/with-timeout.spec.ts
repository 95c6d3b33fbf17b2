import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { withTimeout } from './with-timeout.js';

describe('withTimeout', () => {
  it('returns the result of work that ends in time, and its error', async () => {
    await expect(withTimeout(1_000, () => Promise.resolve('done'))).resolves.toBe('done');
    await expect(withTimeout(1_000, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('fails when the work takes longer, and aborts its signal', async () => {
    let aborted: AbortSignal | undefined;
    const work = withTimeout(5, (signal) => {
      aborted = signal;
      return delay(10_000, undefined, { signal });
    });
    await expect(work).rejects.toThrow('no answer within 5 ms');
    expect(aborted?.aborted).toBe(true);
  });

  it('does not abort work that ended in time', async () => {
    let kept: AbortSignal | undefined;
    await withTimeout(5, (signal) => {
      kept = signal;
      return Promise.resolve();
    });
    await delay(20);
    expect(kept?.aborted).toBe(false);
  });
});
