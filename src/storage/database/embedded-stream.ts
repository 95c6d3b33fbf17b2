import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

const TERMINATE = 'X'.charCodeAt(0);

type Done = (error?: Error | null) => void;

/**
 * What the PostgreSQL driver takes for its socket, with the embedded database at the other end. A real socket would
 * cost several times what most statements cost: the messages of one statement would go through it one by one.
 */
export class EmbeddedStream extends Duplex {
  constructor(private readonly database: PGlite) {
    super();
  }

  // The rest of what the driver calls on a socket.
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
    // A turn of the event loop for each statement: a request with many must not keep the others waiting.
    setImmediate(() => {
      this.run(messages).then(() => done(), done);
    });
  }

  // The driver corks the messages of a statement, which then arrive here together.
  override _writev(chunks: { chunk: Buffer }[], done: Done): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'utf8', done);
  }

  override _destroy(error: Error | null, done: Done): void {
    // The session outlives the connection; what the connection left in it must go.
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

/** Executes a statement in the session, between those of its connection, and drops its answer. */
export function execute(database: PGlite, sql: string): Promise<void> {
  const message = Buffer.from(`Q\0\0\0\0${sql}\0`);
  message.writeInt32BE(message.length - 1, 1);
  return database.execProtocolRawStream(message, { onRawData: () => undefined });
}
