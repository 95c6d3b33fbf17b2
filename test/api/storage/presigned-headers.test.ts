import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { artifactPath, digestOf, publish, setStatus } from '../../support/builders.js';
import { follow } from '../../support/presigned.js';
import { S3Server } from '../../support/s3-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let s3: S3Server;
let t: TestApp;
let admin: ApiClient;
beforeAll(async () => {
  s3 = await S3Server.start();
  t = await startTestApp({ ...s3.settings, PUBLIC_DOWNLOAD_ARTIFACTS: 'true' });
  admin = await t.actors.admin();
});
afterAll(async () => {
  await t.close();
  await s3.close();
});

const bundle = gzipSync('a bundle that is compressed already');

/** Publishes a bundle that is uploaded with these headers; returns the headers of its download. */
async function throughTheStore(
  id: string,
  visibility: string,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const change = { bundle_digest: digestOf(bundle), bundle_size_bytes: bundle.length, visibility };
  const { body } = await publish(admin, id, '1.0.0', change);
  expect(await follow(body.bundle_upload, bundle, headers)).toBe(200);
  expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
  const [org = ''] = id.split('/');
  const answer = await admin.get(artifactPath(org, digestOf(bundle), 'bundle'));
  expect(answer.status).toBe(302);
  return fetch(answer.headers.get('location') ?? '');
}

describe('a download of a presigned upload', () => {
  const reported = {
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=9999',
    'content-language': 'xx',
    'content-type': 'text/html',
    'content-disposition': 'inline',
    expires: 'Thu, 01 Dec 2094 16:00:00 GMT',
    'x-amz-meta-note': 'hello',
  };

  it('has the exact bytes, and no header set by the uploader', async () => {
    const answer = await throughTheStore('told/private', 'private', reported);
    expect(digestOf(Buffer.from(await answer.arrayBuffer()))).toBe(digestOf(bundle));
    for (const name of ['content-encoding', 'content-language', 'expires', 'x-amz-meta-note']) {
      expect([name, answer.headers.get(name)]).toEqual([name, null]);
    }
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[0-9a-f]{64}\.bundle"$/,
    );
  });

  it('is private, or publicly cacheable for public artifacts', async () => {
    const closed = await throughTheStore('kept/private', 'private', reported);
    expect(closed.headers.get('cache-control')).toBe('private, no-cache');
    const open = await throughTheStore('keptopen/public', 'public', reported);
    expect(open.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });
});
