import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request, type IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '../support/api-client.js';
import { artifactPath, digestOf, packagePath, publish, setStatus } from '../support/builders.js';
import { CommandLineClient } from '../support/command-line-client.js';
import { PASSWORD } from '../support/credentials.js';
import { Nginx } from '../support/nginx.js';
import { freePort } from '../support/ports.js';
import { expectRefused } from '../support/refusals.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';
import { eventually } from '../support/stored-artifacts.js';

const MIB = 1024 * 1024;
const BUNDLE_LIMIT = 21 * MIB;
const TIMEOUT_SECONDS = 8;
const PREFIX = '/registry';
// A different address of this machine than that of the trusted nginx.
const CLIENT = '127.0.0.2';
const STREAM = { 'content-type': 'application/octet-stream' };

/** The `location` block from docs/operations.md, for a server at another address. */
async function documentedLocation(upstream: string): Promise<string> {
  const [, location] = /^```nginx\n([^]*?)^```$/m.exec(await readFile('docs/operations.md', 'utf8')) ?? [];
  expect(location).toContain('proxy_pass http://127.0.0.1:8080;');
  return (location ?? '').replace('http://127.0.0.1:8080;', `${upstream};`);
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly body: Record<string, unknown> | undefined;
}

describe.each([
  ['passes the path on', ''],
  ['strips the path', '/'],
])('behind an nginx that %s', (_what, end) => {
  let home: ServerHome;
  let server: ServerProcess;
  let nginx: Nginx;
  let publicUrl: string;
  let admin: ApiClient;

  beforeAll(async () => {
    const port = await freePort();
    publicUrl = `http://127.0.0.1:${port}${PREFIX}`;
    home = await ServerHome.open({
      PUBLIC_URL: publicUrl,
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'debug',
      LIMITS_BUNDLE_BYTES: String(BUNDLE_LIMIT),
      LIMITS_REQUEST_TIMEOUT: String(TIMEOUT_SECONDS),
    });
    server = await home.start();
    const location = await documentedLocation(server.url + end);
    nginx = await Nginx.start(`server {\nlisten 127.0.0.1:${port};\n${location}}`, port);
    admin = await new ApiClient(publicUrl).login('admin', PASSWORD);
  });

  afterAll(async () => {
    await nginx.stop();
    await home.close();
  });

  /** A request of exactly this path under the prefix, whose body may be sent over time. */
  const send = (
    method: string,
    path: string,
    headers: Readonly<Record<string, string | number>> = {},
    body: Readable = Readable.from([]),
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(publicUrl);
      const outgoing = request(
        {
          host: hostname,
          port,
          localAddress: CLIENT,
          method,
          path: PREFIX + path,
          headers: { ...admin.credentials, ...headers },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
          answer.on('end', () => {
            const bytes = Buffer.concat(chunks);
            const isJson = answer.headers['content-type']?.startsWith('application/json') === true;
            const parsed = isJson ? JSON.parse(bytes.toString()) : undefined;
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes, body: parsed });
          });
        },
      );
      outgoing.on('error', reject);
      body.pipe(outgoing);
    });

  const bundle = randomBytes(20 * MIB);
  const digest = digestOf(bundle);

  /** The bundle in chunks, as a client that reads it from a file sends it. */
  const pieces = (): Readable =>
    Readable.from(
      Array.from({ length: 320 }, (_unused, index) => bundle.subarray(index * 65_536, (index + 1) * 65_536)),
    );

  it('publishes a version with a bundle of 20 MiB, which is streamed', async () => {
    const change = { bundle_digest: digest, bundle_size_bytes: bundle.length };
    expect((await publish(admin, 'acme/files', '1.0.0', change)).status).toBe(200);
    const path = artifactPath('acme', digest, 'bundle');
    const uploaded = await send('PUT', path, { ...STREAM, 'content-length': bundle.length }, pieces());
    expect([uploaded.status, uploaded.body]).toEqual([
      200,
      { digest, kind: 'bundle', size_bytes: bundle.length },
    ]);
    expect((await setStatus(admin, 'acme/files', '1.0.0', 'published')).status).toBe(200);
    // nginx logs when it buffers a body or a response in a file.
    expect(await nginx.errors()).not.toContain('buffered to a temporary file');
  });

  it('accepts a chunked upload', async () => {
    const path = artifactPath('acme', digest, 'bundle');
    expect((await send('PUT', path, { ...STREAM, 'transfer-encoding': 'chunked' }, pieces())).status).toBe(
      200,
    );
  });

  it('resolves and downloads, whole and in ranges', async () => {
    const { status, body } = await admin.get(`${packagePath('acme/files')}/resolve?ref=latest`);
    expect(status).toBe(200);
    // Relative to the registry's base URL, so that they work behind every ingress.
    const { url } = body.resolved.bundle;
    expect(url).toBe(artifactPath('acme', digest, 'bundle'));
    const whole = await send('GET', url);
    expect([whole.status, createHash('sha256').update(whole.bytes).digest('hex')]).toEqual([
      200,
      digest.slice('sha256:'.length),
    ]);
    expect(whole.headers).toMatchObject({
      etag: `"${digest}"`,
      'content-length': String(bundle.length),
      'accept-ranges': 'bytes',
    });
    const range = await send('GET', url, { Range: 'bytes=1000-70999' });
    expect(range.status).toBe(206);
    expect(range.headers['content-range']).toBe(`bytes 1000-70999/${bundle.length}`);
    expect(range.bytes.equals(bundle.subarray(1000, 71_000))).toBe(true);
    expect((await send('GET', url, { Range: `bytes=${bundle.length}-` })).status).toBe(416);
    expect((await send('GET', url, { 'If-None-Match': `"${digest}"` })).status).toBe(304);
    const head = await send('HEAD', url);
    expect([head.status, head.headers['content-length']]).toEqual([200, String(bundle.length)]);
  });

  it('treats ":" and "%3A" in digests as the same, and // after the prefix as /', async () => {
    const { body } = await admin.get(`${packagePath('acme/files')}/resolve?ref=latest`);
    const path: string = body.resolved.manifest.url;
    const plain = await send('GET', path);
    expect(plain.status).toBe(200);
    for (const other of [path.replace('sha256:', 'sha256%3A'), `/${path}`, `//${path}`]) {
      const answer = await send('GET', other);
      expect([answer.status, answer.bytes.toString()]).toEqual([200, plain.bytes.toString()]);
    }
  });

  it('serves the command-line client, whose base URL may end in a slash', async () => {
    for (const base of [publicUrl, `${publicUrl}/`]) {
      const client = new CommandLineClient(base);
      expect(await client.login('admin', PASSWORD)).toBe(3600);
      expect((await client.pull('acme/files', 'v1.0.0')).bundle.bytes.equals(bundle)).toBe(true);
    }
  });

  it('pages through the catalog by following Link, which has the public URL', async () => {
    for (const name of ['one', 'two', 'three']) await publish(admin, `paged/${name}`, '1.0.0');
    const found: string[] = [];
    let next: string | undefined = `${publicUrl}/v1/catalog?org=paged&limit=1`;
    while (next !== undefined && found.length < 10) {
      const page: Response = await fetch(next, {
        headers: { ...admin.credentials, 'X-Forwarded-Host': 'evil.example' },
      });
      expect(page.status).toBe(200);
      const { packages } = (await page.json()) as { packages: { id: string }[] };
      found.push(...packages.map(({ id }) => id));
      next = /^<(.+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
      if (next !== undefined) expect(next.startsWith(`${publicUrl}/v1/catalog?`)).toBe(true);
    }
    expect(found).toEqual(['paged/one', 'paged/three', 'paged/two']);
  });

  it('serves the documentation with working relative URLs', async () => {
    const page = await fetch(`${publicUrl}/docs`);
    const [, script] = /src="(\.[^"]*swagger-ui-bundle\.js)"/.exec(await page.text()) ?? [];
    const answer = await fetch(new URL(script ?? '', page.url));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('javascript'),
    ]);
    const document = (await (await fetch(`${publicUrl}/docs/registry.json`)).json()) as object;
    expect(document).toMatchObject({ servers: [{ url: `${PREFIX}/` }] });
  });

  it('logs the client address seen by nginx, whatever the client’s headers', async () => {
    const find = (id: string): string | undefined =>
      server.output.split('\n').find((line) => line.includes(`"${id}"`) && line.endsWith('}'));
    const forged = { 'X-Forwarded-For': '198.51.100.1, 203.0.113.7', 'X-Real-IP': '203.0.113.7' };
    await send('GET', '/healthz', { 'X-Request-Id': 'plain' });
    await send('GET', '/healthz', { 'X-Request-Id': 'forged', ...forged });
    await eventually(() => Promise.resolve(find('plain') !== undefined && find('forged') !== undefined));
    for (const id of ['plain', 'forged']) {
      expect(JSON.parse(find(id) ?? '')).toMatchObject({ client: CLIENT, path: '/healthz' });
    }
  });

  it('forwards refusals in the API’s error format', async () => {
    expectRefused(await send('GET', '/v1/tokens', { authorization: 'Bearer nonsense' }), 401);
    expectRefused(await send('GET', '/v1/nothing'), 404);
    expectRefused(await send('PUT', artifactPath('acme', 'sha256:0', 'bundle'), STREAM), 400);
  });

  it('forwards 413, also while the client is still sending', async () => {
    const path = artifactPath('acme', `sha256:${'1'.repeat(64)}`, 'bundle');
    const body = new Readable({ read: () => undefined });
    body.push(Buffer.alloc(MIB));
    const answer = await send('PUT', path, { ...STREAM, 'content-length': BUNDLE_LIMIT + MIB }, body);
    body.push(null);
    expectRefused(answer, 413);
  });

  it('forwards 408 for an upload that does not end', async () => {
    const path = artifactPath('acme', `sha256:${'2'.repeat(64)}`, 'bundle');
    const body = new Readable({ read: () => undefined });
    body.push(Buffer.alloc(100_000));
    const answer = await send('PUT', path, { ...STREAM, 'content-length': 200_000 }, body);
    body.push(null);
    expect(answer.status).toBe(408);
    expect(answer.body).toMatchObject({ error: { code: 'request_timeout' } });
  });
});
