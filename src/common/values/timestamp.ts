// RFC 3339, 5.6, without leap seconds, which JavaScript dates cannot represent.
const RFC_3339 =
  /^(\d{4})-(\d\d)-(\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** The rule in an error message. */
export const TIMESTAMP_RULE =
  'must be a timestamp such as 2030-01-31T00:00:00Z (RFC 3339; a plus sign is %2B in a query)';

/** Parses an RFC 3339 timestamp to the millisecond, in the years 0 to 9999 UTC; undefined for any other text. */
export function parseTimestamp(text: unknown): Date | undefined {
  const match = typeof text === 'string' ? RFC_3339.exec(text) : null;
  if (match === null) return undefined;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  // JavaScript parses 30 February as 2 March.
  if (month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return undefined;
  const moment = new Date(match[0].toUpperCase());
  const utcYear = moment.getUTCFullYear();
  return utcYear >= 0 && utcYear <= 9999 ? moment : undefined;
}

/** The last day of a month is the one before the first of the next. Date.UTC maps the years 0 to 99 to 1900 to 1999. */
const daysOf = (year: number, month: number): number =>
  new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();

/** Whether `value` is an RFC 3339 timestamp. */
export const isTimestamp = (value: unknown): value is string => parseTimestamp(value) !== undefined;
