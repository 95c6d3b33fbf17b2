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

/** The end of a day (`2026-01-31`) for the reader, in RFC 3339. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59`).toISOString();

/** The day of a moment for the reader, as the value of a date field. */
export function dayOf(at: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The day in `days` days as the value of a date field. */
export function dayIn(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return dayOf(day);
}
