import { PassThrough, type Readable } from 'node:stream';
import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError } from '../errors/api-error.js';

/** Key of a handler's `BodyOptions`. */
export const BODY = 'http:body';

/** How a handler takes the body of its requests. */
export interface BodyOptions {
  readonly kind: 'json' | 'stream';
  readonly limit?: string;
}

/** The handler reads the request's body itself (`@IncomingBody`, `@IncomingRaw`); nothing parses or buffers it before. */
export const StreamBody = (): MethodDecorator => SetMetadata(BODY, { kind: 'stream' } satisfies BodyOptions);

/** Names the limit of the handler's JSON body where the default of 256 KiB does not fit. */
export const JsonBodyLimit = (limit: string): MethodDecorator =>
  SetMetadata(BODY, { kind: 'json', limit } satisfies BodyOptions);

/**
 * Tells a client that waits for "100 Continue" to send its body. Called once the request has passed authentication
 * and every check that needs no body, so that a refused upload is never sent.
 */
export function acceptBody(req: Request, res: Response): void {
  if (req.headers.expect?.toLowerCase() === '100-continue' && !res.headersSent) res.writeContinue();
}

/** Whether the request has a body at all (RFC 9112, 6). */
export const hasBody = (req: Request): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

/** 415 unless the body is of the one media type, uncompressed. Parameters such as a charset are left to the reader. */
export function requireMediaType({ headers }: Pick<Request, 'headers'>, mediaType: string): void {
  const given = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (given !== mediaType) {
    throw new ApiError('unsupported_media_type', `Content-Type must be ${mediaType}`, {
      field: 'Content-Type',
    });
  }
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new ApiError(
      'unsupported_media_type',
      'Content-Encoding is not supported: send the bytes as they are',
      {
        field: 'Content-Encoding',
      },
    );
  }
}

/**
 * The bytes of a body. Whoever stops reading them leaves the connection alone, so that the refusal still goes out; what
 * comes after that is read and dropped, within the time of the request.
 */
function bytesOf(req: Request): Readable {
  const bytes = new PassThrough();
  req.pipe(bytes);
  // Whoever reads hears of errors by themselves. A client may also leave before anybody reads, or after they have gone.
  bytes.on('error', () => undefined);
  req.on('error', (error) => bytes.destroy(error));
  req.once('close', () => {
    if (!req.complete) bytes.destroy(new Error('the body did not arrive whole'));
  });
  bytes.once('close', () => {
    req.unpipe(bytes);
    req.resume();
  });
  return bytes;
}

/** The body of a request whose handler streams it. */
export interface BodyStream {
  /** Content-Length, where the client gave one. */
  readonly declaredBytes: number | undefined;
  /** Aborted when the request's time is up or its client has gone. */
  readonly signal: AbortSignal;
  /** Begins the body; to be called once nothing but the bytes can refuse the request. */
  open(): Readable;
}

/** Hands a handler marked `@StreamBody` its body, after a check of the media type: `@IncomingBody('text/csv')`. */
export const IncomingBody = createParamDecorator(
  (mediaType: string, context: ExecutionContext): BodyStream => {
    const req = context.switchToHttp().getRequest<Request>();
    const res = context.switchToHttp().getResponse<Response>();
    requireMediaType(req, mediaType);
    const length = req.headers['content-length'];
    return {
      declaredBytes: length === undefined ? undefined : Number(length),
      signal: req.deadline,
      open: () => {
        acceptBody(req, res);
        return bytesOf(req);
      },
    };
  },
);
