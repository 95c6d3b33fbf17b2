import type { Duplex } from 'node:stream';
import pg, { type FieldDef } from 'pg';
import { serialize } from 'pg-protocol';
import { asError } from '../../common/errors/as-error.js';

/** How a column of a statement's rows is read. */
interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** The columns of the statements that one connection has prepared, by their names. */
type KnownColumns = Map<string, readonly Column[]>;

/** The driver's connection, as it hands it to whatever speaks the protocol itself (`Submittable`). */
interface Connection {
  readonly stream: Duplex;
  /** The statements that this connection has prepared; the driver keeps the list. */
  readonly parsedStatements: Readonly<Record<string, string>>;
}

type Done = (error: Error | null | undefined, rows?: object[]) => void;

/** A pool or one connection of it; both take a statement that speaks the protocol itself. */
interface Driver {
  query(statement: NamedStatement, values: undefined, done: Done): void;
}

const typeParser = pg.types.getTypeParser as (type: number) => Column['parse'];
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

// By connection, because each has prepared the statement at a moment of its own. Afterwards the columns stay: PostgreSQL
// refuses to execute a prepared statement whose rows would look different.
const columnsOf = new WeakMap<Connection, KnownColumns>();

const columnOf = ({ name, dataTypeID }: FieldDef): Column => ({
  name,
  parse: typeParser(dataTypeID),
});

/**
 * One execution of a statement that a connection prepares once. The driver's own class has the rows described by the
 * database every time, and gets ready to read them anew, which costs more than most rows do.
 */
export class NamedStatement {
  /** The driver puts it here. */
  callback?: Done;
  private readonly values: unknown[];
  private readonly rows: object[] = [];
  private known: KnownColumns;
  private failure: Error | null = null;

  constructor(
    readonly name: string,
    readonly text: string,
    values: readonly unknown[],
  ) {
    this.values = values.map((value) => prepareValue(value));
  }

  /** Rows of the statement, on any connection of a pool or on this one. */
  runOn(driver: Driver): Promise<object[]> {
    return new Promise((resolve, reject) => {
      driver.query(this, undefined, (error, rows) => {
        if (error) reject(error);
        else resolve(rows ?? []);
      });
    });
  }

  submit(connection: Connection): void {
    this.known = columnsOf.get(connection) ?? new Map<string, readonly Column[]>();
    columnsOf.set(connection, this.known);
    const messages = [
      serialize.bind({ statement: this.name, values: this.values }),
      serialize.execute(),
      serialize.sync(),
    ];
    // A statement without rows is asked every time; it has no description.
    if (!this.known.has(this.name)) messages.unshift(serialize.describe({ type: 'S', name: this.name }));
    if (connection.parsedStatements[this.name] === undefined) {
      messages.unshift(serialize.parse({ name: this.name, text: this.text }));
    }
    // One write of one buffer: what the system does for several costs more than to put them together.
    if (connection.stream.writable) connection.stream.write(Buffer.concat(messages));
  }

  handleRowDescription({ fields }: { fields: readonly FieldDef[] }): void {
    this.known.set(this.name, fields.map(columnOf));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    try {
      this.known.get(this.name)?.forEach(({ name, parse }, index) => {
        const text = fields[index] ?? null;
        row[name] = text === null ? null : parse(text);
      });
    } catch (error) {
      this.failure = asError(error);
    }
    this.rows.push(row);
  }

  handleCommandComplete(): void {
    // Nothing of it is used.
  }

  handleEmptyQuery(): void {
    // No rows.
  }

  handleReadyForQuery(): void {
    this.callback?.(this.failure, this.rows);
  }

  handleError(error: Error): void {
    this.callback?.(error);
  }
}
