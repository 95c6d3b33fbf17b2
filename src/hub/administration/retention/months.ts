/** The month of a time in UTC, `YYYY-MM`. */
export const monthOf = (time: Date): string => time.toISOString().slice(0, 7);

/** The first moment after a month. */
export function endOfMonth(month: string): Date {
  const [year, number] = month.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, number ?? 0, 1));
}

/** Months that end at this time or before are older than `months` whole months. */
export const retentionEnd = (now: Date, months: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1));
