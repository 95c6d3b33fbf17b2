import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorKind } from '../errors/error-kind.js';
import type { Surfaces } from './api-surface.js';

interface Breakage {
  readonly kind: ErrorKind;
  readonly status: number;
  readonly message: string;
}

const BROKEN: Breakage = { kind: 'bad_request', status: 400, message: 'the request is not valid HTTP' };
const BREAKAGES: Readonly<Record<string, Breakage>> = {
  HPE_HEADER_OVERFLOW: { kind: 'bad_request', status: 431, message: 'the request headers are too large' },
  ERR_HTTP_REQUEST_TIMEOUT: {
    kind: 'request_timeout',
    status: 408,
    message: 'the request took too long to arrive',
  },
};

/**
 * Answers what never becomes a request for Express: broken HTTP and headers that are too large or too slow, in the error
 * shape of the API. Also hands requests that wait for "100 Continue" to the application, which sends it when it has
 * decided to read the body.
 */
export function answerBrokenRequests(server: Server, surfaces: Surfaces): void {
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => server.emit('request', req, res));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const { kind, status, message } = BREAKAGES[error.code ?? ''] ?? BROKEN;
    const surface = surfaces.of({ path: '/' });
    const body = JSON.stringify(surface.errorBody({ kind, message, details: {}, requestId: randomUUID() }));
    socket.end(
      [
        `HTTP/1.1 ${status} ${kind}`,
        'Content-Type: application/json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'X-Content-Type-Options: nosniff',
        'Cache-Control: no-store',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  });
}
