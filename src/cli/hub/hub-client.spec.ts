import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HubClient } from './hub-client.js';

const MIB = 1024 * 1024;

let server: Server;
let url: URL;
/** What it answers, one after the other; the last one again. */
let answers: RequestListener[];
let asked: number;
/** The pauses between attempts, in milliseconds. */
let pauses: number[];

beforeEach(async () => {
  [answers, asked, pauses] = [[], 0, []];
  server = createServer((req, res) => {
    answers[Math.min(asked, answers.length - 1)]?.(req, res);
    asked += 1;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const pause = (milliseconds: number): Promise<void> => {
  pauses.push(milliseconds);
  return Promise.resolve();
};
const get = (timeoutMs?: number) =>
  new HubClient({ server: url, token: 'mcp_svc_secret' }, pause, timeoutMs).get('api/v1/x');
const status =
  (code: number, headers: Record<string, string> = {}): RequestListener =>
  (_req, res) =>
    res.writeHead(code, headers).end('{}');
const ok = status(200);

describe('HubClient', () => {
  it.each<[string, RequestListener]>([
    ['never answers', () => undefined],
    ['stops in the middle of its answer', (_req, res) => res.writeHead(200).write('{')],
    [
      'answers one byte at a time without an end',
      (_req, res) => {
        const timer = setInterval(() => res.write(' '), 10);
        res.on('close', () => clearInterval(timer));
      },
    ],
  ])('gives up a server that %s, and does not ask it again', async (_what, answer) => {
    answers = [answer];
    await expect(get(500)).rejects.toThrow(
      /^127\.0\.0\.1:\d+ did not answer within 0\.5 s; is mcp-hub running/,
    );
    // On a busy machine, the time may be over before it has asked.
    expect([asked <= 1, pauses]).toEqual([true, []]);
  });

  it('reads at most 32 MiB, also of a compressed answer', async () => {
    const large = Buffer.alloc(33 * MIB, ' ');
    for (const answer of [
      ((_req, res) => res.end(large)) as RequestListener,
      ((_req, res) => res.setHeader('content-encoding', 'gzip').end(gzipSync(large))) as RequestListener,
    ]) {
      [answers, asked] = [[answer], 0];
      await expect(get()).rejects.toThrow('the answer is too large for one of mcp-hub');
      expect(asked).toBe(1);
    }
  });

  it.each([
    ['429 with seconds', status(429, { 'retry-after': '7' }), [7000]],
    ['503 without a time', status(503), [2000]],
    ['502 with a time in the past', status(502, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }), [0]],
    ['504 with something else', status(504, { 'retry-after': '-1e9, soon' }), [2000]],
  ] as const)('waits after a %s, and asks again', async (_what, answer, expected) => {
    answers = [answer, ok];
    expect((await get()).bytes.toString()).toBe('{}');
    expect(pauses).toEqual(expected);
  });

  it('asks four times at most, and never waits longer than two minutes altogether', async () => {
    answers = [status(503)];
    await expect(get()).rejects.toThrow(
      /answered 503; mcp-hub is not available; run the command again later/,
    );
    expect([asked, pauses]).toEqual([4, [2000, 2000, 2000]]);
    [asked, pauses, answers] = [0, [], [status(429, { 'retry-after': '70' })]];
    await expect(get()).rejects.toThrow(/answered 429; too many requests/);
    expect([asked, pauses]).toEqual([2, [70_000]]);
    [asked, pauses, answers] = [0, [], [status(429, { 'retry-after': '9'.repeat(400) })]];
    await expect(get()).rejects.toThrow(/answered 429/);
    expect([asked > 4, pauses.length > 3]).toEqual([false, false]);
  });

  it('does not ask again after other answers', async () => {
    for (const code of [400, 401, 404, 500]) {
      [asked, answers] = [0, [status(code)]];
      await expect(get()).rejects.toThrow(new RegExp(`answered ${code}`));
      expect(asked).toBe(1);
    }
  });
});
