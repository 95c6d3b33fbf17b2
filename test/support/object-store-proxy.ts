import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Server } from './s3-server.js';

/** A request to the store. */
export interface StoreRequest {
  /** The method; a copy within the store is a PUT with a source. */
  readonly verb: string;
  /** The key, prefixed with the bucket. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

/** The fault for a request: a response with a status or a body, or one that ends prematurely; undefined forwards it. */
export type Trouble = { readonly status: number; readonly body?: string } | 'break off' | undefined;

/** A proxy in front of an S3 server that injects faults into single requests. */
export class ObjectStoreProxy {
  /** Called before a request is forwarded, which waits for the result. */
  trouble: (asked: StoreRequest) => Trouble | Promise<Trouble> = () => undefined;
  /** The received requests. */
  readonly seen: StoreRequest[] = [];

  private constructor(
    private readonly server: Server,
    private readonly s3: S3Server,
  ) {
    server.on('request', (req: IncomingMessage, res: ServerResponse) => {
      this.answer(req, res).catch(() => res.destroy());
    });
  }

  static async before(s3: S3Server): Promise<ObjectStoreProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ObjectStoreProxy(server, s3);
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The variables that configure the product to use the bucket through this proxy. */
  get settings(): Record<string, string> {
    return { ...this.s3.settings, STORAGE_S3_ENDPOINT: this.endpoint };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = req;
    const verb = headers['x-amz-copy-source'] === undefined ? method : 'COPY';
    const asked = { verb, path: url.replace(/\?.*/, ''), headers };
    this.seen.push(asked);
    const trouble = await this.trouble(asked);
    if (typeof trouble === 'object') {
      req.resume();
      const { status, body = '<Error><Code>Trouble</Code></Error>' } = trouble;
      res.writeHead(status, { 'content-type': 'application/xml' }).end(body);
      return;
    }
    const upstream = request(this.s3.endpoint + url, { method, headers });
    req.pipe(upstream);
    const [answer] = (await once(upstream, 'response')) as [IncomingMessage];
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    if (trouble === 'break off') {
      answer.once('data', (first: Buffer) => {
        answer.destroy();
        res.write(first.subarray(0, first.length / 2), () => res.destroy());
      });
    } else {
      answer.pipe(res);
    }
  }
}
