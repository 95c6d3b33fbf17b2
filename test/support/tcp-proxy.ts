import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What a proxy does with the traffic. */
export type ProxyMode =
  /** Forwards everything. */
  | 'pass'
  /** Forwards everything, with a delay of 200 ms. */
  | 'slow'
  /** Accepts connections, but forwards nothing. */
  | 'hang'
  /** Closes every connection as soon as it is accepted. */
  | 'refuse';

const DELAY_MS = 200;

/** A proxy between the product and a server that injects faults. */
export class TcpProxy {
  mode: ProxyMode = 'pass';
  /**
   * Called with bytes before they are forwarded, and may inject a fault; a result replaces them, and is the last data of its
   * connection.
   */
  watch: (bytes: Buffer, to: 'client' | 'server') => Buffer | undefined = () => undefined;
  /** The number of connections closed as soon as they were accepted. */
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

  /** The same URL with the proxy's host. */
  inFrontOf(url: string): string {
    const proxied = new URL(url);
    proxied.host = `127.0.0.1:${this.port}`;
    return proxied.href;
  }

  /** The number of open connections. */
  get connections(): number {
    return this.sockets.size;
  }

  /** Silently drops the traffic of open connections, like a firewall that has lost their state. */
  silence(): void {
    for (const socket of this.sockets) this.silenced.add(socket);
  }

  /** Resets every open connection. */
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
