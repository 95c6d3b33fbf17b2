import type { NextFunction, Request, Response } from 'express';
import { ApiError } from '../errors/api-error.js';
import { isProbe } from './request-path.js';

/** Refuses all requests but those of probes, in a process that serves no API. */
export function probesOnly(req: Request, _res: Response, next: NextFunction): void {
  if (!isProbe(req.path)) {
    throw new ApiError('not_found', 'this process serves no API, because PROCESS_ROLE is worker');
  }
  next();
}
