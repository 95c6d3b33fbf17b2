import { expect, it } from '@jest/globals';
import { sharedResults } from './shared-results.js';

const counting = (max: number) => {
  const results = sharedResults<number>(max, 60_000);
  let loads = 0;
  return (key: string, load = () => Promise.resolve((loads += 1))) =>
    results.forceFetch(key, { context: load });
};

it('loads a result once for concurrent and later callers', async () => {
  const get = counting(10);
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual([1, 1, 2]);
  expect(await get('a')).toBe(1);
});

it('does not keep a failure, nor share it with later callers', async () => {
  const get = counting(10);
  const failed = () => Promise.reject(new Error('out of order'));
  await expect(get('a', failed)).rejects.toThrow('out of order');
  expect(await get('a')).toBe(1);
});

it('answers a caller whose key was replaced while it was loaded', async () => {
  const get = counting(1);
  expect(await Promise.all([get('a'), get('b'), get('c')])).toEqual([1, 2, 3]);
  expect(await get('c')).toBe(3);
  expect(await get('a')).toBe(4);
});
