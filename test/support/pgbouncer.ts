import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, isOpen } from './ports.js';
import { Program } from './program.js';

// It refuses to run as root.
const UNPRIVILEGED = 65_534;
const USER = process.getuid?.() === 0 ? UNPRIVILEGED : undefined;

/** PgBouncer in front of a database. */
export class PgBouncer {
  private constructor(
    private readonly program: Program,
    private readonly folder: string,
    /** A client's URL. */
    readonly url: string,
  ) {}

  static async before(
    databaseUrl: string,
    mode: 'session' | 'transaction' | 'statement',
  ): Promise<PgBouncer> {
    const { hostname, port, username, password, pathname } = new URL(databaseUrl);
    const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-pgbouncer-'));
    const listen = await freePort();
    const server = {
      host: hostname,
      port: port === '' ? '5432' : port,
      user: username,
      dbname: pathname.slice(1),
      ...(password !== '' && { password: decodeURIComponent(password) }),
    };
    const target = Object.entries(server).map(([name, value]) => `${name}=${value}`);
    const file = join(folder, 'pgbouncer.ini');
    await writeFile(
      file,
      [
        '[databases]',
        `pooled = ${target.join(' ')}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${listen}`,
        'unix_socket_dir =',
        'auth_type = any',
        `pool_mode = ${mode}`,
      ].join('\n'),
    );
    for (const path of USER === undefined ? [] : [folder, file])
      await chown(path, UNPRIVILEGED, UNPRIVILEGED);
    const program = await Program.start('pgbouncer', [file], { isUp: () => isOpen(listen), user: USER });
    return new PgBouncer(program, folder, `postgres://hub@127.0.0.1:${listen}/pooled`);
  }

  async close(): Promise<void> {
    await this.program.stop('SIGINT');
    await rm(this.folder, { recursive: true, force: true });
  }
}
