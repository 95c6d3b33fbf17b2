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
 * @property {number} [expect] The status that the answer must have; 200 when left out.
 */

/**
 * Sends one request and reads the whole response.
 * @param {string} origin
 * @param {Call} call
 * @param {{agent?: Agent, keepBody?: boolean}} [options]
 * @returns {Promise<{status: number, headers: Record<string, string>, bytes: number, body: string}>}
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
        resolve({
          status: res.statusCode,
          headers: res.headers,
          bytes,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    if (body instanceof Readable) body.once('error', (error) => req.destroy(error)).pipe(req);
    else req.end(body);
  });
}

/** Sends a call that must succeed, and returns the JSON of its response. */
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
 * Keeps `concurrency` units of work in flight over keep-alive connections, for some seconds or some units. Returns the number of
 * units.
 * @param {(turn: {index: number, lane: number, agent: Agent}) => Promise<unknown>} work `index` counts the units; those of one
 * `lane`, of which there are `concurrency`, run in sequence.
 * @param {{seconds?: number, requests?: number, concurrency?: number}} options
 * @returns {Promise<number>}
 */
export async function keepBusy(work, { seconds = Infinity, requests = Infinity, concurrency = 8 }) {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const until = performance.now() + seconds * 1000;
  let started = 0;
  let done = 0;
  const worker = async (_, lane) => {
    while (started < requests && performance.now() < until) {
      await work({ index: started++, lane, agent });
      done += 1;
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, worker));
    return done;
  } finally {
    agent.destroy();
  }
}

/**
 * Keeps `concurrency` requests in flight.
 * @param {string} origin
 * @param {(index: number) => Call} next
 * @param {{seconds?: number, requests?: number, concurrency?: number, bytes?: number}} options `bytes` is the required size of
 * every response.
 * @returns {Promise<{requests: number, bytes: number}>}
 */
export async function load(origin, next, { bytes, ...limits }) {
  let received = 0;
  const requests = await keepBusy(async ({ index, agent }) => {
    const call = next(index);
    const answer = await send(origin, call, { agent, keepBody: false });
    if (answer.status !== (call.expect ?? 200)) throw new Error(`${call.path} answered ${answer.status}`);
    if (bytes !== undefined && answer.bytes !== bytes)
      throw new Error(`${call.path} answered ${answer.bytes} B`);
    received += answer.bytes;
  }, limits);
  return { requests, bytes: received };
}
