import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { ApiError, badRequest } from '../errors/api-error.js';
import { isObject, type JsonObject } from '../values/json.js';
import { isWithinDepth } from '../values/json-depth.js';
import { hasAtMostValues } from '../values/json-size.js';
import { readBytes } from './body-bytes.js';
import type { ByteBudget } from './byte-budget.js';

/** Deepest nesting of a JSON body. Recursion over a body is safe below it. */
const MAX_JSON_DEPTH = 64;

// A body of ten megabytes could hold five million empty objects, which take a gigabyte.
const MAX_JSON_VALUES = 100_000;

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]{1,40})/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON object that a request sends. What arrives beyond the size of a small body is taken from `budget`.
 * @throws 400 for anything but a JSON object in UTF-8, 413 over `limit`, 415 for another charset, 503 over the budget.
 */
export async function readJson(
  req: Request,
  res: Response,
  limit: number,
  budget: ByteBudget,
): Promise<JsonObject> {
  requireUtf8(req.headers);
  return parseJson(await readBytes(req, res, limit, budget));
}

/** JSON is UTF-8 (RFC 8259, 8.1). @throws 415 */
export function requireUtf8(headers: IncomingHttpHeaders): void {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (charset.toLowerCase() === 'utf-8') return;
  throw new ApiError('unsupported_media_type', 'the charset must be utf-8', { field: 'Content-Type' });
}

/** The JSON object that the bytes of a body are. @throws 400 */
export function parseJson(bytes: Buffer): JsonObject {
  if (!hasAtMostValues(bytes, MAX_JSON_VALUES)) {
    throw badRequest('body', `must hold at most ${MAX_JSON_VALUES} values`);
  }
  const body = parse(bytes);
  if (!isWithinDepth(body, MAX_JSON_DEPTH)) {
    throw badRequest('body', `must not nest deeper than ${MAX_JSON_DEPTH} levels`);
  }
  return body;
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
