import { DAY_MS } from '../../common/values/durations.js';
import { parseTimestamp } from '../../common/values/timestamp.js';

/** Whether `value` is a date of ISO 8601 such as `2026-01-31`. */
export const isDate = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(value) &&
  parseTimestamp(startOf(value)) !== undefined;

const startOf = (day: string): string => `${day}T00:00:00Z`;

/** The first moment of a day in UTC. */
export const startOfDay = (day: string): Date => new Date(startOf(day));

/** The first moment after a day in UTC. */
export const endOfDay = (day: string): Date => new Date(startOfDay(day).getTime() + DAY_MS);
