import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from '@jest/globals';

const listeners: Listener[] = [];

afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()));
});

export type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/** An HTTP server on a loopback address that counts what reaches it. It ends with the test. */
export class Listener {
  /** TCP connections. */
  connections = 0;
  readonly requests: IncomingMessage[] = [];
  private constructor(private readonly server: ReturnType<typeof createServer>) {}

  static async start(answers: Readonly<Record<string, Answer>> = {}): Promise<Listener> {
    const onRequest: RequestListener = (request, response) => {
      listener.requests.push(request);
      const answer = answers[request.url ?? ''];
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    };
    const server = createServer(onRequest);
    const listener = new Listener(server);
    server.on('connection', () => (listener.connections += 1));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    listeners.push(listener);
    return listener;
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  get origin(): string {
    return `http://${this.host}`;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get paths(): readonly (string | undefined)[] {
    return this.requests.map(({ url }) => url);
  }

  async close(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Answers with a body. */
export const body =
  (content: string | Buffer, headers: Readonly<Record<string, string>> = {}): Answer =>
  (_request, response) =>
    response.writeHead(200, headers).end(content);

export const json = (content: unknown): Answer =>
  body(JSON.stringify(content), { 'content-type': 'application/json' });

export const redirectTo =
  (location: string): Answer =>
  (_request, response) =>
    response.writeHead(302, { location }).end();

/** Sends the beginning of a body and never the rest. */
export const slow =
  (content: string | Buffer): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-length': String(content.length + 1000) }).write(content);

/** Ends the connection before the stated length. */
export const truncated =
  (content: string | Buffer): Answer =>
  (_request, response) => {
    response.writeHead(200, { 'content-length': String(content.length + 1000) });
    response.write(content, () => response.destroy());
  };
