import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../logging/logger.js';
import { recordedCaller } from './request-caller.js';
import { isProbe } from './request-path.js';

/**
 * Writes one line per finished request: who asked for what, what was answered, how long it took. No headers, no bodies.
 * `client` is the right-most address that no trusted proxy has. Health probes that find everything well come every few
 * seconds and say nothing: they are lines of level debug.
 */
export function requestLog(logger: Logger): RequestHandler {
  // Every field below is known and none is a secret; to look for secrets in them would cost more than to write them.
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
          path,
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
