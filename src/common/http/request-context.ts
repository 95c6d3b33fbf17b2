import { randomUUID } from 'node:crypto';
import { badRequest } from '../errors/api-error.js';
import type { NextFunction, Request, RequestHandler, Response } from 'express';

declare global {
  // Express's own extension point for what middleware adds to a request.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface Request {
      /** Identifies the request in logs and in `X-Request-Id`; the client's own when it is well-formed. */
      id: string;
      /** Aborted when the request has used up its time or its client has gone. */
      deadline: AbortSignal;
    }
  }
}

const WELL_FORMED_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Gives the request its id and answers it back. */
export function requestId(req: Request, res: Response, next: NextFunction): void {
  const given = req.headers['x-request-id'];
  req.id = typeof given === 'string' && WELL_FORMED_ID.test(given) ? given : randomUUID();
  res.setHeader('X-Request-Id', req.id);
  next();
}

/** Serves `//v1/…` as `/v1/…`: clients whose base URL ends in a slash send it so (decisions, registry 16). */
export function collapseLeadingSlashes(req: Request, _res: Response, next: NextFunction): void {
  if (req.url.startsWith('//')) req.url = req.url.replace(/^\/+/, '/');
  next();
}

/**
 * Serves what is asked for under the path of the public URL as if it were asked for without: an ingress may pass that
 * path on or take it off (ADR 14).
 */
export function takeOffPublicPath(publicUrl: string): RequestHandler {
  const prefix = pathOf(publicUrl);
  return (req: Request, _res: Response, next: NextFunction) => {
    if (prefix !== '' && req.url.startsWith(prefix)) {
      const rest = req.url.slice(prefix.length);
      if (/^([/?]|$)/.test(rest)) req.url = rest.replace(/^\/*/, '/');
    }
    next();
  };
}

/** The path of a URL without a trailing slash; empty when it has none. */
export const pathOf = (url: string): string => new URL(url).pathname.replace(/\/+$/, '');

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
