import { describe, expect, it } from '@jest/globals';
import { TtlCache } from './ttl-cache.js';

describe('a recent answer', () => {
  it('is computed once for concurrent callers, and again when it has expired', async () => {
    let now = 0;
    let asked = 0;
    const cache = new TtlCache(
      () => Promise.resolve((asked += 1)),
      1000,
      () => now,
    );
    expect(await Promise.all([cache.get(), cache.get(), cache.get()])).toEqual([1, 1, 1]);
    now = 999;
    expect(await cache.get()).toBe(1);
    now = 1000;
    expect(await Promise.all([cache.get(), cache.get()])).toEqual([2, 2]);
  });

  it('expires relative to its arrival, however long the computation took', async () => {
    let now = 0;
    let answer: (value: string) => void = () => undefined;
    const cache = new TtlCache(
      () => new Promise<string>((resolve) => (answer = resolve)),
      1000,
      () => now,
    );
    const first = cache.get();
    now = 5000;
    expect(cache.get()).toBe(first);
    answer('late');
    await first;
    now = 5999;
    expect(await cache.get()).toBe('late');
    now = 6000;
    expect(cache.get()).not.toBe(first);
  });

  it('may be a failure, which is shared too', async () => {
    let asked = 0;
    const cache = new TtlCache(
      () => Promise.reject(new Error(String((asked += 1)))),
      1000,
      () => 0,
    );
    await expect(cache.get()).rejects.toThrow('1');
    await expect(cache.get()).rejects.toThrow('1');
  });
});
