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

const JSON_TYPE = 'application/json; charset=utf-8';
const UNEXPECTED: Breakage = {
  kind: 'bad_request',
  status: 417,
  message: 'the only expectation that is understood is 100-continue',
};
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
  const errorBody = ({ kind, message }: Breakage): string =>
    JSON.stringify(
      surfaces.of({ path: '/' }).errorBody({ kind, message, details: {}, requestId: randomUUID() }),
    );
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => server.emit('request', req, res));
  server.on('checkExpectation', (_req: IncomingMessage, res: ServerResponse) => {
    const body = errorBody(UNEXPECTED);
    const headers = {
      'Content-Type': JSON_TYPE,
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
    };
    res.writeHead(UNEXPECTED.status, headers).end(body);
  });
  // Refused by the application instead (`requireHost`), in the shape of its errors.
  Object.assign(server, { requireHostHeader: false });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const { _httpMessage: answer } = socket as { _httpMessage?: { headersSent: boolean } };
    // Nothing may be written into an answer that is under way.
    if (!socket.writable || error.code === 'ECONNRESET' || answer?.headersSent === true) {
      socket.destroy();
      return;
    }
    const breakage = BREAKAGES[error.code ?? ''] ?? BROKEN;
    const body = errorBody(breakage);
    socket.end(
      [
        `HTTP/1.1 ${breakage.status} ${breakage.kind}`,
        `Content-Type: ${JSON_TYPE}`,
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
