/**
 * The time at which a day begins for the reader, in UTC. Days may have 23 or 25 hours, and begin later than at midnight
 * where clocks are changed then.
 * @param day as `2026-03-29`
 * @param after days after it
 */
export function startOfDay(day: string, after = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + after).toISOString();
}
