import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { EmbeddedDatabase, type OpenDatabase } from '../../src/storage/database/embedded-database.js';
import { ISSUER_SECRET, PASSWORD } from './credentials.js';
import { runInHost, type CommandOutcome } from './command-host.js';
import { programEnvironment, ServerProcess, type ProcessOptions } from './server-process.js';
import { copyTemplate, engine, openTestDatabase } from './test-database.js';

const wordsOf = (words: string | readonly string[]): readonly string[] =>
  typeof words === 'string' ? words.split(' ') : words;

/** The state that consecutive servers share: a dedicated data directory and database. */
export class ServerHome {
  private readonly servers: ServerProcess[] = [];

  private constructor(
    readonly dataDir: string,
    /** The variables that make a server or a command use it. */
    readonly settings: Readonly<Record<string, string>>,
    private readonly database: OpenDatabase | undefined,
  ) {}

  /**
   * `settings` apply to all its servers; those with a database use that one. An embedded database is already migrated, which
   * saves seconds, unless it is to be a `new` one.
   */
  static async open(
    settings: Readonly<Record<string, string>> = {},
    embedded: 'migrated' | 'new' = 'migrated',
  ): Promise<ServerHome> {
    const dataDir = await mkdtemp(join(tmpdir(), 'mcp-hub-home-'));
    // The embedded database is part of the data directory.
    const isElsewhere = engine === 'postgres' && settings['DATABASE_URL'] === undefined;
    const database = isElsewhere ? await openTestDatabase() : undefined;
    if (engine === 'pglite' && embedded === 'migrated') copyTemplate(dataDir);
    const own = {
      DATA_DIR: dataDir,
      AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
      BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
      ...(typeof database?.server === 'string' && { DATABASE_URL: database.server }),
    };
    return new ServerHome(dataDir, { ...own, ...settings }, database);
  }

  /**
   * The URL of its database on a server.
   * @throws for the embedded one
   */
  get databaseUrl(): string {
    const { DATABASE_URL: url } = this.settings;
    if (url === undefined) throw new Error('the embedded database has no URL');
    return url;
  }

  /**
   * Starts a server on it, with additional settings.
   * @throws FailedStart
   */
  async start(
    settings: Readonly<Record<string, string>> = {},
    options?: ProcessOptions,
  ): Promise<ServerProcess> {
    const server = await ServerProcess.start({ ...this.settings, ...settings }, options);
    this.servers.push(server);
    return server;
  }

  /** Runs an administration command with `input` on its standard input. `words` are separated by spaces, or a list. */
  command(
    words: string | readonly string[],
    input = '',
    environment: Readonly<Record<string, string>> = {},
  ): Promise<CommandOutcome> {
    return runInHost({
      words: wordsOf(words),
      environment: { ...this.environment(), ...environment },
      input,
      cwd: process.cwd(),
    });
  }

  /** The same in a process of its own, as users run it. */
  commandAlone(
    words: string | readonly string[],
    input = '',
    environment: Readonly<Record<string, string>> = {},
  ): Promise<CommandOutcome> {
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        ['dist/cli/main.js', ...wordsOf(words)],
        // The OpenAPI document of the hub is more than the default.
        { env: { ...this.environment(), ...environment }, maxBuffer: 16 * 1024 * 1024 },
        (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
      );
      child.stdin?.end(input);
    });
  }

  /** Runs an administration command whose standard output is a file; the outcome has none. */
  async commandTo(path: string, words: string): Promise<CommandOutcome> {
    await using output = await open(path, 'w');
    const child = spawn(process.execPath, ['dist/cli/main.js', ...words.split(' ')], {
      env: this.environment(),
      stdio: ['ignore', output.fd, 'pipe'],
    });
    const errors = child.stderr ?? Readable.from([]);
    const [stderr, [code]] = await Promise.all([text(errors), once(child, 'close')]);
    return { code: Number(code), stdout: '', stderr };
  }

  private environment(): NodeJS.ProcessEnv {
    return { ...programEnvironment(), CONFIG_FILE: '/dev/null', ...this.settings };
  }

  /** Runs a statement on its database; on the embedded one only while no server runs on it. Returns the rows. */
  async query<Row extends object>(sql: string): Promise<Row[]> {
    const embedded = engine === 'pglite' ? await EmbeddedDatabase.open(this.dataDir) : undefined;
    const { host, user, database } = embedded?.connection ?? {};
    const client = new pg.Client(
      embedded === undefined ? { connectionString: this.databaseUrl } : { host, user, database },
    );
    try {
      await client.connect();
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
      await embedded?.close();
    }
  }

  /** Stops what still runs, and deletes everything. */
  async close(): Promise<void> {
    for (const server of this.servers) await server.kill();
    await this.database?.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}
