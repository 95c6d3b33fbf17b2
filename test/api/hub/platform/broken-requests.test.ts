import { describe, expect, it } from '@jest/globals';
import { useHub } from '../../../support/suite.js';
import { Wire, type WireAnswer } from '../../../support/wire.js';

const { t } = await useHub({ PUBLIC_URL: 'http://localhost:8080/mcp', LIMITS_REQUEST_TIMEOUT: '1' });

const headOf = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: hub.test\r\n`;

async function answerTo(...texts: readonly string[]): Promise<WireAnswer> {
  const wire = await Wire.to(t);
  for (const text of texts) wire.send(text);
  const answer = await wire.answer();
  wire.cut();
  return answer;
}

const REGISTRY = {
  message: expect.any(String),
  error: expect.objectContaining({ code: expect.any(String) }),
};

function expectRates({ headers }: WireAnswer): void {
  for (const name of ['limit', 'remaining', 'reset']) {
    expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
  }
}

const hubBody = (error: string): object => ({
  error,
  message: expect.any(String),
  code: error.toUpperCase(),
});

describe('a malformed request under /api/v1', () => {
  it.each<[string, number, string, string]>([
    ['a header without a colon', 400, 'bad_request', `${headOf('/api/v1/mcps')}Nonsense\r\n\r\n`],
    ['a query before it', 400, 'bad_request', `${headOf('/api/v1?limit=1')}Nonsense\r\n\r\n`],
    ['two slashes before it', 400, 'bad_request', `${headOf('//api/v1/mcps')}Nonsense\r\n\r\n`],
    ['the public path before it', 400, 'bad_request', `${headOf('/mcp/api/v1/mcps')}Nonsense\r\n\r\n`],
    ['the absolute form', 400, 'bad_request', `${headOf('http://hub.test/api/v1/mcps')}Nonsense\r\n\r\n`],
    ['a NUL in the path', 400, 'bad_request', 'GET /api/v1/mc\0ps HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['an unknown method', 400, 'bad_request', 'STEAL /api/v1/mcps HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['another version', 400, 'bad_request', 'GET /api/v1/mcps HTTP/9.9\r\nHost: a\r\n\r\n'],
    [
      'two Content-Lengths',
      400,
      'bad_request',
      `${headOf('/api/v1/mcps')}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`,
    ],
    ['no Host', 400, 'bad_request', 'GET /api/v1/mcps HTTP/1.1\r\n\r\n'],
    ['a bad encoding', 400, 'bad_request', `${headOf('/api/v1/mcps/%zz')}\r\n`],
    ['a bad encoding of UTF-8', 400, 'bad_request', `${headOf('/api/v1/mcps/%ff')}\r\n`],
    [
      'a bad chunk',
      400,
      'bad_request',
      `POST /api/v1/orgs HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ],
    [
      'one large header',
      431,
      'headers_too_large',
      `${headOf('/api/v1/mcps')}X-Large: ${'a'.repeat(70_000)}\r\n\r\n`,
    ],
    [
      'many headers',
      431,
      'headers_too_large',
      `${headOf('/api/v1/mcps')}${'X-Many: some value\r\n'.repeat(5000)}\r\n`,
    ],
    [
      'more headers than are read',
      431,
      'headers_too_large',
      `${headOf('/api/v1/mcps')}${'A:\r\n'.repeat(3000)}\r\n`,
    ],
    ['a large path', 431, 'headers_too_large', `${headOf(`/api/v1/${'a'.repeat(70_000)}`)}\r\n`],
    ['an unknown expectation', 417, 'bad_request', `${headOf('/api/v1/mcps')}Expect: a-miracle\r\n\r\n`],
  ])('with %s is %i in the hub’s shape', async (_what, status, error, text) => {
    const answer = await answerTo(text);
    expect({ status: answer.status, body: answer.body }).toEqual({ status, body: hubBody(error) });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expectRates(answer);
  });

  it('is answered in the registry’s shape elsewhere', async () => {
    for (const path of ['/v1/catalog', '/api/v1x', '/elsewhere', '/api/v10/mcps', '/mcpx/api/v1/mcps']) {
      expect((await answerTo(`${headOf(path)}Nonsense\r\n\r\n`)).body).toEqual(REGISTRY);
    }
    expect((await answerTo('words\r\n\r\n')).body).toEqual(REGISTRY);
  });

  it('without a path is answered in the shape of the previous request on the connection', async () => {
    const wire = await Wire.to(t);
    expect((await wire.start('GET', '/api/v1/mcps').answer()).status).toBe(200);
    expect(await wire.send('words\r\n\r\n').answer()).toMatchObject({
      status: 400,
      body: hubBody('bad_request'),
    });
    wire.cut();
  });

  it('is 408 in that shape when its headers stop arriving', async () => {
    const wire = await Wire.to(t);
    expect((await wire.start('GET', '/api/v1/mcps').answer()).status).toBe(200);
    const answer = await wire.send(headOf('/api/v1/mcps')).answer();
    wire.cut();
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 408,
      body: hubBody('request_timeout'),
    });
    expectRates(answer);
  });

  it('counts, and has no rate headers where nothing is counted', async () => {
    const path = `${headOf('/api/v1/mcps')}Nonsense\r\n\r\n`;
    const [first, second] = [await answerTo(path), await answerTo(path)];
    const left = ({ headers }: WireAnswer): number => Number(headers.get('x-ratelimit-remaining'));
    expect(left(first) - left(second)).toBe(1);
    for (const elsewhere of ['/v1/catalog', '/healthz']) {
      const { headers } = await answerTo(`${headOf(elsewhere)}Nonsense\r\n\r\n`);
      expect(headers.has('x-ratelimit-limit')).toBe(false);
    }
  });

  it('of the GRC API has its shape, and its headers', async () => {
    const answer = await answerTo(`${headOf('/api/v1/grc/controls')}X: ${'a'.repeat(70_000)}\r\n\r\n`);
    expect(answer.status).toBe(431);
    expect(answer.body).toEqual({ error: 'headers_too_large', message: expect.any(String) });
    expectRates(answer);
  });
});

describe('an answer under /api/v1 before any route', () => {
  it.each([
    ['large headers', `${headOf('/api/v1/mcps')}X-Large: ${'a'.repeat(70_000)}\r\n\r\n`],
    ['no Host', 'GET /api/v1/mcps HTTP/1.1\r\n\r\n'],
  ])('has the rate limit headers, for %s', async (_what, text) => {
    const answer = await answerTo(text);
    expectRates(answer);
    expect(answer.headers.get('connection')).toBe('close');
  });
});
