import { PassThrough, type Readable } from 'node:stream';
import { createParamDecorator, SetMetadata, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ApiError } from '../errors/api-error.js';

/** Metadata key of a handler's `BodyOptions`. */
export const BODY = 'http:body';

/** Configured sizes that the limit of a body may depend on, in bytes. */
export interface ConfiguredSizes {
  readonly manifestBytes: number;
}

/** The limit of a JSON body, in bytes. */
export type JsonBodyBytes = number | ((sizes: ConfiguredSizes) => number);

/** How a handler receives the body of its requests. */
export interface BodyOptions {
  readonly kind: 'json' | 'stream';
  readonly limit?: JsonBodyBytes;
}

/** The handler reads the body itself (`@IncomingBody`, `@IncomingRaw`); it is not parsed or buffered before. */
export const StreamBody = (): MethodDecorator => SetMetadata(BODY, { kind: 'stream' } satisfies BodyOptions);

/** Sets the limit of the handler's JSON body if the default of 256 KiB does not fit. */
export const JsonBodyLimit = (limit: JsonBodyBytes): MethodDecorator =>
  SetMetadata(BODY, { kind: 'json', limit } satisfies BodyOptions);

/**
 * Sends "100 Continue" to a client that waits for it. Called after authentication and every check that needs no body,
 * so that a refused upload is never sent.
 */
export function acceptBody(req: Request, res: Response): void {
  if (req.headers.expect?.toLowerCase() === '100-continue' && !res.headersSent) res.writeContinue();
}

/** Whether the request has a body (RFC 9112, 6). */
export const hasBody = (req: Request): boolean =>
  req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;

/** 415 unless the body has one of these media types and is uncompressed. Parameters such as a charset are left to the reader. */
export function requireMediaType(
  { headers }: Pick<Request, 'headers'>,
  mediaTypes: string | readonly string[],
): void {
  const accepted = [mediaTypes].flat();
  const given = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (given === undefined || !accepted.includes(given)) {
    throw new ApiError('unsupported_media_type', `Content-Type must be ${accepted.join(' or ')}`, {
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
 * A stream of the body. Destroying it does not close the connection, so that an error response can still be sent; the
 * rest of the body is read and discarded, within the deadline of the request.
 */
function bytesOf(req: Request): Readable {
  const bytes = new PassThrough();
  req.pipe(bytes);
  // Readers have their own error handlers. This one is for clients that disconnect before or after the body is read.
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
  /** Content-Length, if the client sent it. */
  readonly declaredBytes: number | undefined;
  /** Aborted when the request times out or its client disconnects. */
  readonly signal: AbortSignal;
  /** Starts reading the body; to be called after all checks that do not need its bytes. */
  open(): Readable;
}

/**
 * Injects the body stream into a handler with `@StreamBody`, after checking the media type:
 * `@IncomingBody('text/csv')`.
 */
export const IncomingBody = createParamDecorator(
  (mediaTypes: string | readonly string[], context: ExecutionContext): BodyStream => {
    const req = context.switchToHttp().getRequest<Request>();
    const res = context.switchToHttp().getResponse<Response>();
    requireMediaType(req, mediaTypes);
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
