import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextRun } from './next-run.js';

const at = (text: string): Date => new Date(text);

describe('a schedule is due next', () => {
  it.each([
    ['WEEKLY', '2026-11-26T10:00:00Z', '2026-11-30T00:00:00Z'],
    ['WEEKLY', '2026-11-30T00:00:00Z', '2026-12-07T00:00:00Z'],
    ['WEEKLY', '2026-11-29T23:59:59.999Z', '2026-11-30T00:00:00Z'],
    ['MONTHLY', '2026-11-26T10:00:00Z', '2026-12-01T00:00:00Z'],
    ['MONTHLY', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['MONTHLY', '2028-01-31T12:00:00Z', '2028-02-01T00:00:00Z'],
  ] as const)('%s after %s at %s', (interval, now, next) => {
    expect(nextRun(interval, at(now))).toEqual(at(next));
  });

  it('later than now, and within a week or a month', () => {
    const dates = fc.date({
      min: at('2000-01-01T00:00:00Z'),
      max: at('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(dates, fc.constantFrom('WEEKLY', 'MONTHLY'), (now, interval) => {
        const days = (nextRun(interval, now).getTime() - now.getTime()) / 86_400_000;
        expect(days).toBeGreaterThan(0);
        expect(days).toBeLessThanOrEqual(interval === 'WEEKLY' ? 7 : 31);
      }),
    );
  });
});
