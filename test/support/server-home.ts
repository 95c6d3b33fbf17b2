import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenDatabase } from '../../src/storage/database/embedded-database.js';
import { ISSUER_SECRET, PASSWORD } from './credentials.js';
import { ServerProcess, type ProcessOptions } from './server-process.js';
import { engine, openTestDatabase } from './test-database.js';

/** What servers leave to each other: a data directory and a database of the test's own. */
export class ServerHome {
  private readonly servers: ServerProcess[] = [];

  private constructor(
    readonly dataDir: string,
    /** The variables that make a server, or a command, use it. */
    readonly settings: Readonly<Record<string, string>>,
    private readonly database: OpenDatabase | undefined,
  ) {}

  /** `settings` are those of all its servers; whoever names a database there is about that one. */
  static async open(settings: Readonly<Record<string, string>> = {}): Promise<ServerHome> {
    const dataDir = await mkdtemp(join(tmpdir(), 'mcp-hub-home-'));
    // The embedded database is a part of the data directory.
    const isElsewhere = engine === 'postgres' && settings['DATABASE_URL'] === undefined;
    const database = isElsewhere ? await openTestDatabase() : undefined;
    const own = {
      DATA_DIR: dataDir,
      AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
      BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
      ...(typeof database?.server === 'string' && { DATABASE_URL: database.server }),
    };
    return new ServerHome(dataDir, { ...own, ...settings }, database);
  }

  /** URL of its database on a server. @throws when that is the embedded one */
  get databaseUrl(): string {
    const { DATABASE_URL: url } = this.settings;
    if (url === undefined) throw new Error('the embedded database has no URL');
    return url;
  }

  /** Starts a server on it, with settings that are this one's alone. @throws FailedStart */
  async start(
    settings: Readonly<Record<string, string>> = {},
    options?: ProcessOptions,
  ): Promise<ServerProcess> {
    const server = await ServerProcess.start({ ...this.settings, ...settings }, options);
    this.servers.push(server);
    return server;
  }

  /** Ends what still runs, and leaves nothing. */
  async close(): Promise<void> {
    for (const server of this.servers) await server.kill();
    await this.database?.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
