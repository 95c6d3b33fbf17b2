import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ApiError } from '../errors/api-error.js';

declare global {
  // Express's own extension point for what middleware adds to a request.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface Request {
      /** Aborted when the request has used up its time or its client has gone. */
      deadline: AbortSignal;
    }
  }
}

/** Writes an error as the answer of a request, as the exception filter does. */
export type AnswerError = (error: ApiError, req: Request, res: Response) => void;

/**
 * Bounds every request in time (registry contract 22). When the time is up, a request without an answer
 * gets 408; one whose answer is under way, or whose refused body is still arriving, is cut off. Work that holds
 * `req.deadline` stops at the same moment.
 */
export function requestDeadline(seconds: number, answer: AnswerError): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const controller = new AbortController();
    // Node takes the socket away from a request that is over.
    const { socket } = req;
    req.deadline = controller.signal;
    const timer = setTimeout(() => {
      const error = new ApiError('request_timeout', `the request took longer than ${seconds} seconds`);
      controller.abort(error);
      if (res.headersSent) {
        socket.destroy();
        return;
      }
      res.setHeader('Connection', 'close');
      res.once('finish', () => socket.destroySoon());
      answer(error, req, res);
    }, seconds * 1000);
    const stop = (): void => clearTimeout(timer);
    res.once('close', () => {
      if (!res.writableFinished) controller.abort(new Error('the client closed the connection'));
      // After an early refusal the rest of the body is read and dropped, within the same time.
      if (req.complete || req.destroyed || socket.destroyed) stop();
      else {
        req.once('end', stop);
        socket.once('close', stop);
      }
    });
    next();
  };
}
