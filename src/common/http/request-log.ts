import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Logger } from '../logging/logger.js';

/**
 * Writes one line per finished request: who asked for what, what was answered, how long it took. No headers, no bodies.
 * `client` is the right-most address that no trusted proxy has.
 */
export function requestLog(logger: Logger): RequestHandler {
  // Every field below is known and none is a secret; to look for secrets in them would cost more than to write them.
  const lines = logger.child({}, { redact: [] });
  return (req: Request, res: Response, next: NextFunction) => {
    const started = performance.now();
    const { method, path, ip } = req;
    res.once('close', () => {
      lines.info(
        {
          request_id: req.id,
          client: ip,
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
