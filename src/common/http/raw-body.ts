import type { IncomingHttpHeaders } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { readBytes } from './body-bytes.js';
import { ByteBudget } from './byte-budget.js';

/** A request whose exact bytes count: they are signed. */
export interface RawRequest {
  readonly headers: IncomingHttpHeaders;
  /** The body; to be called once the headers alone do not refuse the request. @throws 400, 413, 503 */
  read(): Promise<Buffer>;
}

// Of all such requests together, what they have beyond the size of a small one: whoever sends them is not known yet.
const budget = new ByteBudget(32 * 1024 * 1024);

/** Hands a handler marked `@StreamBody` the bytes of its body, of which there are at most `maxBytes`. */
export const IncomingRaw = createParamDecorator((maxBytes: number, context: ExecutionContext): RawRequest => {
  const req = context.switchToHttp().getRequest<Request>();
  const res = context.switchToHttp().getResponse<Response>();
  return { headers: req.headers, read: () => readBytes(req, res, maxBytes, budget) };
});
