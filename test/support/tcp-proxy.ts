import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What a proxy does with what passes through it. */
export type ProxyMode =
  /** Passes everything on. */
  | 'pass'
  /** Passes everything on, a fifth of a second late. */
  | 'slow'
  /** Takes connections, and nothing that is sent on them. */
  | 'hang'
  /** Ends every connection as soon as it is made. */
  | 'refuse';

const DELAY_MS = 200;

/** Stands between the product and a server, and makes the trouble that a test asks for. */
export class TcpProxy {
  mode: ProxyMode = 'pass';
  /**
   * Sees bytes before they are passed on, and may make its trouble by then; what it answers is passed on instead of them,
   * as the last bytes of their connection.
   */
  watch: (bytes: Buffer, to: 'client' | 'server') => Buffer | undefined = () => undefined;
  /** Connections that it has ended as soon as they were made. */
  refused = 0;
  private readonly sockets = new Set<Socket>();
  private readonly silenced = new WeakSet<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: { readonly host: string; readonly port: number },
  ) {
    server.on('connection', (client: Socket) => this.accept(client));
  }

  static async to(host: string, port: number): Promise<TcpProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TcpProxy(server, { host, port });
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The same URL with this in place of its host. */
  inFrontOf(url: string): string {
    const proxied = new URL(url);
    proxied.host = `127.0.0.1:${this.port}`;
    return proxied.href;
  }

  /** Connections through it that are open. */
  get connections(): number {
    return this.sockets.size;
  }

  /** Passes nothing on any more on the connections that are open, as a firewall does that has forgotten them. */
  silence(): void {
    for (const socket of this.sockets) this.silenced.add(socket);
  }

  /** Breaks every connection that is open, with a reset. */
  cut(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.server.close();
    await once(this.server, 'close');
  }

  private accept(client: Socket): void {
    if (this.mode === 'refuse') {
      this.refused += 1;
      client.resetAndDestroy();
      return;
    }
    const server = connect(this.target);
    this.sockets.add(client);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (bytes) => {
        const last = this.watch(bytes, to === client ? 'client' : 'server');
        if (this.silenced.has(client) || client.destroyed) return;
        if (last === undefined) this.pass(bytes, to);
        else to.end(last, () => from.destroy());
      });
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(client);
        to.destroy();
      });
    }
  }

  private pass(bytes: Buffer, to: Socket): void {
    if (this.mode === 'hang') return;
    if (this.mode === 'slow') setTimeout(() => to.write(bytes), DELAY_MS);
    else to.write(bytes);
  }
}
