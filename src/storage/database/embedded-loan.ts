import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import type { EmbeddedConnection, OpenDatabase } from './embedded-database.js';

// Names the socket at which a running server lends its database; in the data directory, which is its owner's alone.
const ADDRESS_FILE = 'lend';
const MAX_LOAN_MS = 20_000;

/** The embedded database is in use, and whoever uses it does not lend it. */
export class NoLenderError extends Error {
  override readonly name = 'NoLenderError';
}

/**
 * Lets an administration command use the embedded database while the server runs. The database is one session, so the
 * server gives its only connection up for as long as the command holds the line; requests wait for it meanwhile.
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

  /** Begins to lend `database`, which the data source is connected to. */
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
    borrower.once('close', () => void connection.release());
    if (borrower.destroyed) await connection.release();
    else borrower.write(`${JSON.stringify(database)}\n`);
  }
}

/** Borrows the database of the server that runs on `dataDir`. @throws NoLenderError */
export async function borrowDatabase(dataDir: string): Promise<OpenDatabase> {
  try {
    const lender = connect(await readFile(join(dataDir, ADDRESS_FILE), 'utf8'));
    const [line] = (await once(lender, 'data')) as [Buffer];
    // The server waits: whatever goes wrong in this process, it must not do so for ever.
    const limit = setTimeout(() => process.exit(1), MAX_LOAN_MS);
    return {
      server: JSON.parse(line.toString()) as EmbeddedConnection,
      close: async () => {
        clearTimeout(limit);
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
