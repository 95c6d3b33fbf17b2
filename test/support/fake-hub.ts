import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** An item of a request to the gate. */
export interface AskedItem {
  readonly name: string;
  readonly version: string;
}

/** A request to the gate. */
export interface AskedOfHub {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly org_id: string;
    readonly environment: string;
    readonly mcps: readonly AskedItem[];
  };
}

/** The fields of an answer about an item, besides its name and version; allowed by default. */
export type ItemAnswer = (item: AskedItem) => object;

/** A server that answers like the gate of the hub, and in ways that the hub does not. */
export class FakeHub {
  readonly asked: AskedOfHub[] = [];
  /** Answers the next requests instead, first come, first served. */
  readonly next: RequestListener[] = [];
  answerOf: ItemAnswer = () => ({});
  /** The fields of an answer about the evaluation as a whole. */
  about: object = { policies_applied: 3, warnings: [] };
  /** The same for the next answers, first come, first served. */
  readonly aboutNext: object[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (req, res) => {
      const instead = this.next.shift();
      if (instead !== undefined) instead(req, res);
      else void this.respond(req, res);
    });
  }

  static async start(): Promise<FakeHub> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FakeHub(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = (await json(req)) as AskedOfHub['body'];
    this.asked.push({ url: req.url ?? '', headers: req.headers, body });
    const about = this.aboutNext.shift() ?? this.about;
    res
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ ...this.evaluate(body.mcps), ...about }));
  }

  private evaluate(items: readonly AskedItem[]): object {
    const mcps = items.map((item) => ({
      ...item,
      result: 'ALLOWED',
      global_score: 80,
      ...this.answerOf(item),
    }));
    return {
      result: mcps.every(({ result }) => result === 'ALLOWED') ? 'PASS' : 'FAIL',
      evaluated_at: '2026-01-01T00:00:00.000Z',
      evaluation_id: `00000000-0000-4000-8000-${String(this.asked.length).padStart(12, '0')}`,
      mcps,
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
