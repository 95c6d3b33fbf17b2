import type { Request, Response } from 'express';
import { ApiError, badRequest, unavailable } from '../errors/api-error.js';
import { isObject, type JsonObject } from '../values/json.js';
import { isWithinDepth } from '../values/json-depth.js';
import { hasAtMostValues } from '../values/json-size.js';
import type { ByteBudget } from './byte-budget.js';
import { acceptBody } from './request-body.js';

/** Deepest nesting of a JSON body. Recursion over a body is safe below it. */
const MAX_JSON_DEPTH = 64;

/** A body up to this size is read whenever it comes; what is more must be free in the budget of large bodies. */
export const SMALL_BODY_BYTES = 256 * 1024;

// A body of ten megabytes could hold five million empty objects, which take a gigabyte.
const MAX_JSON_VALUES = 100_000;

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]{1,40})/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

const tooLarge = (limit: number): ApiError =>
  new ApiError('payload_too_large', `the body has at most ${limit} bytes`, { max_bytes: limit });

/**
 * The JSON object that a request sends. What arrives beyond the size of a small body is taken from `budget`, byte by
 * byte as it arrives, and given back when the request is over.
 * @throws 400 for anything but a JSON object in UTF-8, 413 over `limit`, 415 for another charset, 503 over the budget.
 */
export async function readJson(
  req: Request,
  res: Response,
  limit: number,
  budget: ByteBudget,
): Promise<JsonObject> {
  requireUtf8(req);
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  acceptBody(req, res);
  const bytes = await readBytes(req, res, limit, budget);
  if (!hasAtMostValues(bytes, MAX_JSON_VALUES)) {
    throw badRequest('body', `must hold at most ${MAX_JSON_VALUES} values`);
  }
  const body = parse(bytes);
  if (!isWithinDepth(body, MAX_JSON_DEPTH)) {
    throw badRequest('body', `must not nest deeper than ${MAX_JSON_DEPTH} levels`);
  }
  return body;
}

/** JSON is UTF-8 (RFC 8259, 8.1). */
function requireUtf8(req: Request): void {
  const charset = CHARSET.exec(req.headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (charset.toLowerCase() === 'utf-8') return;
  throw new ApiError('unsupported_media_type', 'the charset must be utf-8', { field: 'Content-Type' });
}

async function readBytes(req: Request, res: Response, limit: number, budget: ByteBudget): Promise<Buffer> {
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

function parse(bytes: Buffer): JsonObject {
  let body: unknown;
  try {
    body = JSON.parse(utf8.decode(bytes));
  } catch {
    // Neither text nor position of the fault: they would quote the body.
  }
  if (!isObject(body)) throw badRequest('body', 'must be a JSON object');
  return body;
}
