import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import {
  artifactPath,
  aVersion,
  bundleOf,
  digestOf,
  packagePath,
  publish,
  setStatus,
  uploadBundle,
} from '../../support/builders.js';
import { expectRefused } from '../../support/refusals.js';
import { useTestApp } from '../../support/suite.js';

// A publication that lost its job can go on (registry contract 24).

let admin: Actor;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
});

const versionPath = (id: string, version: string): string => `${packagePath(id)}/versions/${version}`;

describe('409 for a version that exists', () => {
  it.each([
    ['ingested', { status: 'ingested', bundle_stored: false }],
    ['uploaded', { status: 'ingested', bundle_stored: true }],
    ['published', { status: 'published', bundle_stored: true }],
    ['revoked', { status: 'revoked', bundle_stored: true }],
  ] as const)('says how far the publication of one that is %s came', async (state, details) => {
    const id = `goes-on-${state}/files`;
    await aVersion(admin, id, '1.0.0', { aliases: ['stable'], evidence_digests: [digestOf('sbom')] })[
      state
    ]();
    const request = { aliases: ['stable'], evidence_digests: [digestOf('sbom')] };
    const again = await publish(admin, id, '1.0.0', request);
    expect([again.status, again.body.error.details]).toEqual([
      409,
      { field: 'version', ...details, same_request: true },
    ]);
  });

  it('says that the request is another one', async () => {
    const id = 'goes-on-other/files';
    await aVersion(admin, id, '1.0.0').ingested();
    for (const change of [
      { repo_ref: 'other' },
      { git_sha: 'abcdef0123456789' },
      { bundle_digest: digestOf('other'), bundle_size_bytes: 5 },
      { certification_level: 2 },
      { aliases: ['stable'] },
      { evidence_digests: [digestOf('sbom')] },
      { visibility: 'public' },
    ]) {
      const { status, body } = await publish(admin, id, '1.0.0', change);
      expect([change, status, body.error.details.same_request]).toEqual([change, 409, false]);
    }
    const same = await publish(admin, id, '1.0.0', { description: 'of the package', tags: ['a'] });
    expect(same.body.error.details.same_request).toBe(true);
  });

  it('lets a retry continue with the upload', async () => {
    const id = 'goes-on-retry/files';
    await aVersion(admin, id, '1.0.0').ingested();
    const { body } = await publish(admin, id, '1.0.0');
    expect(body.error.details).toMatchObject({ bundle_stored: false, same_request: true });
    expect((await uploadBundle(admin, 'goes-on-retry', bundleOf(id, '1.0.0'))).status).toBe(200);
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
  });
});

describe('DELETE /v1/org/{org}/mcps/{name}/versions/{version}', () => {
  it('is 401 without credentials and 403 without mcp:publish on the package', async () => {
    const id = 'given-up-rights/files';
    await aVersion(admin, id, '1.0.0').ingested();
    expectRefused(await t.actors.anonymous.delete(versionPath(id, '1.0.0')), 401);
    for (const rights of [
      { scopes: ['mcp:resolve:prepublish', 'artifact:download'], resources: ['org/'] },
      { scopes: ['mcp:publish'], resources: ['org/others/'] },
      // A service may publish for others, and nothing else.
      { scopes: ['admin:publish'], resources: ['org/'] },
    ]) {
      expectRefused(await (await t.actors.bearer(rights)).delete(versionPath(id, '1.0.0')), 403);
    }
    expect((await admin.get(versionPath(id, '1.0.0'))).status).toBe(200);
  });

  it('lets a service give up what it has published itself, and nothing else', async () => {
    const id = 'given-up-service/files';
    const service = await t.actors.bearer({ scopes: ['admin:publish'], resources: ['org/'] });
    await aVersion(service, id, '1.0.0').ingested();
    await aVersion(admin, id, '1.1.0').ingested();
    expectRefused(await service.delete(versionPath(id, '1.1.0')), 403);
    expect((await service.delete(versionPath(id, '1.0.0'))).status).toBe(204);
    expectRefused(await admin.get(versionPath(id, '1.0.0')), 404);
    expect((await admin.get(versionPath(id, '1.1.0'))).status).toBe(200);
  });

  it('is 404 for what does not exist', async () => {
    await aVersion(admin, 'given-up-unknown/files', '1.0.0').ingested();
    for (const path of [
      versionPath('given-up-unknown/files', '1.0.1'),
      versionPath('nobody/files', '1.0.0'),
    ]) {
      expectRefused(await admin.delete(path), 404);
    }
  });

  it.each(['uploaded', 'published', 'revoked'] as const)('is 409 for a version that is %s', async (state) => {
    const id = `kept-${state}/files`;
    await aVersion(admin, id, '1.0.0')[state]();
    const { status, body } = await admin.delete(versionPath(id, '1.0.0'));
    expect([status, body.error.details]).toEqual([
      409,
      { status: state === 'uploaded' ? 'ingested' : state, bundle_stored: true },
    ]);
    expect((await admin.get(versionPath(id, '1.0.0'))).status).toBe(200);
  });

  it('is 409 for a version that was revoked before its bundle came', async () => {
    const id = 'kept-early/files';
    await aVersion(admin, id, '1.0.0').ingested();
    await setStatus(admin, id, '1.0.0', 'revoked');
    expectRefused(await admin.delete(versionPath(id, '1.0.0')), 409);
  });

  it.each(['draft', 'ingested'] as const)(
    'removes a version that is %s, which then can be published',
    async (state) => {
      const id = `given-up-${state}/files-${state}`;
      const first = { aliases: ['stable'], evidence_digests: [digestOf('sbom')] };
      await aVersion(admin, id, '1.0.0', first)[state]();
      expect((await admin.delete(versionPath(id, '1.0.0'))).status).toBe(204);
      expectRefused(await admin.get(versionPath(id, '1.0.0')), 404);
      await aVersion(admin, id, '1.0.0', { aliases: ['stable'], repo_ref: 'another' }).published();
      expect((await admin.get(versionPath(id, '1.0.0'))).body.status).toBe('published');
    },
  );

  it('and an upload at the same time leave a version with its bytes, or no version', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = `race-${round}/files`;
      const { bundle, bundleDigest } = await aVersion(admin, id, '1.0.0').ingested();
      const [removal, upload] = await Promise.all([
        admin.delete(versionPath(id, '1.0.0')),
        uploadBundle(admin, `race-${round}`, bundle),
      ]);
      expect([upload.status, [204, 409].includes(removal.status)]).toEqual([200, true]);
      const shown = await admin.get(versionPath(id, '1.0.0'));
      expect(shown.status).toBe(removal.status === 204 ? 404 : 200);
      const stored = await admin.get(artifactPath(`race-${round}`, bundleDigest, 'bundle'));
      expect(stored.status).toBe(200);
    }
  });
});

describe('PUT …/bundle', () => {
  it('takes application/gzip as well', async () => {
    const { bundle, bundleDigest } = await aVersion(admin, 'gzip/files', '1.0.0').ingested();
    const path = artifactPath('gzip', bundleDigest, 'bundle');
    expect((await admin.put(path, new Uint8Array(bundle), 'application/gzip')).status).toBe(200);
    const refused = await admin.put(path, new Uint8Array(bundle), 'application/zip');
    expect([refused.status, refused.body.message]).toEqual([
      415,
      'Content-Type must be application/octet-stream or application/gzip',
    ]);
  });
});

describe('a `+` in a reference', () => {
  it('is the plus of build metadata, encoded or not', async () => {
    await aVersion(admin, 'plus/files', '1.0.0+build.5').published();
    for (const ref of ['1.0.0+build.5', '1.0.0%2Bbuild.5', 'v1.0.0+build.5']) {
      const { status, body } = await admin.get(`${packagePath('plus/files')}/resolve?ref=${ref}`);
      expect([ref, status, body.resolved?.version, body.ref]).toEqual([
        ref,
        200,
        '1.0.0+build.5',
        decodeURIComponent(ref),
      ]);
    }
    // A range written with pluses for its spaces stays a range.
    const { body } = await admin.get(`${packagePath('plus/files')}/resolve?ref=%3E=0.9.0+%3C2.0.0`);
    expect(body.resolved.version).toBe('1.0.0+build.5');
  });
});
