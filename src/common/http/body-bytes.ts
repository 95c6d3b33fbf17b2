import type { Request, Response } from 'express';
import { ApiError, badRequest, unavailable } from '../errors/api-error.js';
import type { ByteBudget } from './byte-budget.js';
import { acceptBody } from './request-body.js';

/** A body up to this size is read whenever it comes; what is more must be free in the budget of large bodies. */
export const SMALL_BODY_BYTES = 256 * 1024;

const tooLarge = (limit: number): ApiError =>
  new ApiError('payload_too_large', `the body has at most ${limit} bytes`, { max_bytes: limit });

/**
 * The bytes of a body, exactly. What arrives beyond the size of a small one is taken from `budget`, byte by byte as it
 * arrives, and given back when the request is over.
 * @throws 413 over `limit`, 503 over the budget, 400 for a body that does not arrive whole
 */
export async function readBytes(
  req: Request,
  res: Response,
  limit: number,
  budget: ByteBudget,
): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  acceptBody(req, res);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // What ends the loop early answers the request, so the connection must outlive it.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      if (size > SMALL_BODY_BYTES) takeMemory(chunk.length, res, budget);
      chunks.push(chunk);
    }
  } catch (error) {
    // The rest is read and dropped, within the time of the request.
    req.resume();
    throw error instanceof ApiError ? error : badRequest('body', 'must arrive whole');
  }
  return Buffer.concat(chunks);
}

function takeMemory(bytes: number, res: Response, budget: ByteBudget): void {
  // Nobody would give it back: the event is over.
  if (res.closed) throw new Error('the connection is closed');
  const giveBack = budget.take(bytes);
  if (giveBack === undefined) {
    throw unavailable('too many large bodies at once; try again', 2);
  }
  res.once('close', giveBack);
}
