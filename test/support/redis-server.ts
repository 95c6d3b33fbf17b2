import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificates, type Certificates } from './certificates.js';
import { PASSWORD } from './credentials.js';
import { freePort, isOpen } from './ports.js';
import { Program } from './program.js';

/** How to stop the server: a shutdown, or like `kill -9`. */
export type RedisStop = 'shutdown' | 'kill';

const SIGNALS = { shutdown: 'SIGTERM', kill: 'SIGKILL' } as const;

/**
 * A dedicated Redis server that a test may stop and start: with a plain port, a TLS port and a password, on fixed ports. Every
 * write is on disk before the response.
 */
export class RedisServer {
  private program: Program | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly tlsPort: number,
    readonly certificates: Certificates,
  ) {}

  static async start(): Promise<RedisServer> {
    const folder = await mkdtemp(join(tmpdir(), 'mcp-hub-redis-'));
    const certificates = await makeCertificates(folder);
    const server = new RedisServer(folder, await freePort(), await freePort(), certificates);
    await server.start();
    return server;
  }

  /** A client's URL without TLS. */
  get url(): string {
    return `redis://:${encodeURIComponent(PASSWORD)}@localhost:${this.port}`;
  }

  /** A client's URL with TLS; the host name is in the certificate, which `certificates.authority` has signed. */
  get tlsUrl(): string {
    return `rediss://:${encodeURIComponent(PASSWORD)}@localhost:${this.tlsPort}`;
  }

  /** Restarts it after `stop` on the same ports and data. */
  async start(): Promise<void> {
    const { authority, certificate, key } = this.certificates;
    const settings = {
      bind: '127.0.0.1',
      port: this.port,
      'tls-port': this.tlsPort,
      'tls-ca-cert-file': authority,
      'tls-cert-file': certificate,
      'tls-key-file': key,
      'tls-auth-clients': 'no',
      requirepass: PASSWORD,
      dir: this.folder,
      save: '',
      appendonly: 'yes',
      appendfsync: 'always',
    };
    const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.program ??= await Program.start('redis-server', words, {
      isUp: async () => (await isOpen(this.port)) && (await isOpen(this.tlsPort)),
    });
  }

  async stop(how: RedisStop): Promise<void> {
    const { program } = this;
    this.program = undefined;
    await program?.stop(SIGNALS[how]);
  }

  async close(): Promise<void> {
    await this.stop('kill');
    await rm(this.folder, { recursive: true, force: true });
  }
}
