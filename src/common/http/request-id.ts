import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

declare global {
  // Express's own extension point for what middleware adds to a request.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface Request {
      /** Identifies the request in logs and in `X-Request-Id`; the client's own id if well-formed. */
      id: string;
    }
  }
}

const WELL_FORMED_ID = /^[A-Za-z0-9._-]{1,128}$/;

/** Sets the id of the request and returns it in a header. */
export function requestId(req: Request, res: Response, next: NextFunction): void {
  const given = req.headers['x-request-id'];
  req.id = typeof given === 'string' && WELL_FORMED_ID.test(given) ? given : randomUUID();
  res.setHeader('X-Request-Id', req.id);
  next();
}
