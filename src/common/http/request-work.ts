import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { inWork } from '../operation/work-scope.js';

/** Makes what follows from a request a part of it: an error that nothing handles ends its response, and nothing else. */
export function requestWork(answer: (error: unknown, req: Request, res: Response) => void): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const fail = (error: unknown): void => answer(error, req, res);
    inWork({ about: { request_id: req.id }, fail }, next);
  };
}
