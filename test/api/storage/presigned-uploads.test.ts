import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import {
  artifactPath,
  bundleOf,
  digestOf,
  manifestOf,
  packagePath,
  publish,
  setStatus,
  uploadBundle,
} from '../../support/builders.js';
import { expectForbidden, expectRefused } from '../../support/refusals.js';
import { S3Server } from '../../support/s3-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { resolve } from '../../support/version-requests.js';

interface Instruction {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly expires_in: number;
}

let s3: S3Server;
let t: TestApp;
let admin: Actor;
beforeAll(async () => {
  s3 = await S3Server.start();
  t = await startTestApp(s3.settings);
  admin = await t.actors.admin();
});
afterAll(async () => {
  await t.close();
  await s3.close();
});

/** Follows the instruction; fetch sets the length itself. */
async function follow(
  { url, method, headers }: Instruction,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<number> {
  const { 'Content-Length': _length, ...sent } = headers;
  return (await fetch(url, { method, headers: sent, body: bytes })).status;
}

const bytesOf = (id: string, version: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(bundleOf(id, version));

async function announced(
  actor: ApiClient,
  id: string,
  version: string,
  change: object = {},
): Promise<Instruction> {
  const answer = await publish(actor, id, version, change);
  expect(answer.status).toBe(200);
  expect(answer.body.bundle_upload).toEqual({
    url: expect.stringContaining(s3.endpoint),
    method: 'PUT',
    headers: expect.any(Object),
    expires_in: 900,
  });
  return answer.body.bundle_upload as Instruction;
}

/** Downloads as a client that follows redirects. */
async function download(actor: ApiClient, path: string): Promise<Buffer> {
  const answer = await actor.get(path);
  expect(answer.status).toBe(302);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const location = answer.headers.get('location') ?? '';
  expect(location).toContain(s3.endpoint);
  const bytes = await fetch(location);
  expect(bytes.status).toBe(200);
  return Buffer.from(await bytes.arrayBuffer());
}

describe('bundle_upload', () => {
  it('cannot publish a version before the bytes are uploaded', async () => {
    await announced(admin, 'presigned/early', '1.0.0');
    expectRefused(await setStatus(admin, 'presigned/early', '1.0.0', 'published'), 409);
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['other bytes', (bytes) => Buffer.from(bytes).reverse()],
    ['too few', (bytes) => bytes.subarray(1)],
    ['too many', (bytes) => Buffer.concat([bytes, bytes])],
  ])('of %s publishes no version, and leaves nothing', async (what, change) => {
    const id = `presigned/wrong-${what.length}`;
    const instruction = await announced(admin, id, '1.0.0');
    await follow(instruction, new Uint8Array(change(bundleOf(id, '1.0.0'))));
    const answer = await setStatus(admin, id, '1.0.0', 'published');
    expectRefused(answer, 409);
    expect(answer.body.error.details).toMatchObject({ missing: 'bundle' });
    const hex = digestOf(bundleOf(id, '1.0.0')).slice('sha256:'.length);
    expect((await s3.keys()).filter((key) => key.endsWith(hex))).toEqual([]);
    // The right bytes are still accepted.
    expect(await follow(instruction, bytesOf(id, '1.0.0'))).toBe(200);
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
  });

  it('bypasses the registry for the bundle: publish, put, status, resolve, download', async () => {
    const id = 'presigned/files';
    // Access to the package suffices.
    const publisher = await t.actors.apiToken({
      scopes: ['mcp:publish'],
      resources: ['org/presigned/mcp/files'],
    });
    const instruction = await announced(publisher, id, '1.0.0');
    expect(await follow(instruction, bytesOf(id, '1.0.0'))).toBe(200);
    expect((await setStatus(publisher, id, '1.0.0', 'published')).status).toBe(200);

    const { resolved } = (await resolve(admin, id, 'latest')).body as {
      resolved: Record<'bundle' | 'manifest', { url: string; digest: string }>;
    };
    expect((await download(admin, resolved.bundle.url)).equals(bundleOf(id, '1.0.0'))).toBe(true);
    const manifest = await download(admin, resolved.manifest.url);
    expect(digestOf(manifest)).toBe(resolved.manifest.digest);
    expect(JSON.parse(manifest.toString())).toEqual(manifestOf(id, '1.0.0'));
  });

  it('is there for bytes that are stored already, too, which need no upload', async () => {
    const id = 'presigned/again';
    await follow(await announced(admin, id, '1.0.0'), bytesOf(id, '1.0.0'));
    await setStatus(admin, id, '1.0.0', 'published');
    const bundle = bundleOf(id, '1.0.0');
    const again = { bundle_digest: digestOf(bundle), bundle_size_bytes: bundle.length };
    expect((await publish(admin, id, '1.1.0', again)).body.bundle_upload).toMatchObject({ method: 'PUT' });
    expect((await setStatus(admin, id, '1.1.0', 'published')).status).toBe(200);
  });

  it('is optional: the bundle can be uploaded through the registry, too', async () => {
    const id = 'presigned/proxy';
    await announced(admin, id, '1.0.0');
    expect((await uploadBundle(admin, 'presigned', bundleOf(id, '1.0.0'))).status).toBe(200);
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
    const path = artifactPath('presigned', digestOf(bundleOf(id, '1.0.0')), 'bundle');
    expect((await download(admin, path)).equals(bundleOf(id, '1.0.0'))).toBe(true);
  });
});

describe('POST /v1/org/{org}/artifacts/{digest}/presign', () => {
  const presign = (
    actor: ApiClient,
    digest: string,
    query: string,
    org = 'presigned',
  ): Promise<ApiResponse> => actor.post(`${artifactPath(org, digest, 'presign')}?${query}`);
  const sbom = Buffer.from('{"bom":true}');

  it.each([
    ['kind=bundle&evidence_kind=sbom', 400],
    ['kind=zip', 400],
    ['', 400],
    ['kind=bundle&size_bytes=0', 400],
    ['kind=bundle&size_bytes=1e3', 400],
    ['kind=bundle&size_bytes=-1', 400],
    ['kind=bundle&size_bytes=104857601', 413],
    ['kind=manifest&size_bytes=10485761', 413],
  ])('?%s is %d', async (query, status) => {
    expectRefused(await presign(admin, digestOf('x'), query), status);
  });

  it('is 404 for an organization that does not exist', async () => {
    expectRefused(await presign(admin, digestOf('x'), 'kind=bundle', 'nowhere'), 404);
  });

  it('is 403 without mcp:publish on the artifact', async () => {
    const publisher = await t.actors.apiToken({
      scopes: ['mcp:publish'],
      resources: ['org/presigned/mcp/*'],
    });
    expectForbidden(await presign(publisher, digestOf('x'), 'kind=bundle'));
  });

  it.each(['manifest', 'bundle', 'evidence'])('answers an instruction for kind=%s', async (kind) => {
    const { status, body } = await presign(admin, digestOf(kind), `kind=${kind}&size_bytes=10`);
    expect(status).toBe(200);
    expect(body).toEqual({
      url: expect.stringContaining(s3.endpoint),
      method: 'PUT',
      headers: { 'Content-Length': '10', 'x-amz-checksum-sha256': expect.any(String) },
      expires_in: 900,
    });
  });

  it('uses the size of a bundle that a version announces', async () => {
    const id = 'presigned/sized';
    await announced(admin, id, '1.0.0');
    const bundle = bundleOf(id, '1.0.0');
    const { body } = await presign(admin, digestOf(bundle), 'kind=bundle');
    expect(body.headers['Content-Length']).toBe(String(bundle.length));
  });

  it('accepts evidence, which is listed once the version is published, and downloaded with evidence:read', async () => {
    const id = 'presigned/evidence';
    const instruction = await announced(admin, id, '1.0.0', { evidence_digests: [digestOf(sbom)] });
    await follow(instruction, bytesOf(id, '1.0.0'));
    const { body } = await presign(admin, digestOf(sbom), 'kind=evidence&evidence_kind=sbom');
    expect(await follow(body as Instruction, new Uint8Array(sbom))).toBe(200);
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
    const { resolved } = (await resolve(admin, id, '1.0.0')).body;
    const url = artifactPath('presigned', digestOf(sbom), 'evidence/sbom');
    expect(resolved.evidence).toEqual([{ kind: 'sbom', digest: digestOf(sbom), url }]);
    expect((await download(admin, url)).equals(sbom)).toBe(true);
    const other = await t.actors.apiToken({ scopes: ['artifact:download'], resources: ['org/presigned/'] });
    expectForbidden(await other.get(url));
  });

  it('accepts evidence after the version, and verifies it on first use', async () => {
    const bytes = Buffer.from('{"late":true}');
    const path = artifactPath('presigned', digestOf(bytes), 'evidence/attestation');
    const { body } = await presign(admin, digestOf(bytes), 'kind=evidence&evidence_kind=attestation');
    expectRefused(await admin.get(path), 404);
    await follow(body as Instruction, new Uint8Array(bytes));
    expect((await download(admin, path)).equals(bytes)).toBe(true);
  });
});

describe('a download from object storage', () => {
  it('answers 304 and 404 itself, and redirects HEAD to a URL for HEAD', async () => {
    const id = 'presigned/head';
    await follow(await announced(admin, id, '1.0.0'), bytesOf(id, '1.0.0'));
    await setStatus(admin, id, '1.0.0', 'published');
    const digest = digestOf(bundleOf(id, '1.0.0'));
    const path = artifactPath('presigned', digest, 'bundle');
    const known = await admin.get(path, { headers: { 'if-none-match': `"${digest}"` } });
    expect(known.status).toBe(304);
    expectRefused(await admin.get(artifactPath('presigned', digestOf('nothing'), 'bundle')), 404);
    const { status, headers } = await admin.head(path);
    expect(status).toBe(302);
    const answer = await fetch(headers.get('location') ?? '', { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(bundleOf(id, '1.0.0').length));
  });

  it('never exposes the registry’s credentials, and keeps 403 and 404 for other organizations', async () => {
    const digest = digestOf(bundleOf('presigned/files', '1.0.0'));
    const stranger = await t.actors.apiToken({ scopes: ['artifact:download'], resources: ['org/other/'] });
    expectForbidden(await stranger.get(artifactPath('presigned', digest, 'bundle')));
    expectRefused(await admin.get(artifactPath('other', digest, 'bundle')), 404);
    const { headers } = await admin.get(artifactPath('presigned', digest, 'bundle'));
    expect(headers.get('location')).not.toContain('Bearer');
    expect(headers.get('location')).not.toContain('Token');
  });
});

describe('storage.presign.enabled=false', () => {
  it('sends all bytes through the registry', async () => {
    const app = await startTestApp({ ...s3.settings, STORAGE_PRESIGN_ENABLED: 'false' });
    try {
      const id = 'proxied/files';
      const root = await app.actors.admin();
      expect((await publish(root, id, '1.0.0')).body.bundle_upload).toBeNull();
      expect((await uploadBundle(root, 'proxied', bundleOf(id, '1.0.0'))).status).toBe(200);
      expect((await setStatus(root, id, '1.0.0', 'published')).status).toBe(200);
      const path = artifactPath('proxied', digestOf(bundleOf(id, '1.0.0')), 'bundle');
      const whole = await root.get(path);
      expect(whole.status).toBe(200);
      expect(whole.bytes.equals(bundleOf(id, '1.0.0'))).toBe(true);
      const part = await root.get(path, { headers: { range: 'bytes=2-5' } });
      expect(part.status).toBe(206);
      expect(part.bytes.equals(bundleOf(id, '1.0.0').subarray(2, 6))).toBe(true);
      expectRefused(await root.post(`${artifactPath('proxied', digestOf('x'), 'presign')}?kind=bundle`), 501);
      expect((await root.get(packagePath(id))).status).toBe(200);
    } finally {
      await app.close();
    }
  });
});
