import type { NextFunction, Request, Response } from 'express';
import { badRequest } from '../errors/api-error.js';

/** Refuses HTTP/1.1 requests without a Host (RFC 9112, 3.2). Nothing is ever made of the host that is given. */
export function requireHost(req: Request, res: Response, next: NextFunction): void {
  if (req.headers.host !== undefined || req.httpVersion !== '1.1') {
    next();
    return;
  }
  res.setHeader('Connection', 'close');
  next(badRequest('Host', 'must be given'));
}

/** Headers that every answer carries. Handlers that allow caching overwrite `Cache-Control`. */
export function defaultHeaders(_req: Request, res: Response, next: NextFunction): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cache-Control', 'no-store');
  next();
}
