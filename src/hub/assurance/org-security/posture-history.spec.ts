import { expect, it } from '@jest/globals';
import { daysUntil, postureHistory } from './posture-history.js';

it('has the days until now, in UTC', () => {
  expect(daysUntil(new Date('2026-03-01T00:00:00Z'), 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(daysUntil(new Date('2026-03-01T23:59:59Z'), 1)).toEqual(['2026-03-01']);
});

it('accumulates changes, and keeps the state of days without any', () => {
  const days = ['2026-01-01', '2026-01-02', '2026-01-03'];
  const scores = [
    { day: '2026-01-02', score: 141, mcps: 2 },
    { day: '2026-01-03', score: -20, mcps: -1 },
  ];
  const findings = [
    { day: '2026-01-01', severity: 'high', change: 2 },
    { day: '2026-01-03', severity: 'high', change: -1 },
    { day: '2026-01-03', severity: 'low', change: 3 },
  ];
  const none = { critical: 0, high: 2, medium: 0, low: 0 };
  expect(postureHistory(days, scores, findings)).toEqual([
    { date: '2026-01-01', average_score: null, mcps_analyzed: 0, open: none },
    { date: '2026-01-02', average_score: 70.5, mcps_analyzed: 2, open: none },
    { date: '2026-01-03', average_score: 121, mcps_analyzed: 1, open: { ...none, high: 1, low: 3 } },
  ]);
});
