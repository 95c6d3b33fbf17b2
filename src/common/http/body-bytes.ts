import type { Request, Response } from 'express';
import { ApiError, badRequest, unavailable } from '../errors/api-error.js';
import type { ByteBudget } from '../concurrency/byte-budget.js';
import { acceptBody } from './request-body.js';

/** Bodies up to this size are always read; bytes beyond it are taken from the budget of large bodies. */
export const SMALL_BODY_BYTES = 256 * 1024;

const tooLarge = (limit: number): ApiError =>
  new ApiError('payload_too_large', `the body has at most ${limit} bytes`, { max_bytes: limit });

/**
 * Reads the exact bytes of a body. Bytes beyond the size of a small body are taken from `budget` as they arrive, and
 * released when the request ends.
 * @throws 413 over `limit`, 503 over the budget, 400 for an incomplete body
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
  const largeBody = new LargeBody(res, budget);
  let size = 0;
  try {
    // An early exit from the loop answers the request, so it must not destroy the connection.
    for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw tooLarge(limit);
      if (size > SMALL_BODY_BYTES) largeBody.grow(chunk.length);
      chunks.push(chunk);
    }
  } catch (error) {
    // The rest is read and discarded, within the deadline of the request.
    req.resume();
    throw error instanceof ApiError ? error : badRequest('body', 'must arrive whole');
  }
  return Buffer.concat(chunks);
}

/** The part of a budget that one body uses, until its request ends. */
class LargeBody {
  private readonly releases: (() => void)[] = [];

  constructor(
    private readonly res: Response,
    private readonly budget: ByteBudget,
  ) {}

  /** @throws 503 over the budget */
  grow(bytes: number): void {
    // The budget would never be released: the close event has already fired.
    if (this.res.closed) throw new Error('the connection is closed');
    const release = this.budget.take(bytes);
    if (release === undefined) throw unavailable('too many large bodies at once; try again', 2);
    if (this.releases.push(release) > 1) return;
    this.res.once('close', () => {
      for (const each of this.releases) each();
    });
  }
}
