import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ApiError } from '../errors/api-error.js';

declare global {
  // Express's own extension point for what middleware adds to a request.
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface Request {
      /** Aborted when the request times out or its client disconnects. */
      deadline: AbortSignal;
      /** Starts the time over, for a response that its client is reading. */
      renewDeadline: () => void;
    }
  }
}

/** Writes an error response, like the exception filter. */
export type AnswerError = (error: ApiError, req: Request, res: Response) => void;

/**
 * Sets a deadline for every request (registry contract 22). At the deadline, a request without a response gets 408; if
 * its response has started, or its refused body is still arriving, the connection is closed. Work with the signal
 * `req.deadline` is aborted at the same time.
 */
export function requestDeadline(seconds: number, answer: AnswerError): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const controller = new AbortController();
    // Node detaches the socket from a finished request.
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
    req.renewDeadline = () => void timer.refresh();
    const stop = (): void => {
      clearTimeout(timer);
      req.renewDeadline = () => undefined;
    };
    res.once('close', () => {
      if (!res.writableFinished) controller.abort(new Error('the client closed the connection'));
      // After an early refusal, the rest of the body is read and discarded, within the same deadline.
      if (req.complete || req.destroyed || socket.destroyed) stop();
      else {
        socket.once('close', stop);
        req.once('end', () => {
          stop();
          // The connection outlives the request, and would keep it in memory.
          socket.off('close', stop);
        });
      }
    });
    next();
  };
}
