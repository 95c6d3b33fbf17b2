/** SQL of a time in milliseconds since 1970; null for null. */
export const milliseconds = (time: string): string => `(extract(epoch FROM ${time}) * 1000)::float8`;

/**
 * SQL of a new value of a column `credentials_valid_from`: the time at which the statement runs, after its locks, and later
 * than the value before, also if the clock was set back.
 */
export const laterThan = (column: string): string =>
  `greatest(date_trunc('milliseconds', clock_timestamp()), ${column} + interval '1 millisecond')`;
