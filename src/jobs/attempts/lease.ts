/** SQL of the time after which nobody believes any more that a row is worked on. */
type LeaseTime =
  | { /** Column with the end of the lease. */ readonly until: string }
  | { /** Column with the time when the holder last showed that it is alive. */ readonly aliveAt: string };

/** Where a table keeps who works on a row. */
export type LeaseColumns = {
  /** Column with the UUID of the attempt that has the row; null for none. */
  readonly holder: string;
  /** Column that identifies the row. */
  readonly key?: string;
} & LeaseTime;

/**
 * SQL of the leases of a table: an attempt takes a row for some time, keeps it by showing that it is alive, and others take it
 * over when it no longer does. Every write of an attempt is conditional on the lease, so that one that was taken over changes
 * nothing (ADR 51).
 */
export class Lease {
  /** Assignments that end the lease. */
  readonly ended: string;
  private readonly time: string;

  constructor(private readonly columns: LeaseColumns) {
    const { holder } = columns;
    this.time = 'until' in columns ? columns.until : columns.aliveAt;
    this.ended = `${holder} = NULL, ${this.time} = NULL`;
  }

  /** Condition that a row, with this alias if any, is that of the attempt whose row and UUID are `$1` and `$2`. */
  isHeld(row = ''): string {
    const { key = 'id', holder } = this.columns;
    const alias = row && `${row}.`;
    return `${alias}${key} = $1 AND ${alias}${holder} = $2`;
  }

  /**
   * Assignments that give the row to the attempt `holder`.
   * @param duration how long it lasts, unless the table only keeps who is alive; SQL of an interval
   * @param now SQL of the time
   */
  taken(holder: string, duration = '', now = 'now()'): string {
    return `${this.columns.holder} = ${holder}, ${this.kept(duration, now)}`;
  }

  /** The assignment by which the holder keeps the row; parameters as above. */
  kept(duration = '', now = 'now()'): string {
    return `${this.time} = ${'until' in this.columns ? `${now} + ${duration}` : now}`;
  }

  /**
   * Condition of rows whose lease has ended although the holder has not ended it.
   * @param row alias of the table
   * @param now SQL of the time
   * @param duration after which a silent holder is not believed any more, if the table only keeps who is alive
   */
  hasExpired(row: string, now = 'now()', duration = ''): string {
    const limit = 'until' in this.columns ? now : `${now} - ${duration}`;
    return `(${row}.${this.time} <= ${limit})`;
  }

  /** Condition of rows that somebody works on; parameters as above. */
  isTaken(row: string, now = 'now()', duration = ''): string {
    return `${row}.${this.columns.holder} IS NOT NULL AND NOT ${this.hasExpired(row, now, duration)}`;
  }

  /** Condition of rows that nobody works on; parameters as above. */
  isFree(row: string, now = 'now()', duration = ''): string {
    return `(${row}.${this.time} IS NULL OR ${this.hasExpired(row, now, duration)})`;
  }
}
