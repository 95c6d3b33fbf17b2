import { once } from 'node:events';
import {
  Agent,
  createServer,
  request,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

const ASK_EVERY_MS = 100;

interface Backend {
  readonly port: number;
  readonly agent: Agent;
  isReady: boolean;
}

/**
 * A minimal load balancer: keeps connections to its backends alive, sends each request to the next one whose `/readyz` recently
 * returned 200, and never retries. A request without a response from its backend is a 502.
 */
export class Balancer {
  private next = 0;

  private constructor(
    private readonly server: Server,
    private readonly backends: readonly Backend[],
    private readonly polling: NodeJS.Timeout,
  ) {}

  /** Starts it in front of servers on these local ports. */
  static async start(ports: readonly number[]): Promise<Balancer> {
    const backends = ports.map((port) => ({ port, agent: new Agent({ keepAlive: true }), isReady: false }));
    const ask = (): void => {
      for (const backend of backends) {
        readiness(backend.port).then((isReady) => (backend.isReady = isReady), Boolean);
      }
    };
    const server = createServer((req, res) => balancer.forward(req, res)).listen(0, '127.0.0.1');
    const balancer: Balancer = new Balancer(server, backends, setInterval(ask, ASK_EVERY_MS));
    await once(server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Whether the backend on a port receives requests. */
  uses(port: number): boolean {
    return this.backends.some((backend) => backend.port === port && backend.isReady);
  }

  close(): void {
    clearInterval(this.polling);
    for (const { agent } of this.backends) agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
  }

  private forward(req: IncomingMessage, res: ServerResponse): void {
    const ready = this.backends.filter(({ isReady }) => isReady);
    const backend = ready[(this.next += 1) % ready.length];
    if (backend === undefined) {
      res.writeHead(502).end('no backend is ready');
      return;
    }
    const { port, agent } = backend;
    const { method, url, headers } = req;
    const onward = request({ host: '127.0.0.1', port, agent, method, path: url, headers }, (answer) => {
      const { connection: _hop, ...passed } = answer.headers;
      res.writeHead(answer.statusCode ?? 502, passed);
      answer.pipe(res);
    });
    onward.on('error', (error) => {
      if (res.headersSent) res.destroy();
      else res.writeHead(502).end(`the backend does not answer: ${error.message}`);
    });
    req.pipe(onward);
  }
}

const readiness = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );
