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

// The form of capabilities (hub contract 37). Names seldom have exactly this length.
const CAPABILITY = /(?<![\w-])(?:allow)?[\w-]{43}(?![\w-])/gi;
/** Ingresses decode paths, some more than once. */
const MAX_DECODINGS = 3;

const withoutCapability = (path: string): string =>
  path.replace(/^(\/allow\/+)[^/]+/i, '$1…').replace(CAPABILITY, '…');

/**
 * A path without the capability that it contains (hub contract 37), which is a secret: wherever it is, because a wrong
 * address of an allow list has one, too. It is decoded if that shows one.
 */
export function loggedPath(path: string): string {
  let decoded = path;
  for (let step = 0; step < MAX_DECODINGS && decoded.includes('%'); step += 1) {
    decoded = decodedOnce(decoded);
    const shown = withoutCapability(decoded);
    if (shown !== decoded) return shown;
  }
  // Encoded more often than anybody does.
  if (decodedOnce(decoded) !== decoded) return '…';
  return withoutCapability(path);
}

/** A path with its percent-encoded octets decoded; those that are no UTF-8 stay. */
const decodedOnce = (path: string): string =>
  path.replace(/(?:%[0-9a-f]{2})+/gi, (octets) => {
    try {
      return decodeURIComponent(octets);
    } catch {
      return octets;
    }
  });
