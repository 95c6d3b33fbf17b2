import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addHit, type HitGroup } from './sliding-window.js';

describe('the recorded hits of a key', () => {
  it('form at most twenty groups, whatever the limit and the arrivals', () => {
    const limit = fc.integer({ min: 1, max: 6000 });
    const gaps = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(limit, gaps, fc.integer({ min: 1, max: 40 }), (max, arrivals, atOnce) => {
        const groups: HitGroup[] = [];
        let now = 0;
        for (const gap of arrivals) {
          now += gap;
          for (let n = 0; n < atOnce; n += 1) addHit(groups, now, { limit: max, windowMs: 1000 });
          expect(groups.length).toBeLessThanOrEqual(20);
        }
      }),
    );
  });
});

describe('the retry time of a count', () => {
  it('is at most the window, whatever the clock reads', () => {
    // 10861.158625238713 + 60000 - 10861.158625238713 is more than 60000.
    const clock = fc.double({ min: 0, max: 1e7, noNaN: true });
    fc.assert(
      fc.property(clock, (now) => {
        const groups: HitGroup[] = [];
        const quota = { limit: 1, windowMs: 60_000 };
        expect(addHit(groups, now, quota).resetAfterMs).toBe(60_000);
        expect(addHit(groups, now, quota)).toMatchObject({ accepted: false, retryAfterMs: 60_000 });
      }),
      { examples: [[10861.158625238713]] },
    );
  });
});
