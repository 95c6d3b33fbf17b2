import { DAY_MS } from '../common/values/durations.js';
import type { ScheduleInterval } from './report-values.js';

const MONDAY = 1;

/** When a schedule is due next after `now`: at the start, in UTC, of the next Monday or of the next month. */
export function nextRun(interval: ScheduleInterval, now: Date): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (interval === 'MONTHLY') return new Date(Date.UTC(year, month + 1, 1));
  const days = (MONDAY - now.getUTCDay() + 7) % 7 || 7;
  return new Date(Date.UTC(year, month, day) + days * DAY_MS);
}
