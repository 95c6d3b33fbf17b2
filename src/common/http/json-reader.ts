import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { ApiError, badRequest } from '../errors/api-error.js';
import { isObject, isWithinDepth, type JsonObject } from '../values/json.js';
import { hasAtMostValues, locationOver } from '../values/json-size.js';
import { readBytes } from './body-bytes.js';
import type { ByteBudget } from '../concurrency/byte-budget.js';

/** Maximum nesting of a JSON body, which makes recursion over it safe. */
const MAX_JSON_DEPTH = 64;

// Parsing small values takes much more memory and time than their size suggests (ADR 8).
const MAX_JSON_VALUES = 20_000;

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]{1,40})/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads the JSON object in the body of a request. Bytes beyond the size of a small body are taken from `budget`.
 * @throws 400 for anything but a JSON object in UTF-8, 413 over `limit`, 415 for another charset, 503 over the budget.
 */
export async function readJson(
  req: Request,
  res: Response,
  limit: number,
  budget: ByteBudget,
): Promise<JsonObject> {
  requireUtf8(req.headers);
  return parseJson(await readBytes(req, res, limit, budget), MAX_JSON_VALUES);
}

/** JSON is UTF-8 (RFC 8259, 8.1). @throws 415 */
export function requireUtf8(headers: IncomingHttpHeaders): void {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (charset.toLowerCase() === 'utf-8') return;
  throw new ApiError('unsupported_media_type', 'the charset must be utf-8', { field: 'Content-Type' });
}

/** Parses the bytes of a body as a JSON object. @throws 400, naming the member that exceeds a limit */
export function parseJson(bytes: Buffer, maxValues: number): JsonObject {
  if (!hasAtMostValues(bytes, maxValues)) throw tooMany(bytes, maxValues);
  const body = parse(bytes);
  if (!isWithinDepth(body, MAX_JSON_DEPTH)) throw tooDeep();
  return body;
}

const tooDeep = (): ApiError => badRequest('body', `must not nest deeper than ${MAX_JSON_DEPTH} levels`);

function tooMany(bytes: Buffer, max: number): ApiError {
  const { member, depth = 0 } = locationOver(bytes, max) ?? {};
  if (depth > MAX_JSON_DEPTH) return tooDeep();
  return member === undefined
    ? badRequest('body', `must hold at most ${max} values`)
    : badRequest(member, `must not bring the body over ${max} values`);
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
