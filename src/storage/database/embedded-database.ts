import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { temporaryFolder, type FileLock } from '@mcp-hub/analyzer/temporary';
import { lockDataDirectory } from './data-directory-lock.js';
import { EmbeddedStream, execute } from './embedded-stream.js';
import { initializeEmbedded } from './initialize-embedded.js';
import { openPglite } from './open-pglite.js';

// A server's autovacuum analyzes growing tables, which invalidates cached plans. PGlite has no autovacuum, so a
// statement would keep a plan made for an empty table.
const PLAN_ANEW_AFTER_MS = 60_000;

/** How the ordinary PostgreSQL driver reaches the embedded database. */
export interface EmbeddedConnection {
  /** Folder of the Unix socket. */
  readonly host: string;
  readonly user: string;
  readonly database: string;
  /** Connects within this process, without a socket. */
  readonly stream?: () => Duplex;
}

/** An open connection to a database server or the embedded database; to be closed at the end. */
export interface OpenDatabase {
  readonly server: string | EmbeddedConnection;
  /** Present when this process can lend the database to commands in other processes. */
  readonly lendable?: EmbeddedConnection;
  close(): Promise<void>;
}

const folderIn = (dataDir: string): string => join(dataDir, 'db');

/**
 * PostgreSQL inside this process (PGlite). The driver connects through a stream, commands in other processes through a
 * Unix socket in a private folder (embedded-loan.ts). It is a single session: clients must use a pool of one
 * connection, so that the statements of two requests never interleave.
 */
export class EmbeddedDatabase {
  private readonly planning: NodeJS.Timeout;

  private constructor(
    private readonly database: PGlite,
    private readonly server: PGLiteSocketServer,
    private readonly socketFolder: string,
    private readonly lock: FileLock,
  ) {
    this.planning = setInterval(() => this.planAnew(), PLAN_ANEW_AFTER_MS).unref();
  }

  /** Whether a data directory contains a database. */
  static existsIn(dataDir: string): boolean {
    return existsSync(folderIn(dataDir));
  }

  /** Opens, or creates, the database in `<dataDir>/db`. @throws DataDirectoryInUseError */
  static async open(dataDir: string): Promise<EmbeddedDatabase> {
    const lock = lockDataDirectory(dataDir);
    try {
      const folder = folderIn(dataDir);
      await initializeEmbedded(folder);
      return await EmbeddedDatabase.serve(await openPglite(folder), lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  }

  private static async serve(database: PGlite, lock: FileLock): Promise<EmbeddedDatabase> {
    // Not in the data directory: the path of a Unix socket is limited to about a hundred bytes.
    const socketFolder = await temporaryFolder('db');
    // More than the one in use, because a closing connection still counts.
    const server = new PGLiteSocketServer({
      db: database,
      path: join(socketFolder, '.s.PGSQL.5432'),
      maxConnections: 4,
    });
    await server.start();
    return new EmbeddedDatabase(database, server, socketFolder, lock);
  }

  get connection(): EmbeddedConnection {
    return {
      host: this.socketFolder,
      user: 'postgres',
      database: 'postgres',
      stream: () => new EmbeddedStream(this.database),
    };
  }

  async close(): Promise<void> {
    clearInterval(this.planning);
    await this.server.stop();
    await this.database.close();
    await rm(this.socketFolder, { recursive: true, force: true });
    this.lock.release();
  }

  private planAnew(): void {
    // A command that borrows the session sends a statement in several messages, which must not be interleaved.
    if (this.server.getStats().activeConnections > 0) return;
    this.database
      .runExclusive(() => execute(this.database, 'DISCARD PLANS'))
      // It is closed, or broken: then statements fail, and say so.
      .catch(() => undefined);
  }
}
