import { describe, expect, it } from '@jest/globals';
import { endOfMonth, monthOf, retentionEnd } from './months.js';

describe('months', () => {
  it('are those of UTC', () => {
    expect(monthOf(new Date('2026-01-31T23:59:59.999Z'))).toBe('2026-01');
    expect(endOfMonth('2026-01')).toEqual(new Date('2026-02-01T00:00:00Z'));
    expect(endOfMonth('2026-12')).toEqual(new Date('2027-01-01T00:00:00Z'));
  });

  it('are kept whole, and for at least as long as said', () => {
    expect(retentionEnd(new Date('2026-11-26T12:00:00Z'), 12)).toEqual(new Date('2025-11-01T00:00:00Z'));
    expect(retentionEnd(new Date('2026-01-01T00:00:00Z'), 13)).toEqual(new Date('2024-12-01T00:00:00Z'));
  });
});
