import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { artifactPath, digestOf } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { createOrganization } from '../../support/stored-artifacts.js';
import { Wire, type WireAnswer } from '../../support/wire.js';

let admin: ApiClient;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
  await createOrganization(admin, 'broken');
});

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: registry.test\r\n';

/** Sends raw text and reads the response, after which the server must close the connection. */
async function answerTo(text: string): Promise<WireAnswer> {
  const wire = (await Wire.to(t)).send(text);
  const answer = await wire.answer();
  expect(await wire.closed()).toHaveLength(0);
  return answer;
}

function expectErrorShape({ headers, bytes, body }: WireAnswer, code: string): void {
  expect(headers.get('content-type')).toMatch(/^application\/json\b/);
  expect(headers.get('content-length')).toBe(String(bytes.length));
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('connection')).toBe('close');
  expect(body).toEqual({
    message: expect.any(String),
    error: { code, message: body.message, details: expect.any(Object) },
  });
  expect(bytes.length).toBeLessThan(1024);
}

describe('a request that is not valid HTTP', () => {
  it.each([
    ['words', 'hello there\r\n\r\n'],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['an unknown method', 'STEAL /healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['another protocol', 'GET /healthz FTP/1.1\r\nHost: a\r\n\r\n'],
    ['another version', 'GET /healthz HTTP/9.9\r\nHost: a\r\n\r\n'],
    ['a NUL in the path', 'GET /health\0z HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a header without a colon', `${HEALTH}Nonsense\r\n\r\n`],
    ['a space before the colon', `${HEALTH}X-Header : a\r\n\r\n`],
    ['a NUL in a header', `${HEALTH}X-Header: a\0b\r\n\r\n`],
    ['a negative Content-Length', `${HEALTH}Content-Length: -1\r\n\r\n`],
    ['a Content-Length that is not a number', `${HEALTH}Content-Length: 1e3\r\n\r\n`],
    ['a Content-Length beyond all numbers', `${HEALTH}Content-Length: ${'9'.repeat(40)}\r\n\r\n`],
    ['two Content-Lengths', `${HEALTH}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    [
      'Content-Length and Transfer-Encoding',
      `${HEALTH}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a Transfer-Encoding that does not end in chunked',
      `${HEALTH}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`,
    ],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ])('is 400 in the error format for %s, and the connection is closed', async (_what, text) => {
    const answer = await answerTo(text);
    expect(answer.status).toBe(400);
    expectErrorShape(answer, 'bad_request');
    expect((await t.actors.anonymous.get('/healthz')).status).toBe(200);
  });

  it.each([
    ['one header', `${HEALTH}X-Large: ${'a'.repeat(70_000)}\r\n\r\n`],
    ['many headers', `${HEALTH}${'X-Many: some value\r\n'.repeat(5000)}\r\n`],
    ['the path', `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ])('is 431 in the error format when %s is too large', async (_what, text) => {
    const answer = await answerTo(text);
    expect(answer.status).toBe(431);
    expectErrorShape(answer, 'headers_too_large');
    expect(answer.body.message).toMatch(/too large/);
  });

  it('reveals neither the input nor the server software', async () => {
    const { bytes, headers } = await answerTo('s3cret-words in a broken request\r\n\r\n');
    expect(bytes.toString()).not.toMatch(/s3cret|HPE_|Parse Error|node/i);
    expect(headers.get('server')).toBeNull();
  });

  it('answers an expectation other than 100-continue in the error format', async () => {
    const wire = await Wire.to(t);
    const answer = await wire.send(`${HEALTH}Expect: a-miracle\r\n\r\n`).answer();
    wire.cut();
    expect(answer.status).toBe(417);
    expect(answer.body).toMatchObject({
      message: expect.any(String),
      error: { message: answer.body?.message },
    });
  });

  it.each([
    ['', ''],
    [', also where another request came before the broken bytes', `${HEALTH}\r\n`],
  ])('does not write into a response in progress%s', async (_also, before) => {
    // Larger than the connection's buffers, so that the response is still in progress when the broken bytes arrive.
    const bytes = new Uint8Array(24 * 1024 * 1024).fill('x'.charCodeAt(0));
    const path = artifactPath('broken', digestOf(bytes), 'bundle');
    expect((await admin.put(path, bytes, 'application/octet-stream')).status).toBe(200);
    const wire = await (await Wire.to(t)).start('GET', path, admin.credentials).started();
    wire.read(false).send(`${before}broken\r\n\r\n`);
    // Time for the server to read the broken bytes.
    expect((await admin.head(path)).status).toBe(200);
    const received = await wire.read(true).closed();
    expect(received.toString('latin1', 0, 15)).toBe('HTTP/1.1 200 OK');
    expect(received.includes('HTTP/1.1 400')).toBe(false);
    // The response is truncated, not corrupted.
    const start = received.indexOf('\r\n\r\n') + 4;
    expect(received.subarray(start).equals(bytes.subarray(0, received.length - start))).toBe(true);
  });
});

describe('an unusual, but valid request', () => {
  it('of HTTP/1.0 is answered', async () => {
    const answer = await answerTo('GET /healthz HTTP/1.0\r\n\r\n');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ status: 'ok' });
  });

  it('in absolute form is routed by its path', async () => {
    const wire = await Wire.to(t);
    wire.send('GET http://registry.test/healthz?x=1 HTTP/1.1\r\nHost: registry.test\r\n\r\n');
    const { status, body } = await wire.answer();
    wire.cut();
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'ok' });
  });

  it('pipelined after another one is answered in order', async () => {
    const wire = await Wire.to(t);
    wire.send(
      `${HEALTH}X-Request-Id: first\r\n\r\n${HEALTH.replace('/healthz', '/nowhere')}X-Request-Id: second\r\n\r\n`,
    );
    const first = await wire.answer();
    const second = await wire.answer();
    wire.cut();
    expect([first.status, first.headers.get('x-request-id')]).toEqual([200, 'first']);
    expect([second.status, second.headers.get('x-request-id')]).toEqual([404, 'second']);
  });

  it('to upgrade the connection is answered without an upgrade', async () => {
    const wire = await Wire.to(t);
    const { status } = await wire.send(`${HEALTH}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`).answer();
    wire.cut();
    expect(status).toBe(200);
  });
});
