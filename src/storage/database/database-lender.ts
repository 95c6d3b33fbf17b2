import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type QueryRunner } from 'typeorm';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { EmbeddedConnection, OpenDatabase } from './embedded-database.js';
import { renameStatements } from './prepared-statements.js';

// File with the path of the socket through which a running server lends its database. Only the owner of the data
// directory can read it.
const ADDRESS_FILE = 'lend';
const MAX_LOAN_MS = 20_000;

/** The embedded database is in use by a process that does not lend it. */
export class NoLenderError extends Error {
  override readonly name = 'NoLenderError';
}

/**
 * Lets an administration command use the embedded database while the server runs. The database has one session, so the
 * server gives up its only connection until the command disconnects; requests wait for it meanwhile.
 */
@Injectable()
export class DatabaseLender implements OnModuleDestroy {
  private server: Server | undefined;
  private readonly addressFile: string;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(APP_CONFIG) { dataDir }: AppConfig,
  ) {
    this.addressFile = join(dataDir, ADDRESS_FILE);
  }

  /** Starts lending `database`, to which the data source is connected. */
  async start(database: EmbeddedConnection): Promise<void> {
    const path = join(database.host, 'lend.sock');
    this.server = createServer((borrower) => {
      this.lend(database, borrower).catch(() => borrower.destroy());
    });
    this.server.listen(path);
    await once(this.server, 'listening');
    await writeFile(this.addressFile, path, { mode: 0o600 });
  }

  async onModuleDestroy(): Promise<void> {
    if (this.server === undefined) return;
    this.server.close();
    await rm(this.addressFile, { force: true });
  }

  private async lend(database: EmbeddedConnection, borrower: Socket): Promise<void> {
    borrower.on('error', () => borrower.destroy());
    const connection = this.dataSource.createQueryRunner();
    await connection.connect();
    const limit = setTimeout(() => borrower.destroy(), MAX_LOAN_MS);
    borrower.once('close', () => {
      clearTimeout(limit);
      void takeBack(connection);
    });
    if (borrower.destroyed) borrower.emit('close');
    else borrower.write(`${JSON.stringify(database)}\n`);
  }
}

/** Ends a loan. The session is shared: later requests would run in a transaction that the borrower left open. */
async function takeBack(connection: QueryRunner): Promise<void> {
  try {
    await connection.query('ROLLBACK');
  } finally {
    await connection.release();
  }
}

/** Borrows the database of the server that runs on `dataDir`. @throws NoLenderError */
export async function borrowDatabase(dataDir: string): Promise<OpenDatabase> {
  try {
    renameStatements();
    const lender = connect(await readFile(join(dataDir, ADDRESS_FILE), 'utf8'));
    const [line] = (await once(lender, 'data')) as [Buffer];
    // The server takes its connection back after a timeout; nothing may be sent to the database after that.
    const expire = (): never => {
      process.stderr.write(
        'the database was lent for too long; look whether anything has changed before you try again\n',
      );
      process.exit(1);
    };
    const limit = setTimeout(expire, MAX_LOAN_MS);
    lender.once('close', expire);
    return {
      server: JSON.parse(line.toString()) as EmbeddedConnection,
      close: async () => {
        clearTimeout(limit);
        lender.off('close', expire);
        lender.end();
        await once(lender, 'close');
      },
    };
  } catch (error) {
    throw new NoLenderError('the server that runs on the data directory does not lend its database', {
      cause: error,
    });
  }
}
