import type { NextFunction, Request, RequestHandler, Response } from 'express';

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
