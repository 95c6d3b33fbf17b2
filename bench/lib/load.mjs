import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';

const REQUEST_TIMEOUT_MS = 60_000;

/**
 * @typedef {object} Call
 * @property {string} path
 * @property {string} [method]
 * @property {Record<string, string | number>} [headers]
 * @property {import('node:stream').Readable | Buffer | string} [body]
 */

/**
 * Sends one request and reads the whole answer.
 *
 * @param {string} origin
 * @param {Call} call
 * @param {{agent?: Agent, keepBody?: boolean}} [options]
 * @returns {Promise<{status: number, bytes: number, body: string}>}
 */
export function send(origin, { path, method = 'GET', headers = {}, body }, { agent, keepBody = true } = {}) {
  return new Promise((resolve, reject) => {
    const req = request(new URL(path, origin), { method, headers, agent, timeout: REQUEST_TIMEOUT_MS });
    req.once('error', reject);
    req.once('timeout', () => req.destroy(new Error(`${method} ${path} took too long`)));
    req.once('response', (res) => {
      let bytes = 0;
      const chunks = [];
      res.on('data', (chunk) => {
        bytes += chunk.length;
        if (keepBody) chunks.push(chunk);
      });
      res.once('error', reject);
      res.once('end', () =>
        resolve({ status: res.statusCode, bytes, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    if (body instanceof Readable) body.once('error', (error) => req.destroy(error)).pipe(req);
    else req.end(body);
  });
}

/** Sends a call that must succeed, and answers the JSON of its answer. */
async function sendExpecting(origin, call, expected) {
  const { status, body } = await send(origin, call);
  if (status !== expected)
    throw new Error(`${call.method ?? 'GET'} ${call.path} answered ${status}: ${body}`);
  return body === '' ? undefined : JSON.parse(body);
}

/**
 * @param {string} origin
 * @param {Call & {json: unknown, expect?: number}} call
 */
export function sendJson(origin, { json, expect = 200, headers, ...call }) {
  const body = Buffer.from(JSON.stringify(json));
  const described = { ...headers, 'Content-Type': 'application/json', 'Content-Length': body.length };
  return sendExpecting(origin, { ...call, headers: described, body }, expect);
}

/**
 * @param {string} origin
 * @param {Call & {bytes: Buffer | import('node:stream').Readable, length?: number}} call
 */
export function sendBytes(origin, { bytes, length = bytes.length, headers, ...call }) {
  const described = { ...headers, 'Content-Type': 'application/octet-stream', 'Content-Length': length };
  return sendExpecting(origin, { ...call, headers: described, body: bytes }, 200);
}

/**
 * Keeps `concurrency` requests under way, over connections that stay open, for some seconds or some requests.
 *
 * @param {string} origin
 * @param {(index: number) => Call} next
 * @param {{seconds?: number, requests?: number, concurrency?: number, bytes?: number}} options `bytes` is the size
 *   that every answer must have.
 * @returns {Promise<{requests: number, bytes: number}>}
 */
export async function load(
  origin,
  next,
  { seconds = Infinity, requests = Infinity, concurrency = 8, bytes },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const until = performance.now() + seconds * 1000;
  let begun = 0;
  const done = { requests: 0, bytes: 0 };
  const worker = async () => {
    while (begun < requests && performance.now() < until) {
      const call = next(begun++);
      const answer = await send(origin, call, { agent, keepBody: false });
      if (answer.status !== 200) throw new Error(`${call.path} answered ${answer.status}`);
      if (bytes !== undefined && answer.bytes !== bytes)
        throw new Error(`${call.path} answered ${answer.bytes} B`);
      done.requests += 1;
      done.bytes += answer.bytes;
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, worker));
    return done;
  } finally {
    agent.destroy();
  }
}
