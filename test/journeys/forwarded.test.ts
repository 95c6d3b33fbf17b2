import { request, type IncomingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';
import { eventually } from '../support/stored-artifacts.js';

const PUBLIC_URL = 'https://registry.example:8443/hub/mcp';

let home: ServerHome;
let server: ServerProcess;

async function start(settings: Readonly<Record<string, string>>): Promise<void> {
  server = await home.start(settings);
}

beforeAll(async () => {
  home = await ServerHome.open({ PUBLIC_READ_CATALOG: 'true', LOG_LEVEL: 'debug' });
});

afterAll(() => home.close());

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A GET of exactly this path. */
const get = (path: string, headers: Readonly<Record<string, string | string[]>> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const outgoing = request({ host: hostname, port, path, headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
      });
    });
    outgoing.on('error', reject).end();
  });

/** The log line of a request. */
async function logged(id: string): Promise<{ client: string; path: string }> {
  const find = (): string | undefined =>
    server.output.split('\n').find((line) => line.includes(`"${id}"`) && line.endsWith('}'));
  await eventually(() => Promise.resolve(find() !== undefined));
  return JSON.parse(find() ?? '');
}

async function clientOf(id: string, forwarded: string | string[]): Promise<string> {
  await get('/v1/catalog', { 'X-Request-Id': id, 'X-Forwarded-For': forwarded });
  return (await logged(id)).client;
}

describe('behind a trusted ingress, with a path in PUBLIC_URL', () => {
  beforeAll(() => start({ PUBLIC_URL, TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1' }));
  afterAll(() => server.kill());

  it.each([
    ['taken off', '/v1/catalog'],
    ['passed on', '/hub/mcp/v1/catalog'],
    ['passed on, with a base URL that ends in a slash', '/hub/mcp//v1/catalog'],
    ['passed on, behind a slash too many', '//hub/mcp/v1/catalog'],
    ['passed on, with a query', '/hub/mcp/v1/catalog?limit=5'],
  ])('serves a path whose prefix is %s', async (_what, path) => {
    const { status, text } = await get(path);
    expect([status, JSON.parse(text)]).toEqual([200, { packages: [] }]);
  });

  it.each(['/hub/mcp', '/hub/mcp/', '/hub/mcp?x=/v1/catalog'])(
    'serves the start page at %s',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(text).toContain('<base href="/hub/mcp/">');
      // Everything else of the page is relative to that.
      expect(text).not.toMatch(/(src|href)="(?!\/hub\/mcp\/")(\/|https?:)/);
    },
  );

  it.each([
    '/hub',
    '/hub/mcpv1/catalog',
    '/hub/mcp-2/v1/catalog',
    '/HUB/mcp/v1/catalog',
    '/hub/v1/catalog',
    '/hub/mcp/hub/mcp/v1/catalog',
    '/v1/hub/mcp/v1/catalog',
  ])('serves nothing under %s', async (path) => {
    const { status, text } = await get(path);
    expect([status, JSON.parse(text).error.code]).toEqual([404, 'not_found']);
  });

  it('answers 405 and 401 under the prefix as without it', async () => {
    expect((await get('/hub/mcp/v1/auth/login')).headers.allow).toBe('POST');
    expect((await get('/hub/mcp/v1/tokens')).status).toBe(401);
  });

  it('sets the URL of the API in the documentation', async () => {
    for (const path of ['/docs/registry.json', '/hub/mcp/docs/registry.json']) {
      expect(JSON.parse((await get(path)).text).servers).toMatchObject([{ url: '/hub/mcp/' }]);
    }
    const page = await get('/hub/mcp/docs');
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/(src|href)="(\/|https?:)/);
  });

  it('ignores the hosts in request headers', async () => {
    const headers = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      'X-Forwarded-Proto': 'gopher',
      'X-Forwarded-Prefix': '/evil',
      Forwarded: 'host=evil.example',
    };
    for (const path of ['/v1/catalog', '/docs', '/docs/', '/docs/registry.json', '/', '/v1/nothing']) {
      const answer = await get(path, headers);
      expect(JSON.stringify(answer.headers) + answer.text).not.toContain('evil');
      expect(answer.headers.location).toBeUndefined();
    }
  });

  it.each([
    ['the one that the ingress saw', '203.0.113.7', '203.0.113.7'],
    ['the right-most, whatever the client wrote before it', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
    ['the one before trusted hops', '198.51.100.1, 203.0.113.7, 10.1.2.3', '203.0.113.7'],
    ['the left-most when every hop is trusted', '10.0.0.9, 10.1.2.3', '10.0.0.9'],
    ['of IPv6', '2001:db8::7, ::1', '2001:db8::7'],
    ['without its port', '203.0.113.7:5678', '203.0.113.7'],
    ['of IPv6 without its port', '[2001:db8::7]:443, [::1]:8443', '2001:db8::7'],
    ['before trusted hops with ports', '203.0.113.7:5678, 10.1.2.3:80', '203.0.113.7'],
    ['of several headers', ['198.51.100.1', '203.0.113.7'], '203.0.113.7'],
  ])('logs the address of the client: %s', async (what, forwarded, client) => {
    expect(await clientOf(what.replaceAll(/\W/g, '-'), forwarded)).toBe(client);
  });

  it('logs the path without the prefix', async () => {
    await get('/hub/mcp/v1/catalog', { 'X-Request-Id': 'prefixed' });
    expect((await logged('prefixed')).path).toBe('/v1/catalog');
  });
});

describe('without TRUST_PROXY', () => {
  beforeAll(() => start({}));
  afterAll(() => server.kill());

  it('trusts no header: the client is the peer of the connection', async () => {
    expect(await clientOf('unbelieved', '203.0.113.7')).toBe('127.0.0.1');
  });
});

describe('an untrusted ingress', () => {
  beforeAll(() => start({ TRUST_PROXY: '10.0.0.0/8' }));
  afterAll(() => server.kill());

  it('is the client, whatever its headers', async () => {
    expect(await clientOf('untrusted', '203.0.113.7, 10.0.0.1')).toBe('127.0.0.1');
  });
});

describe('TRUST_PROXY', () => {
  it('fails the start when invalid', async () => {
    await expect(start({ TRUST_PROXY: 'nginx' })).rejects.toThrow(
      /trust_proxy \(TRUST_PROXY\) must be IP addresses or networks such as 10\.0\.0\.0\/8/,
    );
  });
});
