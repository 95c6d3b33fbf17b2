import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { artifactPath, digestOf } from '../../support/builders.js';
import { expectRefused } from '../../support/refusals.js';
import { useTestApp } from '../../support/suite.js';
import {
  createOrganization,
  expectNothingStored,
  recordsOf,
  someBytes,
} from '../../support/stored-artifacts.js';
import { storedObject } from '../../support/stored-objects.js';
import { exchange } from '../../support/wire.js';

const JSON_TYPE = 'application/json';
const BINARY_TYPE = 'application/octet-stream';
const PARTS: [part: string, mediaType: string][] = [
  ['manifest', JSON_TYPE],
  ['bundle', BINARY_TYPE],
  ['evidence/sbom', JSON_TYPE],
];
const HEX = 'a'.repeat(64);

let admin: ApiClient;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
});

const put = (
  path: string,
  body: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>>,
  actor = admin,
) => actor.send('PUT', path, { body, headers });

describe.each(PARTS)('PUT /v1/org/{org}/artifacts/{digest}/%s', (part, mediaType) => {
  // One organization per kind: they share the application.
  const org = `put-${part.replace('/', '-')}`;
  beforeAll(() => createOrganization(admin, org));

  const type = { 'content-type': mediaType };
  const fresh = (name: string) => {
    const { bytes, digest } = someBytes(`${org} ${name}`);
    return { bytes, digest, path: artifactPath(org, digest, part) };
  };

  it.each([
    ['other bytes', (bytes: Buffer) => Buffer.from(bytes.map((byte) => byte ^ 1))],
    ['fewer bytes', (bytes: Buffer) => bytes.subarray(1)],
    ['more bytes', (bytes: Buffer) => Buffer.concat([bytes, bytes])],
    ['no bytes', () => undefined],
  ])('repairs what is stored as %s, at the latest when it is repeated', async (what, damage) => {
    const { bytes, digest, path } = fresh(`damaged ${what}`);
    expect((await put(path, bytes, type)).status).toBe(200);
    const [kind = ''] = part.split('/');
    const stored = await storedObject(t, kind, digest, org);
    const damaged = damage(Buffer.from(bytes));
    await (damaged === undefined ? stored.remove() : stored.replace(damaged));
    const again = await put(path, bytes, type);
    if (again.status !== 200) {
      expectRefused(again, 503);
      expect(again.headers.get('retry-after')).toMatch(/^[1-9]/);
      expect((await put(path, bytes, type)).status).toBe(200);
    }
    expect((await stored.read()).equals(bytes)).toBe(true);
  });

  it('answers 401 without credentials and 403 without mcp:publish, and stores nothing', async () => {
    const { bytes, digest, path } = fresh('no right');
    const anonymous = await put(path, bytes, type, t.actors.anonymous);
    expect(anonymous.status).toBe(401);
    const scopes = ['artifact:download', 'evidence:read', 'mcp:resolve', 'mcp:catalog:read'];
    const reader = await t.actors.apiToken({ scopes, resources: [`org/${org}/`] });
    expect((await put(path, bytes, type, reader)).status).toBe(403);
    await expectNothingStored(t, digest);
  });

  it('answers 403 when no resource pattern matches org/<org>/artifact/<digest>/<part>', async () => {
    const { bytes, digest, path } = fresh('no pattern');
    const resources = [`org/${org}/mcp/`, `org/${org}/artifact/${digest}`, `org/${org}x/`];
    const publisher = await t.actors.apiToken({ scopes: ['mcp:publish'], resources });
    expect((await put(path, bytes, type, publisher)).status).toBe(403);
    await expectNothingStored(t, digest);

    const exact = [`org/${org}/artifact/${digest}/${part}`];
    const uploader = await t.actors.apiToken({ scopes: ['mcp:publish'], resources: exact });
    expect((await put(path, bytes, type, uploader)).status).toBe(200);
  });

  it('answers 400 for bytes with another digest, and leaves nothing behind', async () => {
    const { digest, path } = fresh('announced');
    const { bytes } = fresh('sent');
    const { status, body } = await put(path, bytes, type);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'bad_request', details: { field: 'digest' } });
    await expectNothingStored(t, digest);
    await expectNothingStored(t, digestOf(bytes));
  });

  it('answers 400 for an empty body under another digest', async () => {
    const { digest, path } = fresh('not empty');
    expect((await put(path, new Uint8Array(), type)).status).toBe(400);
    await expectNothingStored(t, digest);
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/json-seq'],
    [mediaType === JSON_TYPE ? BINARY_TYPE : JSON_TYPE],
    [`${mediaType}, ${mediaType}`],
  ])('answers 415 for Content-Type %j', async (contentType) => {
    const { bytes, digest, path } = fresh(`type ${contentType}`);
    const { status, body } = await put(path, bytes, { 'content-type': contentType });
    expect(status).toBe(415);
    expect(body.error).toMatchObject({
      code: 'unsupported_media_type',
      details: { field: 'Content-Type' },
    });
    await expectNothingStored(t, digest);
  });

  it('answers 415 without a Content-Type', async () => {
    const { bytes, digest, path } = fresh('no type');
    expect((await put(path, bytes, {})).status).toBe(415);
    await expectNothingStored(t, digest);
  });

  it.each(['gzip', 'br', 'identity, gzip'])('answers 415 for Content-Encoding %j', async (encoding) => {
    const { bytes, digest, path } = fresh(`encoding ${encoding}`);
    const { status, body } = await put(path, bytes, { ...type, 'content-encoding': encoding });
    expect(status).toBe(415);
    expect(body.error.details).toMatchObject({ field: 'Content-Encoding' });
    await expectNothingStored(t, digest);
  });

  it('answers 404 for an organization that does not exist, and does not create it', async () => {
    const { bytes, digest } = fresh('nowhere');
    const nowhere = artifactPath(`${org}-nowhere`, digest, part);
    expect((await put(nowhere, bytes, type)).status).toBe(404);
    // Names are case-sensitive.
    expect((await put(artifactPath(org.toUpperCase(), digest, part), bytes, type)).status).toBe(404);
    await expectNothingStored(t, digest);
    const started = await t.rows(`SELECT slug FROM registry_organization WHERE slug_key = $1`, [
      `${org}-nowhere`,
    ]);
    expect(started).toEqual([]);
  });

  it.each([
    ['63 digits', `sha256:${HEX.slice(1)}`],
    ['65 digits', `sha256:${HEX}a`],
    ['upper-case digits', `sha256:${HEX.toUpperCase()}`],
    ['an upper-case algorithm', `SHA256:${HEX}`],
    ['another algorithm', `sha512:${HEX}${HEX}`],
    ['no algorithm', HEX],
    ['digits that are not hexadecimal', `sha256:${'g'.repeat(64)}`],
    ['a path that climbs', `..%2f..%2f..%2fsha256:${HEX}`],
    ['a NUL', `sha256:${HEX.slice(1)}%00`],
    ['a line break after it', `sha256:${HEX}%0a`],
  ])('answers 400 for a digest with %s', async (_what, digest) => {
    const { bytes } = fresh('bad digest');
    const path = artifactPath(org, digest, part);
    const { status, body } = await exchange(t, admin, ['PUT', path], type, bytes);
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject({ field: 'digest' });
    await expectNothingStored(t, digestOf(bytes));
  });

  it.each(['-acme', 'a.b', 'a%2fb', '%C3%A9', 'a'.repeat(40), '%00'])(
    'answers 400 for the organization %j',
    async (name) => {
      const { bytes, digest } = fresh('bad organization');
      const path = artifactPath(name, digest, part);
      const { status, body } = await exchange(t, admin, ['PUT', path], type, bytes);
      expect(status).toBe(400);
      expect(body.error.details).toMatchObject({ field: 'org' });
      await expectNothingStored(t, digest);
    },
  );

  it('answers 200 with digest, kind and size_bytes, once for every upload of the same bytes', async () => {
    const { bytes, digest, path } = fresh('accepted');
    const kind = part.replace('evidence/', '');
    const first = await put(path, bytes, type);
    expect(first.status).toBe(200);
    expect(first.body).toEqual({ digest, kind, size_bytes: bytes.length });
    const again = await put(path, bytes, type);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(await recordsOf(t, digest)).toHaveLength(1);
    expect(Buffer.from(bytes).equals((await admin.get(path)).bytes)).toBe(true);
  });

  it('answers 400 for other bytes under a stored digest, and keeps the stored ones', async () => {
    const { bytes, path } = fresh('kept');
    expect((await put(path, bytes, type)).status).toBe(200);
    expect((await put(path, fresh('intruding').bytes, type)).status).toBe(400);
    expect((await put(path, new Uint8Array(), type)).status).toBe(400);
    expect(Buffer.from(bytes).equals((await admin.get(path)).bytes)).toBe(true);
  });

  it('accepts %3A for : in digests, in uploads and in downloads', async () => {
    const { bytes, digest, path } = fresh('percent');
    const encoded = artifactPath(org, digest.replace(':', '%3A'), part);
    const { status, body } = await put(encoded, bytes, type);
    expect(status).toBe(200);
    expect(body.digest).toBe(digest);
    for (const url of [path, encoded, encoded.replace('%3A', '%3a')]) {
      expect((await admin.get(url)).bytes.equals(bytes)).toBe(true);
    }
    expect(await recordsOf(t, digest)).toHaveLength(1);
  });

  it('accepts its media type in any case and with parameters, and Content-Encoding identity', async () => {
    const { bytes, path } = fresh('lenient');
    const contentType = `${mediaType.toUpperCase()} ; charset=utf-8`;
    const headers = { 'content-type': contentType, 'content-encoding': 'Identity' };
    expect((await put(path, bytes, headers)).status).toBe(200);
  });

  it('stores bytes unchanged, whatever they are', async () => {
    // Neither UTF-8 nor JSON, with a gzip header: no one may interpret it.
    const bytes = new Uint8Array([0x1f, 0x8b, 0x08, 0x00, 0xff, 0xfe, 0x0d, 0x0a, ...Buffer.from(org)]);
    const path = artifactPath(org, digestOf(bytes), part);
    expect((await put(path, bytes, type)).status).toBe(200);
    expect((await exchange(t, admin, ['GET', path])).bytes.equals(bytes)).toBe(true);
  });
});

describe('PUT /v1/org/{org}/artifacts/{digest}/evidence/{kind}', () => {
  beforeAll(() => createOrganization(admin, 'put-kinds'));

  it.each(['.hidden', '-x', 'a%20b', 'a%2fb', '..%2fbundle', '%00', '%C3%A9', 'a'.repeat(65)])(
    'answers 400 for the kind %j',
    async (kind) => {
      const { bytes, digest } = someBytes(`evidence of kind ${kind}`);
      const path = artifactPath('put-kinds', digest, `evidence/${kind}`);
      const type = { 'content-type': JSON_TYPE };
      const { status, body } = await exchange(t, admin, ['PUT', path], type, bytes);
      expect(status).toBe(400);
      expect(body.error.details).toMatchObject({ field: 'kind' });
      await expectNothingStored(t, digest);
    },
  );

  it('stores the same bytes under every kind that they were uploaded as, and no other', async () => {
    const { bytes, digest } = someBytes('evidence of two kinds');
    const path = (kind: string): string => artifactPath('put-kinds', digest, `evidence/${kind}`);
    for (const kind of ['sbom', 'attestation']) {
      const { status, body } = await put(path(kind), bytes, { 'content-type': JSON_TYPE });
      expect(status).toBe(200);
      expect(body.kind).toBe(kind);
    }
    expect((await admin.get(path('sbom'))).status).toBe(200);
    expect((await admin.get(path('attestation'))).status).toBe(200);
    expect((await admin.get(path('provenance'))).status).toBe(404);
    const kinds = (await recordsOf(t, digest)).map(({ evidence_kind: kind }) => kind);
    expect(kinds.sort()).toEqual(['attestation', 'sbom']);
  });

  it('accepts the same bytes as eight kinds, and answers 409 to the ninth', async () => {
    const { bytes, digest } = someBytes('evidence of many kinds');
    const upload = (kind: string) =>
      admin.put(artifactPath('put-kinds', digest, `evidence/${kind}`), bytes, JSON_TYPE);
    for (let kind = 1; kind <= 8; kind += 1) expect((await upload(`kind-${kind}`)).status).toBe(200);
    expectRefused(await upload('kind-9'), 409, 'kind');
    expect(await recordsOf(t, digest)).toHaveLength(8);
    expect((await upload('kind-8')).status).toBe(200);
  });

  it('keeps to eight kinds for twenty concurrent uploads', async () => {
    const { bytes, digest } = someBytes('evidence of many kinds at once');
    const uploads = Array.from({ length: 20 }, (_unused, kind) =>
      admin.put(artifactPath('put-kinds', digest, `evidence/kind-${kind}`), bytes, JSON_TYPE),
    );
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array<number>(8).fill(200), ...Array<number>(12).fill(409)]);
    expect(await recordsOf(t, digest)).toHaveLength(8);
  });
});
