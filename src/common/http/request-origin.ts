import { AsyncLocalStorage } from 'node:async_hooks';
import type { NextFunction, Request, Response } from 'express';

/** Where a request comes from. */
export interface RequestOrigin {
  readonly ipAddress: string;
  readonly userAgent: string;
}

const NOWHERE: RequestOrigin = { ipAddress: '', userAgent: '' };

const origins = new AsyncLocalStorage<RequestOrigin>();

/** Remembers where a request comes from, for whatever it leads to. */
export function requestOrigin(req: Request, _res: Response, next: NextFunction): void {
  origins.run({ ipAddress: req.ip ?? '', userAgent: req.headers['user-agent'] ?? '' }, next);
}

/** Where the running request comes from; nowhere for work that belongs to none. */
export const currentOrigin = (): RequestOrigin => origins.getStore() ?? NOWHERE;
