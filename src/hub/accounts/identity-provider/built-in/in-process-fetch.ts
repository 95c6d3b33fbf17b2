import { createServer, request, type RequestListener } from 'node:http';
import { duplexPair } from 'node:stream';
import type { Duplex } from 'node:stream';

/** The signature of `fetch`. */
export type Fetch = (url: string, options: RequestInit) => Promise<Response>;

/**
 * A `fetch` that calls a handler of this process, whatever the host of the URL, over an in-memory connection: it needs
 * no port, name resolution, ingress or certificate.
 */
export function inProcessFetch(handler: RequestListener): Fetch {
  const server = createServer(handler);
  return (url, { method = 'GET', headers, body, signal }) =>
    new Promise<Response>((resolve, reject) => {
      const [near, far] = duplexPair();
      server.emit('connection', far);
      const { host, pathname, search } = new URL(url);
      const outgoing = request({
        method,
        path: pathname + search,
        headers: { host, connection: 'close', ...Object.fromEntries(new Headers(headers)) },
        createConnection: (): Duplex => near,
        ...(signal && { signal }),
      });
      outgoing.once('error', reject);
      outgoing.once('response', (incoming) => {
        incoming.toArray().then((chunks: Buffer[]) => {
          const { statusCode: status = 500, headersDistinct } = incoming;
          const pairs = Object.entries(headersDistinct).map(([name, values = []]): [string, string] => [
            name,
            values.join(', '),
          ]);
          resolve(new Response(Buffer.concat(chunks), { status, headers: pairs }));
        }, reject);
      });
      // The library sends forms only.
      outgoing.end(body instanceof URLSearchParams || typeof body === 'string' ? body.toString() : undefined);
    });
}
