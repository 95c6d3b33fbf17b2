import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Sha256Digest } from '../../../src/common/values/sha256-digest.js';
import {
  ARTIFACT_STORE,
  type ArtifactKind,
  type ArtifactStore,
} from '../../../src/storage/artifacts/artifact-store.js';
import type { ApiClient } from '../../support/api-client.js';
import { artifactPath, aVersion, digestOf } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { createOrganization, someBytes } from '../../support/stored-artifacts.js';
import { exchange } from '../../support/wire.js';

const JSON_TYPE = 'application/json';
const BINARY_TYPE = 'application/octet-stream';
const PARTS: [part: string, mediaType: string][] = [
  ['manifest', JSON_TYPE],
  ['bundle', BINARY_TYPE],
  ['evidence/sbom', JSON_TYPE],
];
const UNKNOWN = `sha256:${'0'.repeat(64)}`;

let admin: ApiClient;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
});

describe.each(PARTS)('GET /v1/org/{org}/artifacts/{digest}/%s', (part, mediaType) => {
  const org = `get-${part.replace('/', '-')}`;
  const { bytes, digest } = someBytes(`downloads of ${part}`);
  const path = artifactPath(org, digest, part);
  beforeAll(async () => {
    await createOrganization(admin, org);
    expect((await admin.put(path, bytes, mediaType)).status).toBe(200);
  });

  it('answers 404 for an unknown digest', async () => {
    const { status, body } = await admin.get(artifactPath(org, UNKNOWN, part));
    expect(status).toBe(404);
    expect(body.error.code).toBe('not_found');
  });

  it('answers 404 under the path of every other kind', async () => {
    const others = [...PARTS.map(([other]) => other), 'evidence/attestation'].filter(
      (other) => other !== part,
    );
    for (const other of others) {
      expect((await admin.get(artifactPath(org, digest, other))).status).toBe(404);
    }
  });

  it("answers 404 under another organization's path, exactly as for an unknown digest", async () => {
    await createOrganization(admin, `${org}-2`);
    const foreign = await admin.get(artifactPath(`${org}-2`, digest, part));
    const unknown = await admin.get(artifactPath(`${org}-2`, UNKNOWN, part));
    const nowhere = await admin.get(artifactPath(`${org}-nowhere`, digest, part));
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(unknown.body);
    expect(foreign.body).toEqual(nowhere.body);
    // Names are case-sensitive.
    expect((await admin.get(artifactPath(org.toUpperCase(), digest, part))).status).toBe(404);
  });

  it('answers 400 for an invalid digest', async () => {
    const { status, body } = await admin.get(artifactPath(org, digest.toUpperCase(), part));
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject({ field: 'digest' });
  });

  it('answers 503 with the reason when the bytes of a recorded artifact are gone', async () => {
    const lost = someBytes(`lost ${part}`);
    const lostPath = artifactPath(org, lost.digest, part);
    expect((await admin.put(lostPath, lost.bytes, mediaType)).status).toBe(200);
    const [kind] = part.split('/') as [ArtifactKind];
    await t.app
      .get<ArtifactStore>(ARTIFACT_STORE)
      .delete({ orgKey: org, kind, digest: lost.digest as Sha256Digest });
    const { status, headers, body } = await admin.get(lostPath);
    expect(status).toBe(503);
    expect(headers.get('content-type')).toMatch(/^application\/json\b/);
    expect(body.error).toMatchObject({
      code: 'unavailable',
      details: { digest: lost.digest, reason: 'missing' },
    });
  });

  it('answers 200 with the bytes, their digest as ETag, and headers that keep browsers from executing them', async () => {
    const { status, headers, bytes: served } = await admin.get(path);
    expect(status).toBe(200);
    expect(served.equals(bytes)).toBe(true);
    expect(headers.get('etag')).toBe(`"${digest}"`);
    expect(headers.get('content-length')).toBe(String(bytes.length));
    expect(headers.get('content-type')).toBe(mediaType);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[0-9a-f]{64}\.\w+"$/);
    expect(headers.get('cache-control')).toMatch(/\bprivate\b/);
    expect(headers.get('cache-control')).not.toMatch(/\bpublic\b/);
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const get = await admin.get(path);
    const head = await admin.head(path);
    expect(head.status).toBe(200);
    expect(head.bytes).toHaveLength(0);
    const lasting = (headers: Headers) =>
      [...headers].filter(([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name));
    expect(lasting(head.headers)).toEqual(lasting(get.headers));
    expect((await admin.head(artifactPath(org, UNKNOWN, part))).status).toBe(404);
    expect((await t.actors.anonymous.head(path)).status).toBe(401);
  });

  it.each([
    ['its ETag', `"${digest}"`],
    ['its ETag, weak', `W/"${digest}"`],
    ['its ETag among others', `"other", "${digest}", "third"`],
    ['*', '*'],
  ])('answers 304 without a body to If-None-Match: %s', async (_what, condition) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { status, headers } = await exchange(t, admin, [method, path], { 'If-None-Match': condition });
      expect(status).toBe(304);
      expect(headers.get('etag')).toBe(`"${digest}"`);
    }
  });

  it('answers 304 to If-None-Match with Cache-Control: no-cache, which fetch adds', async () => {
    // The directive is for intermediate caches (RFC 9111, 5.2.1.4); the origin still evaluates the condition.
    const answer = await admin.get(path, { headers: { 'if-none-match': `"${digest}"` } });
    expect(answer.status).toBe(304);
    expect(answer.bytes).toHaveLength(0);
  });

  it.each(['"other"', digest, `"${UNKNOWN}"`])('answers 200 to If-None-Match: %s', async (condition) => {
    const request = { 'If-None-Match': condition };
    const { status, bytes: served } = await exchange(t, admin, ['GET', path], request);
    expect(status).toBe(200);
    expect(served.equals(bytes)).toBe(true);
  });

  it('authorizes before evaluating conditions: a known ETag grants no access', async () => {
    const known = { 'If-None-Match': `"${digest}"` };
    expect((await exchange(t, t.actors.anonymous, ['GET', path], known)).status).toBe(401);
    const unknown = artifactPath(org, UNKNOWN, part);
    expect((await exchange(t, admin, ['GET', unknown], { 'If-None-Match': '*' })).status).toBe(404);
  });
});

describe('GET of a bundle that is compressed', () => {
  it('never has Content-Encoding, whatever the client accepts: the digest is that of the compressed bytes', async () => {
    await createOrganization(admin, 'gzip');
    const bytes = new Uint8Array(gzipSync('a tar archive '.repeat(1000)));
    const path = artifactPath('gzip', digestOf(bytes), 'bundle');
    expect((await admin.put(path, bytes, BINARY_TYPE)).status).toBe(200);
    for (const accepted of ['gzip', 'gzip, deflate, br', 'identity', '*']) {
      const {
        status,
        headers,
        bytes: served,
      } = await admin.get(path, { headers: { 'accept-encoding': accepted } });
      expect(status).toBe(200);
      expect(headers.get('content-encoding')).toBeNull();
      expect(headers.get('content-length')).toBe(String(bytes.length));
      expect(served.equals(bytes)).toBe(true);
    }
  });

  it('answers 200 whatever the Accept header', async () => {
    const { bundleDigest, bundle } = await aVersion(admin, 'accept/files', '1.0.0').published();
    const path = artifactPath('accept', bundleDigest, 'bundle');
    const { status, bytes } = await admin.get(path, { headers: { accept: 'text/html' } });
    expect(status).toBe(200);
    expect(bytes.equals(bundle)).toBe(true);
  });
});
