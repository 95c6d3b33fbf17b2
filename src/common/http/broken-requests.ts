import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ErrorKind } from '../errors/error-kind.js';
import type { ApiSurface } from './api-surface.js';

interface Breakage {
  readonly kind: ErrorKind;
  readonly status: number;
  readonly message: string;
}

/** An error of Node's HTTP parser. */
interface ParseError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const UNEXPECTED: Breakage = {
  kind: 'bad_request',
  status: 417,
  message: 'the only expectation that is understood is 100-continue',
};
const BROKEN: Breakage = { kind: 'bad_request', status: 400, message: 'the request is not valid HTTP' };
const BREAKAGES: Readonly<Record<string, Breakage>> = {
  HPE_HEADER_OVERFLOW: {
    kind: 'headers_too_large',
    status: 431,
    message: 'the request headers are too large',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    kind: 'request_timeout',
    status: 408,
    message: 'the request took too long to arrive',
  },
};

// A path outside of all APIs, for the surface with the empty prefix.
const UNKNOWN_TARGET = '/';

interface Answer {
  readonly body: string;
  readonly headers: Readonly<Record<string, string | number>>;
}

/** The state of a connection. */
interface Exchange {
  /** Target of the last request. */
  readonly target: string;
  /** Unfinished responses, the first of which is being sent: clients may pipeline requests. */
  readonly answers: readonly ServerResponse[];
}

/**
 * Answers what never becomes a request for Express: malformed HTTP, and headers that are too large or too slow, in the
 * error format of the intended API, as far as its path is known, with the API's headers. Also passes requests with "Expect: 100-continue" to
 * the application, which sends "100 Continue" when it decides to read the body.
 * @param surfaceOf the API of a request line's target
 */
export function answerBrokenRequests(server: Server, surfaceOf: (target: string) => ApiSurface): void {
  const answerTo = async (target: string, socket: Duplex, { kind, message }: Breakage): Promise<Answer> => {
    const surface = surfaceOf(target);
    const body = JSON.stringify(surface.errorBody({ kind, message, details: {}, requestId: randomUUID() }));
    const { remoteAddress = '' } = socket as Partial<Socket>;
    // The counts may be unavailable; the answer does not depend on them.
    const own = await surface.brokenRequestHeaders?.(remoteAddress).catch(() => undefined);
    return { body, headers: { ...headersOf(body), ...own } };
  };
  const answered = new WeakSet<Duplex>();
  const exchanges = new WeakMap<Duplex, Exchange>();
  // Nothing may be written into a response that has started.
  const canAnswer = (socket: Duplex): boolean =>
    socket.writable && exchanges.get(socket)?.answers.find(isUnderWay)?.headersSent !== true;
  // Before Express, which removes path prefixes from `url`.
  server.prependListener('request', ({ socket, url }: IncomingMessage, res: ServerResponse) => {
    const waiting = exchanges.get(socket)?.answers.filter(isUnderWay) ?? [];
    exchanges.set(socket, { target: url ?? UNKNOWN_TARGET, answers: [...waiting, res] });
  });
  server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => server.emit('request', req, res));
  server.on('checkExpectation', (req: IncomingMessage, res: ServerResponse) => {
    void answerTo(req.url ?? UNKNOWN_TARGET, req.socket, UNEXPECTED).then(({ body, headers }) =>
      res.writeHead(UNEXPECTED.status, headers).end(body),
    );
  });
  server.on('clientError', (error: ParseError, socket: Duplex) => {
    const exchange = exchanges.get(socket);
    if (error.code === 'ECONNRESET' || !canAnswer(socket)) {
      socket.destroy();
      return;
    }
    const breakage = BREAKAGES[error.code ?? ''] ?? BROKEN;
    // A connection is usually used for one API, so its last request is a good guess.
    const target = targetIn(error) ?? exchange?.target ?? UNKNOWN_TARGET;
    if (answered.has(socket)) return;
    answered.add(socket);
    void answerTo(target, socket, breakage).then(({ body, headers }) => {
      // An earlier response may have started meanwhile.
      if (!canAnswer(socket)) {
        socket.destroy();
        return;
      }
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      socket.end([`HTTP/1.1 ${breakage.status} ${breakage.kind}`, ...lines, '', body].join('\r\n'));
    });
  });
}

const isUnderWay = ({ writableFinished }: ServerResponse): boolean => !writableFinished;

const headersOf = (body: string): Readonly<Record<string, string | number>> => ({
  'Content-Type': JSON_TYPE,
  'Content-Length': Buffer.byteLength(body),
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  Connection: 'close',
});

/** The target of the last request line that the parser read; undefined if it is in an earlier packet, or malformed. */
function targetIn({ rawPacket, bytesParsed = Infinity }: ParseError): string | undefined {
  const lines = rawPacket?.toString('latin1').matchAll(/^[A-Z]+ (\/\S*|https?:\/\/\S+)/gim) ?? [];
  return [...lines].findLast(({ index }) => index <= bytesParsed)?.[1];
}
