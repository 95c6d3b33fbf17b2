import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

const TERMINATE = 'X'.charCodeAt(0);

type Done = (error?: Error | null) => void;

/**
 * A duplex stream that replaces the PostgreSQL driver's socket and connects it to the embedded database. A real socket
 * would cost several times as much as most statements, because each message of a statement would pass through it
 * separately.
 */
export class EmbeddedStream extends Duplex {
  constructor(private readonly database: PGlite) {
    super();
  }

  // Socket methods that the driver calls.
  connect(): this {
    setImmediate(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {
    // Answers are pushed when they are there.
  }

  override _write(messages: Buffer, _encoding: BufferEncoding, done: Done): void {
    // Yield to the event loop between statements, so that a request with many of them does not block the others.
    setImmediate(() => {
      this.run(messages).then(() => done(), done);
    });
  }

  // The driver corks the messages of a statement, so they arrive here together.
  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'utf8', done);
  }

  override _destroy(error: Error | null, done: Done): void {
    // The session outlives the connection, so the state that the connection left behind is reset.
    const clean = async (): Promise<void> => {
      if (this.database.isInTransaction()) await execute(this.database, 'ROLLBACK');
      await execute(this.database, 'DEALLOCATE ALL');
    };
    this.database.runExclusive(clean).then(
      () => done(error),
      () => done(error),
    );
  }

  private async run(messages: Buffer): Promise<void> {
    if (messages[0] === TERMINATE) {
      this.push(null);
      return;
    }
    const answer: Buffer[] = [];
    const onRawData = (data: Uint8Array): void => void answer.push(Buffer.from(data));
    await this.database.runExclusive(() => this.database.execProtocolRawStream(messages, { onRawData }));
    this.push(answer.length === 1 ? answer[0] : Buffer.concat(answer));
  }
}

/** Executes a statement in the session, between those of its connection, and discards the result. */
export function execute(database: PGlite, sql: string): Promise<void> {
  const message = Buffer.from(`Q\0\0\0\0${sql}\0`);
  message.writeInt32BE(message.length - 1, 1);
  return database.execProtocolRawStream(message, { onRawData: () => undefined });
}
