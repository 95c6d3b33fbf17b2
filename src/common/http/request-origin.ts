import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, Response } from 'express';

/** The client of a request. */
export interface RequestOrigin {
  readonly ipAddress: string;
  readonly userAgent: string;
}

const NOWHERE: RequestOrigin = { ipAddress: '', userAgent: '' };

const origins = new AsyncLocalStorage<RequestOrigin>();

/** Stores the client of a request in the async context. */
export function requestOrigin(req: Request, _res: Response, next: NextFunction): void {
  origins.run({ ipAddress: req.ip ?? '', userAgent: req.headers['user-agent'] ?? '' }, next);
}

/** Runs work for a client whose request may be over. */
export const withOrigin = <T>(origin: RequestOrigin, work: () => T): T => origins.run(origin, work);

/** The client of the current request; empty for work outside of requests. */
export const currentOrigin = (): RequestOrigin => origins.getStore() ?? NOWHERE;
