import { describe, expect, it } from '@jest/globals';
import { delayAfter, pauseAfter, RETRY_MS } from './delivery-schedule.js';

const seconds = (delays: readonly number[]): number[] => delays.map((delay) => delay / 1000);

describe('the schedule of a delivery', () => {
  it('waits longer after each failure, up to six hours', () => {
    const delays = [1, 2, 3, 4, 5, 6, 7].map((attempt) => delayAfter(attempt, 0.5));
    expect(seconds(delays)).toEqual([5, 30, 120, 600, 3600, 21_600, 21_600]);
  });

  it('varies a delay by a fifth', () => {
    expect(seconds([delayAfter(2, 0), delayAfter(2, 1)])).toEqual([24, 36]);
  });

  it('has at most 21 attempts in three days', () => {
    let at = 0;
    let attempts = 1;
    for (; at < RETRY_MS; attempts += 1) at += delayAfter(attempts, 0);
    expect(attempts).toBe(21);
  });

  it('pauses a receiver in trouble for at most ten minutes', () => {
    expect(seconds([1, 2, 3, 4, 5, 100].map(pauseAfter))).toEqual([5, 30, 120, 600, 600, 600]);
  });
});
