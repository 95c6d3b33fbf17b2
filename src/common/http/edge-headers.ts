import type { NextFunction, Request, Response } from 'express';
import { ApiError, badRequest } from '../errors/api-error.js';

// The login JWT of a user in hundreds of organizations lists all of them; Node's own limit of 16 KiB is enough for
// about 130.
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_HEADERS = 1000;

/**
 * The limits of the HTTP parser: higher than those of `limitHeaders`, so that slightly oversized headers get a regular
 * error response. The parser itself does not know the path, and drops excess headers silently.
 */
export const PARSER_LIMITS = { headerBytes: 2 * MAX_HEADER_BYTES, headers: MAX_HEADERS + 1 } as const;

/** Refuses requests whose target and headers are larger than any legitimate client needs. */
export function limitHeaders(req: Request, res: Response, next: NextFunction): void {
  let bytes = req.originalUrl.length;
  for (const text of req.rawHeaders) bytes += text.length;
  if (bytes <= MAX_HEADER_BYTES && req.rawHeaders.length <= 2 * MAX_HEADERS) {
    next();
    return;
  }
  res.setHeader('Connection', 'close');
  next(new ApiError('headers_too_large', 'the request headers are too large'));
}

/** Refuses HTTP/1.1 requests without a Host (RFC 9112, 3.2). Its value is never used. */
export function requireHost(req: Request, res: Response, next: NextFunction): void {
  if (req.headers.host !== undefined || req.httpVersion !== '1.1') {
    next();
    return;
  }
  res.setHeader('Connection', 'close');
  next(badRequest('Host', 'must be given'));
}

/** Headers of every response. Handlers that allow caching overwrite `Cache-Control`. */
export function defaultHeaders(_req: Request, res: Response, next: NextFunction): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cache-Control', 'no-store');
  next();
}
