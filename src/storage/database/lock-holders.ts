import pg from 'pg';
import { escapeHidden } from '../../common/values/visible-text.js';

const CONNECT_TIMEOUT_MS = 5_000;
const LOOK_EVERY_MS = 200;
// More are not needed to find out what to end.
const MAX_HOLDERS = 3;

/** A session that keeps another one waiting. What its user may not see of it is null. */
interface Holder {
  readonly table: string | null;
  readonly pid: number;
  readonly application: string | null;
  readonly user: string | null;
  readonly kind: string | null;
  readonly state: string | null;
  readonly seconds: number | null;
}

// Never the text of its statement, which may have secrets.
const HOLDERS = `
  SELECT (SELECT relation::regclass::text FROM pg_locks WHERE pid = $1 AND NOT granted AND relation IS NOT NULL LIMIT 1) AS table,
         pid, application_name AS application, usename AS user, backend_type AS kind, state,
         extract(epoch FROM clock_timestamp() - coalesce(xact_start, backend_start))::integer AS seconds
    FROM pg_stat_activity WHERE pid = ANY (pg_blocking_pids($1)) ORDER BY seconds DESC NULLS LAST LIMIT ${MAX_HOLDERS}`;

/** One holder in words: process 4711 (psql, user reader), idle in transaction, its transaction is 61 s old. */
function describeHolder({ pid, application, user, kind, state, seconds }: Holder): string {
  const names = [
    kind === 'client backend' || kind === null ? (application ?? '') : kind,
    user === null ? '' : `user ${user}`,
  ].filter((name) => name !== '');
  return [
    `process ${pid}${names.length === 0 ? '' : ` (${escapeHidden(names.join(', '))})`}`,
    ...(state === null ? [] : [state]),
    ...(seconds === null ? [] : [`its transaction is ${seconds} s old`]),
  ].join(', ');
}

function describe(holders: readonly Holder[]): string | undefined {
  const [first] = holders;
  if (first === undefined) return undefined;
  const what = first.table === null ? 'a lock' : `the table ${first.table}`;
  return `${what} is held by ${holders.map(describeHolder).join('; ')}`;
}

/** Observes, on a connection of its own, who keeps a session of the database server waiting. */
export class LockHolders {
  private last: string | undefined;
  private looking: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;

  private constructor(
    private readonly connection: pg.Client,
    private readonly pid: number,
  ) {
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  /** @param pid of the session that may have to wait */
  static async of(url: string, pid: number): Promise<LockHolders> {
    const connection = new pg.Client({
      connectionString: url,
      application_name: 'mcp-hub migrate',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    connection.on('error', () => undefined);
    await connection.connect();
    return new LockHolders(connection, pid);
  }

  /** Who was seen last, in one line, if anybody since the last call. */
  take(): string | undefined {
    const { last } = this;
    this.last = undefined;
    return last;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
    await this.connection.end().catch(() => undefined);
  }

  private look(): void {
    this.looking ??= this.connection
      .query<Holder>(HOLDERS, [this.pid])
      .then(({ rows }) => {
        this.last = describe(rows) ?? this.last;
      })
      // Who it is only explains the waiting.
      .catch(() => undefined)
      .finally(() => (this.looking = undefined));
  }
}
