import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../logging/logger.js';
import { recordedCaller } from './request-caller.js';
import { isProbe, loggedPath } from './request-path.js';

/**
 * Writes one line per finished request: caller, method, path, status and duration. No headers, no bodies. `client` is
 * the right-most address that is not a trusted proxy. Successful health probes arrive every few seconds and are logged
 * at level debug.
 */
export function requestLog(logger: Logger): RequestHandler {
  // None of the fields below is a secret, and redaction would cost more than writing them.
  const lines = logger.child({}, { redact: [] });
  return (req: Request, res: Response, next: NextFunction) => {
    const started = performance.now();
    const { method, path, ip } = req;
    res.once('close', () => {
      const level = isProbe(path) && res.statusCode < 400 ? 'debug' : 'info';
      lines[level](
        {
          request_id: req.id,
          client: ip,
          caller: recordedCaller(req),
          method,
          path: loggedPath(path),
          status: res.statusCode,
          duration_ms: Math.round((performance.now() - started) * 10) / 10,
          complete: res.writableFinished,
        },
        'request',
      );
    });
    next();
  };
}
