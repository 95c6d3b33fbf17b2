import { execFile } from 'node:child_process';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { makeCertificates, type Certificates } from './certificates.js';
import { PASSWORD } from './credentials.js';
import { freePort } from './ports.js';
import { postgresPrograms } from './postgres-programs.mjs';
import { Program } from './program.js';

const run = promisify(execFile);

// The user `nobody`: PostgreSQL refuses to run as root, which is common for tests in containers.
const UNPRIVILEGED = 65_534;
const USER = process.getuid?.() === 0 ? UNPRIVILEGED : undefined;
const ROLE = 'hub';
const RETRY_FOR_MS = 20_000;

/** How to stop the server. */
export type PostgresStop =
  /** Immediately, notifying clients; recovers from its log at the next start. */
  | 'immediate'
  /** Like `kill -9` of the postmaster: without notice. */
  | 'kill';

/** A different address of the server, which is not in its certificate. */
export const STRANGE_ADDRESS = '127.0.0.2';

const SIGNALS = { immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;

const giveToServer = async (path: string): Promise<void> => {
  if (USER !== undefined) await chown(path, USER, USER);
};

/**
 * A dedicated PostgreSQL server that a test may stop and start: with TLS, with passwords (scram-sha-256), on a fixed port, with
 * all files in a temporary folder.
 */
export class PostgresServer {
  private program: Program | undefined;

  private constructor(
    private readonly programs: string,
    private readonly folder: string,
    readonly port: number,
    readonly certificates: Certificates,
  ) {}

  static async start(): Promise<PostgresServer> {
    const programs = postgresPrograms();
    if (programs === undefined) throw new Error('there are no PostgreSQL server programs');
    const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-postgres-'));
    const certificates = await makeCertificates(folder);
    const passwordFile = join(folder, 'password');
    await writeFile(passwordFile, PASSWORD, { mode: 0o600 });
    // PostgreSQL refuses a key that others may read.
    for (const path of [folder, certificates.key, passwordFile]) await giveToServer(path);
    const words = ['-D', join(folder, 'data'), '-U', ROLE, '-A', 'scram-sha-256', '--pwfile', passwordFile];
    await run(join(programs, 'initdb'), [...words, '-E', 'UTF8', '--locale', 'C', '--no-sync'], {
      cwd: '/',
      ...(USER !== undefined && { uid: USER, gid: USER }),
    });
    const server = new PostgresServer(programs, folder, await freePort(), certificates);
    await server.start();
    return server;
  }

  /** A client's URL; the host name is in the certificate. */
  get url(): string {
    return `postgres://${ROLE}:${encodeURIComponent(PASSWORD)}@localhost:${this.port}/postgres`;
  }

  /** Restarts it after `stop` on the same port and data, optionally without TLS. */
  async start({ tls = true }: { readonly tls?: boolean } = {}): Promise<void> {
    const deadline = Date.now() + RETRY_FOR_MS;
    while (this.program === undefined) {
      try {
        this.program = await this.startOnce(tls);
      } catch (error) {
        // It takes a moment until the shared memory of a killed postmaster is released.
        if (Date.now() > deadline || !String(error).includes('still in use')) throw error;
        await wait(100);
      }
    }
  }

  async stop(how: PostgresStop): Promise<void> {
    const { program } = this;
    this.program = undefined;
    await program?.stop(SIGNALS[how]);
  }

  /** Replaces its certificate with one of another authority, effective from the next start. */
  async changeAuthority(): Promise<void> {
    await makeCertificates(this.folder);
    await giveToServer(this.certificates.key);
  }

  /** The rows of a statement, on a connection with the application name `test`. */
  async rows<Row>(sql: string): Promise<Row[]> {
    const client = await this.connect();
    try {
      return (await client.query(sql)).rows as Row[];
    } finally {
      await client.end();
    }
  }

  async close(): Promise<void> {
    await this.stop('immediate');
    await rm(this.folder, { recursive: true, force: true });
  }

  private startOnce(tls: boolean): Promise<Program> {
    const { certificate, key } = this.certificates;
    const settings = {
      port: this.port,
      listen_addresses: `127.0.0.1,${STRANGE_ADDRESS}`,
      unix_socket_directories: '',
      ssl: tls ? 'on' : 'off',
      ssl_cert_file: certificate,
      ssl_key_file: key,
    };
    const words = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    return Program.start(join(this.programs, 'postgres'), ['-D', join(this.folder, 'data'), ...words], {
      user: USER,
      isUp: () =>
        this.connect().then(
          (client) => client.end().then(() => true),
          () => false,
        ),
    });
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.url, application_name: 'test' });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }
}
