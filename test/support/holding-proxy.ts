import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Selects a request by its method and path, such as `PUT /bucket/key`. */
export type Selection = RegExp;

/** Where a request is held: before the server gets it, or once the server has answered. */
export type Moment = 'before' | 'after';

interface Hold {
  readonly selection: Selection;
  readonly moment: Moment;
  readonly reached: () => void;
}

/**
 * A proxy before an HTTP server that holds a request for good, so that its client can be killed at that point, or is down.
 */
export class HoldingProxy {
  /** Whether it ends all connections. */
  isDown = false;
  /** The requests that came while it was down. */
  refused = 0;
  private hold: Hold | undefined;

  private constructor(
    private readonly server: Server,
    private readonly origin: () => string,
  ) {
    server.on('request', (req: IncomingMessage, res: ServerResponse) => {
      this.forward(req, res).catch(() => res.destroy());
    });
  }

  /** @param origin of the server, which may be known later */
  static async before(origin: () => string): Promise<HoldingProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HoldingProxy(server, origin);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Holds the next request that is selected, and no other; resolves once it is held. */
  next(selection: Selection, moment: Moment): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.hold = { selection, moment, reached: () => resolve(undefined) };
    return promise;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async forward(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (this.isDown) {
      this.refused += 1;
      req.socket.destroy();
      return;
    }
    const { method = '', url = '/', headers } = req;
    const held = this.held(`${method} ${url}`);
    if (held?.moment === 'before') {
      req.resume();
      held.reached();
      return;
    }
    const upstream = request(this.origin() + url, { method, headers });
    upstream.on('error', () => res.destroy());
    req.pipe(upstream);
    const [answer] = (await once(upstream, 'response')) as [IncomingMessage];
    if (held !== undefined) {
      answer.resume();
      held.reached();
      return;
    }
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(res);
  }

  private held(line: string): Hold | undefined {
    const { hold } = this;
    if (hold?.selection.test(line) !== true) return undefined;
    this.hold = undefined;
    return hold;
  }
}
