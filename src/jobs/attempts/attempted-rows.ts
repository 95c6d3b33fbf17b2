import type { AttemptKey, NextAttempt } from './attempt.js';
import { DELAY_AFTER_LOSS } from './delay-after-loss.js';
import { Lease } from './lease.js';

/** Runs statements, in the transaction of the caller if there is one. */
export interface Statements {
  row<Row>(sql: string, values?: readonly unknown[]): Promise<Row | undefined>;
  rows<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/**
 * A table with rows that processes work on until they succeed or fail. Its columns are `id`, `worker`, `heartbeat_at`,
 * `attempts`, `losses`, `run_after`, `started_at` and `created_at`, besides those named here.
 */
export interface AttemptedTable {
  readonly name: string;
  /** The status of rows that wait for an attempt, and have no `worker`. */
  readonly waitingStatus: string;
  /** SQL of rows that are attempted. */
  readonly isRunning: string;
  /** Column with whose row it is: they take turns (ADR 113). */
  readonly share: string;
  /** SQL of rows that come after those of all shares for which it is false. */
  readonly isLater?: string;
  /** Assignments for a row that waits again, besides the common ones. */
  readonly waiting?: string;
  /** Further CTEs of such a change, whose rows are in `released`. */
  readonly thereupon?: { readonly returning: string; readonly changes: string };
}

// Concurrent workers may want the same row: the others take one of the next.
const OF_A_SHARE = 4;

/** In which order the rows of a share are attempted. */
const orderOf = ({ isLater }: AttemptedTable): string =>
  [...(isLater === undefined ? [] : [isLater]), 'run_after', 'id'].join(', ');

/** Who attempts a row of such a table. */
export const LEASE = new Lease({ holder: 'worker', aliveAt: 'heartbeat_at' });

/** The attempts at the rows of a table: whose turn it is, what shows that they are alive, and how they end (ADR 51, 112). */
export class AttemptedRows {
  /** Assignments that begin the attempt `$1`. */
  static readonly BEGIN = `${LEASE.taken('$1')}, attempts = attempts + 1, started_at = now()`;

  /** Condition of the attempt whose row and worker are `$1` and `$2`. */
  readonly isHeld: string;

  /**
   * SQL of CTEs, the last of which is `next`, with the id of the due row whose turn it is: what is not later first, then of the
   * share with the fewest running rows, then of the one whose last start is the longest ago. Shares with pending rows are found
   * by jumping from one to the next in an index.
   */
  readonly nextInTurn: string;

  constructor(
    private readonly statements: Statements,
    private readonly table: AttemptedTable,
  ) {
    const { name, waitingStatus, isRunning, share, isLater } = table;
    const order = orderOf(table);
    const isPending = `status = '${waitingStatus}'`;
    this.isHeld = `${LEASE.isHeld()} AND ${isRunning}`;
    this.nextInTurn = `
      waiting AS (
        (SELECT ${share} AS share FROM ${name} WHERE ${isPending} ORDER BY ${share} LIMIT 1)
        UNION ALL
        SELECT (SELECT ${share} FROM ${name} WHERE ${isPending} AND ${share} > w.share ORDER BY ${share} LIMIT 1)
          FROM waiting w WHERE w.share IS NOT NULL
      ), next AS (
        SELECT j.id
          FROM waiting w
         CROSS JOIN LATERAL (
           SELECT (SELECT count(*) FROM ${name} WHERE ${share} = w.share AND ${isRunning}) AS running,
                  (SELECT max(started_at) FROM ${name} WHERE ${share} = w.share) AS started) turn
         CROSS JOIN LATERAL (
           SELECT id, run_after, ${isLater ?? 'false'} AS is_later FROM ${name}
            WHERE ${share} = w.share AND ${isPending} AND worker IS NULL AND run_after <= now()
            ORDER BY ${order} LIMIT ${OF_A_SHARE}) due
          JOIN ${name} j ON j.id = due.id
         ORDER BY due.is_later, turn.running, turn.started NULLS FIRST, due.run_after, due.id LIMIT 1
           FOR NO KEY UPDATE OF j SKIP LOCKED)`;
  }

  /** Condition, with the alias of a row, of being due and not taken by anybody. */
  isDue(row: string): string {
    return `${row}.status = '${this.table.waitingStatus}' AND ${row}.worker IS NULL AND ${row}.run_after <= now()`;
  }

  /** Changes the row of an attempt; false if the attempt was taken over. Values are `$3` and so on. */
  async change(
    { id, worker }: AttemptKey,
    assignments: string,
    values: readonly unknown[] = [],
  ): Promise<boolean> {
    const row = await this.statements.row(
      `UPDATE ${this.table.name} SET ${assignments} WHERE ${this.isHeld} RETURNING id`,
      [id, worker, ...values],
    );
    return row !== undefined;
  }

  /** Writes that an attempt is alive; false if it was taken over. */
  beat(key: AttemptKey, assignment = '', values: readonly unknown[] = []): Promise<boolean> {
    return this.change(key, `${LEASE.kept()}${assignment && `, ${assignment}`}`, values);
  }

  /** Has the row of an attempt wait for another one; false if the attempt was taken over. */
  release(key: AttemptKey, { delaySeconds, counts }: NextAttempt): Promise<boolean> {
    return this.giveUp(key, 'attempts = attempts - $4::int, run_after = now() + make_interval(secs => $3)', [
      delaySeconds,
      counts ? 0 : 1,
    ]);
  }

  /**
   * Has the row of an attempt whose process was lost wait behind the others; the attempt does not count. False if the attempt
   * was taken over.
   */
  lose(key: AttemptKey): Promise<boolean> {
    return this.giveUp(
      key,
      `attempts = greatest(attempts - 1, 0), losses = losses + 1, run_after = now() + ${DELAY_AFTER_LOSS}`,
    );
  }

  /** Up to `limit` attempts that have been silent for some seconds, the longest first. */
  silent(seconds: number, limit: number): Promise<AttemptKey[]> {
    return this.statements.rows<AttemptKey>(
      `SELECT id, worker FROM ${this.table.name} j
        WHERE ${this.table.isRunning} AND ${LEASE.hasExpired('j', 'now()', 'make_interval(secs => $1)')}
        ORDER BY heartbeat_at, id LIMIT $2`,
      [seconds, limit],
    );
  }

  /** Up to `limit` rows that nobody has attempted for some seconds since they were due, in their order. */
  async overdue(seconds: number, limit: number): Promise<string[]> {
    const { name, waitingStatus } = this.table;
    const rows = await this.statements.rows<{ id: string }>(
      `SELECT id FROM ${name}
        WHERE status = '${waitingStatus}' AND worker IS NULL AND run_after <= now() - make_interval(secs => $1)
        ORDER BY ${orderOf(this.table)} LIMIT $2`,
      [seconds, limit],
    );
    return rows.map(({ id }) => id);
  }

  private async giveUp(
    key: AttemptKey,
    assignments: string,
    values: readonly unknown[] = [],
  ): Promise<boolean> {
    const { name, waiting, thereupon } = this.table;
    const { returning, changes } = thereupon ?? { returning: 'id', changes: '' };
    const row = await this.statements.row(
      `WITH released AS (
         UPDATE ${name} SET ${[LEASE.ended, assignments, ...(waiting === undefined ? [] : [waiting])].join(', ')}
          WHERE ${this.isHeld} RETURNING ${returning})${changes}
       SELECT FROM released`,
      [key.id, key.worker, ...values],
    );
    return row !== undefined;
  }
}
