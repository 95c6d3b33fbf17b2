import type { IncomingHttpHeaders } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { readBytes } from './body-bytes.js';
import { ByteBudget } from '../concurrency/byte-budget.js';

/** A request body whose exact bytes are needed to verify a signature. */
export interface RawRequest {
  readonly headers: IncomingHttpHeaders;
  /** Reads the body; to be called after all checks of the headers. @throws 400, 413, 503 */
  read(): Promise<Buffer>;
}

// Total budget for bytes beyond the size of small bodies; the senders are not authenticated yet.
const budget = new ByteBudget(32 * 1024 * 1024);

/** Injects the raw body, with at most `maxBytes` bytes, into a handler with `@StreamBody`. */
export const IncomingRaw = createParamDecorator((maxBytes: number, context: ExecutionContext): RawRequest => {
  const req = context.switchToHttp().getRequest<Request>();
  const res = context.switchToHttp().getResponse<Response>();
  return { headers: req.headers, read: () => readBytes(req, res, maxBytes, budget) };
});
