import { expect, it } from '@jest/globals';
import { RecentResults } from './recent-results.js';

const TTL_MS = 1000;

const counting = (max: number) => {
  let now = 0;
  let loads = 0;
  const results = new RecentResults<number>(max, TTL_MS, () => now);
  return {
    get: (key: string) => results.get(key, () => Promise.resolve((loads += 1))),
    fail: (key: string) => results.get(key, () => Promise.reject(new Error('out of order'))),
    pass: (ms: number) => (now += ms),
  };
};

it('computes a result once for concurrent callers, and again after its time to live', async () => {
  const { get, pass } = counting(10);
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual([1, 1, 2]);
  pass(TTL_MS - 1);
  expect(await get('a')).toBe(1);
  pass(1);
  expect(await get('a')).toBe(3);
});

it('keeps at most `max` results, the newest', async () => {
  const { get } = counting(2);
  expect([await get('a'), await get('b'), await get('c')]).toEqual([1, 2, 3]);
  expect(await get('c')).toBe(3);
  expect(await get('b')).toBe(2);
  expect(await get('a')).toBe(4);
});

it('does not keep a failure', async () => {
  const { get, fail } = counting(2);
  await expect(fail('a')).rejects.toThrow('out of order');
  expect(await get('a')).toBe(1);
});
