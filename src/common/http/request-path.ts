import type { NextFunction, Request, RequestHandler, Response } from 'express';

/**
 * The origin form of a request target (RFC 9112, 3.2). `//v1/…` becomes `/v1/…`: clients whose base URL ends in a slash
 * send it so (registry contract 16).
 */
const originForm = (target: string): string =>
  target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^\/*/, '/');

/** Serves targets in absolute form, and with several leading slashes, like others. */
export function normalizeTarget(req: Request, _res: Response, next: NextFunction): void {
  if (/^(?:\/\/|https?:)/i.test(req.url)) req.url = originForm(req.url);
  next();
}

/**
 * Serves requests with the path of the public URL as if they had none: an ingress may keep or remove that path (ADR
 * 14).
 */
export function takeOffPublicPath(publicUrl: string): RequestHandler {
  const prefix = pathOf(publicUrl);
  return (req: Request, _res: Response, next: NextFunction) => {
    req.url = withoutPublicPath(prefix, req.url);
    next();
  };
}

function withoutPublicPath(prefix: string, url: string): string {
  if (prefix === '' || !url.startsWith(prefix)) return url;
  const rest = url.slice(prefix.length);
  return /^([/?]|$)/.test(rest) ? rest.replace(/^\/*/, '/') : url;
}

/**
 * The path in the target of a request line, normalized like the middleware above, for requests that never reach it.
 * @param publicUrl whose path may precede it
 */
export function pathOfTarget(target: string, publicUrl: string): string {
  return withoutPublicPath(pathOf(publicUrl), originForm(target)).replace(/[?#].*$/s, '');
}

/** The path of a URL without a trailing slash; empty if it has none. */
export const pathOf = (url: string): string => new URL(url).pathname.replace(/\/+$/, '');

const PROBES = new Set(['/healthz', '/health', '/readyz', '/ready']);

/** Whether `path` is that of a health probe. */
export const isProbe = (path: string): boolean => PROBES.has(path);

/** A path without the capability that it contains (hub contract 37), which is a secret. */
export const loggedPath = (path: string): string => path.replace(/^(\/allow\/+)[^/]+/i, '$1…');
