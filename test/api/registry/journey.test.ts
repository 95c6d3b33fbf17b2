import { describe, expect, it } from '@jest/globals';
import { aVersion, artifactPath, digestOf, packagePath } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';

const t = await useTestApp();

describe('publish, upload, publish status, resolve, download', () => {
  it('returns the published bytes', async () => {
    const admin = await t.actors.admin();
    const { bundle, bundleDigest } = await aVersion(admin, 'acme/files', '1.0.0').published();
    const { status, body } = await admin.get(`${packagePath('acme/files')}/resolve?ref=1.0.0`);
    expect(status).toBe(200);
    expect(body.resolved.bundle.digest).toBe(bundleDigest);
    const downloaded = await admin.get(body.resolved.bundle.url as string);
    expect(downloaded.bytes.equals(bundle)).toBe(true);
    const manifest = await admin.get(body.resolved.manifest.url as string);
    expect(digestOf(manifest.bytes)).toBe(body.resolved.manifest.digest);
    expect(artifactPath('acme', bundleDigest, 'bundle')).toBe(body.resolved.bundle.url);
  });
});
