import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import { artifactPath, manifestOf, publishRequest } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { createOrganization } from '../../support/stored-artifacts.js';
import { exchange, Wire, type WireAnswer } from '../../support/wire.js';

const DIGEST = `sha256:${'0'.repeat(64)}`;
const BINARY = { 'Content-Type': 'application/octet-stream' };

let admin: ApiClient;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
  await createOrganization(admin, 'errors');
});

/** A client error: in the error format, with the message in both fields, below 1 KiB. */
function expectSmallError({ status, headers, bytes, body }: ApiResponse | WireAnswer): void {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(headers.get('content-type')).toMatch(/^application\/json\b/);
  expect(body).toEqual({
    message: expect.any(String),
    error: { code: expect.any(String), message: body.message, details: expect.any(Object) },
  });
  expect(body.message).not.toBe('');
  expect(bytes.length).toBeLessThan(1024);
}

// Characters that grow when written as JSON or UTF-8, and a plain one.
const TEXTS: [what: string, character: string][] = [
  ['letters', 'a'],
  ['quotes', '"'],
  ['backslashes', '\\'],
  ['control characters', '\u0001'],
  ['Chinese characters', '漢'],
  ['emoji', '😀'],
  ['halves of surrogate pairs', '\ud800'],
  ['markup', '<script>'],
];

describe.each(TEXTS)('10 kB of %s', (_what, character) => {
  const hostile = character.repeat(Math.ceil(10_000 / character.length));

  it.each<[field: string, body: (text: string) => Record<string, unknown>]>([
    ['version', (text) => ({ version: text })],
    ['bundle_digest', (text) => ({ bundle_digest: text })],
    ['bundle_size_bytes', (text) => ({ bundle_size_bytes: text })],
    ['manifest_json', (text) => ({ manifest_json: text })],
    ['manifest_json.package.id', (text) => ({ manifest_json: manifestOf(text, '1.0.0') })],
    ['manifest_json.package.version', (text) => ({ manifest_json: manifestOf('errors/files', text) })],
    ['git_sha', (text) => ({ git_sha: text })],
    ['repo_url', (text) => ({ repo_url: text })],
    ['repo_visibility', (text) => ({ repo_visibility: text })],
    ['repo_provider', (text) => ({ repo_provider: text })],
    ['repo_ref', (text) => ({ repo_ref: text })],
    ['certification_level', (text) => ({ certification_level: text })],
    ['evidence_digests', (text) => ({ evidence_digests: [text, text] })],
    ['description', (text) => ({ description: text })],
    ['tags', (text) => ({ tags: [text] })],
    [
      'every field',
      (text) => Object.fromEntries(Object.keys(publishRequest('a/b', '1.0.0')).map((key) => [key, text])),
    ],
  ])('in %s of a publish request: an error below 1 KiB, and nothing published', async (_field, change) => {
    const path = '/v1/org/errors/mcps/files';
    const request = publishRequest('errors/files', '1.0.0', change(hostile));
    const answer = await admin.post(`${path}/publish`, request);
    expectSmallError(answer);
    expect(answer.status).toBe(400);
    expect((await admin.get(path)).status).toBe(404);
  });

  it('in other bodies: an error below 1 KiB', async () => {
    const token = { description: 'x', scopes: ['mcp:resolve'], resources: ['catalog'] };
    for (const [path, json] of [
      ['/v1/auth/login', { username: hostile, password: hostile }],
      ['/v1/auth/login', { username: 'root', password: hostile }],
      ['/v1/tokens', { ...token, description: hostile }],
      ['/v1/tokens', { ...token, scopes: [hostile] }],
      ['/v1/tokens', { ...token, resources: [hostile] }],
      ['/v1/tokens', { ...token, expires_in: hostile }],
      ['/v1/tokens', { [hostile]: hostile }],
      ['/v1/org/errors/members', { username: hostile, role: 'member' }],
      ['/v1/org/errors/members', { username: 'root', role: hostile }],
      ['/v1/org/errors/mcps/seed/versions/0.0.1/status', { status: hostile }],
      ['/v1/org/errors/mcps/seed/versions/0.0.1/status', { status: 'revoked', reason: hostile }],
    ] as const) {
      expectSmallError(await admin.post(path, json));
    }
  });

  it('in a body that is not JSON: an error below 1 KiB', async () => {
    const body = new Uint8Array(Buffer.from(hostile));
    const headers = { 'content-type': 'application/json' };
    const answer = await t.actors.anonymous.send('POST', '/v1/auth/login', { body, headers });
    expectSmallError(answer);
    expect(answer.status).toBe(400);
  });

  it('in a path or a query: an error below 1 KiB', async () => {
    // The head is limited to 16 KiB; an encoded character has up to twelve bytes.
    const encoded = encodeURIComponent(hostile.slice(0, 1000).toWellFormed());
    for (const path of [
      `/${encoded}`,
      `/v1/org/${encoded}/members`,
      `/v1/org/errors/members/${encoded}`,
      `/v1/org/errors/mcps/${encoded}`,
      `/v1/org/errors/mcps/seed/resolve?ref=${encoded}`,
      `/v1/org/errors/mcps/seed/resolve?${encoded}=1`,
      artifactPath('errors', encoded, 'bundle'),
      artifactPath('errors', DIGEST, `evidence/${encoded}`),
      `/v1/catalog?org=${encoded}`,
      `/v1/catalog?limit=${encoded}`,
      `/v1/catalog?cursor=${encoded}`,
    ]) {
      expectSmallError(await exchange(t, admin, ['GET', path]));
    }
    expectSmallError(await admin.post(`${artifactPath('errors', DIGEST, 'presign')}?kind=${encoded}`));
    expectSmallError(await exchange(t, admin, ['DELETE', `/v1/tokens/${encoded}`]));
    expectSmallError(await exchange(t, admin, ['PUT', `/v1/org/errors/mcps/${encoded}`]));
  });
});

describe('hostile headers', () => {
  const quoted = (character: string): string => `application/json; charset="${character.repeat(5000)}"`;
  const body = Buffer.from('{"username":"a","password":"b"}');

  it.each([
    ['a charset of letters', quoted('a')],
    ['a charset of quotes', quoted('\\"')],
    ['a charset of letters that are not ASCII', quoted('é')],
    ['a charset that is unknown', 'application/json; charset=utf-99'],
    ['a charset that is not closed', 'application/json; charset="utf-8'],
    ['invalid parameters', 'application/json; =; ;;='],
    ['an invalid type', 'a'.repeat(10_000)],
  ])('Content-Type with %s is an error below 1 KiB, or ignored', async (_what, type) => {
    const answer = await exchange(
      t,
      t.actors.anonymous,
      ['POST', '/v1/auth/login'],
      { 'Content-Type': type },
      body,
    );
    // These credentials are invalid: 401 means that the body was read.
    expect([400, 401, 415]).toContain(answer.status);
    expectSmallError(answer);
  });

  it.each([
    ['Bearer', 'a'.repeat(10_000)],
    ['Bearer', '.'.repeat(10_000)],
    ['Token', `mcp_${'a'.repeat(5000)}:sk_${'b'.repeat(4000)}`],
    ['Token', ':'.repeat(10_000)],
    ['Basic', 'é'.repeat(10_000)],
    ['a'.repeat(5000), 'b'.repeat(5000)],
  ])('Authorization: %.10s with 10 kB is 401 below 1 KiB', async (scheme, credentials) => {
    const headers = { Authorization: `${scheme} ${credentials}` };
    const answer = await exchange(t, t.actors.anonymous, ['GET', '/v1/catalog'], headers);
    expect(answer.status).toBe(401);
    expectSmallError(answer);
  });

  it.each([
    'Content-Encoding',
    'X-Request-Id',
    'Range',
    'If-None-Match',
    'If-Range',
    'Accept',
    'Cookie',
    'X-Forwarded-For',
  ])('%s of 10 kB does not change the size of an error', async (name) => {
    const headers = { ...BINARY, [name]: `"${'é'.repeat(10_000)}"` };
    const path = artifactPath('errors', DIGEST, 'bundle');
    expectSmallError(await exchange(t, admin, ['GET', path], headers));
    expectSmallError(await exchange(t, admin, ['PUT', path], headers, body));
  });
});

describe('a malformed JSON body', () => {
  const send = (text: string, headers: Readonly<Record<string, string>> = {}): Promise<ApiResponse> =>
    t.actors.anonymous.send('POST', '/v1/auth/login', {
      body: new Uint8Array(Buffer.from(text)),
      headers: { 'content-type': 'application/json', ...headers },
    });

  it.each([
    '{',
    '{"username":"s3cret","password":"s3cret"',
    '{"username":"s3cret" "password":"s3cret"}',
    "{'username':'s3cret'}",
    '{"username":s3cret}',
    '{"username":"s3cret"}}',
    's3cret',
    '"s3cret"',
    '["s3cret"]',
    'null',
    'true',
    '42',
    '[]',
    ' ',
    `{"username":${'['.repeat(100)}"s3cret"${']'.repeat(100)}}`,
    '['.repeat(50_000),
  ])('is 400 without quoting it: %.40s', async (text) => {
    const answer = await send(text);
    expect(answer.status).toBe(400);
    expectSmallError(answer);
    expect(answer.text).not.toMatch(/s3cret|Unexpected|position|JSON\.parse/);
  });

  it('is not read before authentication: 401 comes first', async () => {
    const path = '/v1/org/errors/mcps/files/publish';
    const headers = { 'Content-Type': 'application/json' };
    const answer = await exchange(t, t.actors.anonymous, ['POST', path], headers, Buffer.from('{'));
    expect(answer.status).toBe(401);
  });

  it('does not pollute prototypes', async () => {
    const answer = await send(
      '{"__proto__":{"username":"root","password":"x"},"constructor":{"prototype":{}}}',
    );
    expect(answer.status).toBe(400);
    expect(answer.body.error.details).toMatchObject({ field: 'username' });
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'text/json'])(
    'of type %s is 415',
    async (type) => {
      const answer = await send('{"username":"a","password":"b"}', { 'content-type': type });
      expect(answer.status).toBe(415);
      expectSmallError(answer);
    },
  );

  it('of more than 256 KiB is 413, with Content-Length or chunked', async () => {
    const large = Buffer.from(JSON.stringify({ username: 'a'.repeat(256 * 1024), password: 'b' }));
    const answer = await send(large.toString());
    expect(answer.status).toBe(413);
    expectSmallError(answer);

    const wire = await Wire.to(t);
    const head = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    wire.start('POST', '/v1/auth/login', head).chunk(large).chunk(new Uint8Array());
    const chunked = await wire.answer();
    wire.cut();
    expect(chunked.status).toBe(413);
    expectSmallError(chunked);
  });
});

describe('POST with Content-Length 0', () => {
  it.each([
    ['/v1/auth/login', 'username'],
    ['/v1/tokens', 'description'],
    ['/v1/org/errors/members', 'username'],
    ['/v1/org/errors/mcps/files/publish', 'version'],
    ['/v1/org/errors/mcps/seed/versions/0.0.1/status', 'status'],
  ])('to %s is 400 that names the missing field %s', async (path, field) => {
    for (const headers of [
      { 'Content-Length': 0 },
      { 'Content-Length': 0, 'Content-Type': 'application/json' },
      {},
    ]) {
      const answer = await exchange(t, admin, ['POST', path], headers);
      expect(answer.status).toBe(400);
      expect(answer.body.error.details).toMatchObject({ field });
    }
  });
});
