import { readdir, rm, utimes, writeFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nameKey } from '../../../src/common/values/names.js';
import { CleanupService } from '../../../src/registry/cleanup/cleanup.service.js';
import {
  ARTIFACT_STORE,
  type ArtifactAddress,
  type ArtifactStore,
} from '../../../src/storage/artifacts/artifact-store.js';
import type { Actor } from '../../support/actors.js';
import {
  artifactPath,
  aVersion,
  bundleOf,
  digestOf,
  publish,
  setStatus,
  uploadBundle,
} from '../../support/builders.js';
import { S3Server } from '../../support/s3-server.js';
import { createOrganization, recordsOf, someBytes } from '../../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const DAY = 24;
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

describe.each(['filesystem', 's3'])('the cleanup of artifacts, storage %s', (storage) => {
  let s3: S3Server | undefined;
  let t: TestApp;
  let admin: Actor;
  let store: ArtifactStore;
  beforeAll(async () => {
    if (storage === 's3') s3 = await S3Server.start();
    t = await startTestApp(s3?.settings ?? { STORAGE_TYPE: 'filesystem' });
    admin = await t.actors.admin();
    store = t.app.get<ArtifactStore>(ARTIFACT_STORE);
  });
  afterAll(async () => {
    await t.close();
    await s3?.close();
  });

  /** The lines about removed artifacts, or those to be removed. */
  const cleanUp = async (dryRun = false, olderThanHours = DAY): Promise<string[]> => {
    const lines: string[] = [];
    const removed = ({ address, sizeBytes }: { address: ArtifactAddress; sizeBytes: number }): void =>
      void lines.push(`${address.orgKey}/${address.kind}/${address.digest} ${sizeBytes}`);
    await t.app.get(CleanupService).run({ olderThanHours, dryRun }, { removed });
    return lines.sort();
  };
  /** Makes records this many hours old. */
  const age = (hours: number, digest = ''): Promise<unknown[]> =>
    t.rows(
      `UPDATE registry_artifact SET created_at = now() - make_interval(secs => $1::float8 * 3600)
        WHERE $2 = '' OR digest = $2`,
      [hours, digest],
    );
  const addressOf = (org: string, kind: ArtifactAddress['kind'], digest: string): ArtifactAddress => ({
    orgKey: nameKey(org),
    kind,
    digest: digest as ArtifactAddress['digest'],
  });
  const isStored = async (org: string, kind: ArtifactAddress['kind'], digest: string): Promise<boolean> =>
    (await store.size(addressOf(org, kind, digest))) !== undefined;
  const upload = async (org: string, bytes: Uint8Array, part = 'bundle'): Promise<number> =>
    (
      await admin.put(
        artifactPath(org, digestOf(bytes), part),
        new Uint8Array(bytes),
        part === 'bundle' ? 'application/octet-stream' : 'application/json',
      )
    ).status;

  describe('leaves alone', () => {
    it('what is younger than 24 hours', async () => {
      await createOrganization(admin, 'young');
      const { bytes, digest } = someBytes(`young on ${storage}`);
      await upload('young', bytes);
      await age(DAY - 0.1, digest);
      expect(await cleanUp()).toEqual([]);
      expect(await isStored('young', 'bundle', digest)).toBe(true);
      await age(DAY + 0.1, digest);
      expect(await cleanUp()).toEqual([`young/bundle/${digest} ${bytes.length}`]);
    });

    it.each(['draft', 'ingested', 'published', 'revoked'] as const)(
      'manifest, bundle and evidence of a version that is %s',
      async (status) => {
        const id = `named-${status}/files`;
        const [org] = id.split('/') as [string];
        const { bytes, digest } = someBytes(`evidence of ${id} ${storage}`);
        const { bundleDigest } = await aVersion(admin, id, '1.0.0', { evidence_digests: [digest] })[status]();
        expect(await uploadBundle(admin, org, bundleOf(id, '1.0.0'))).toMatchObject({ status: 200 });
        expect(await upload(org, bytes, 'evidence/sbom')).toBe(200);
        await age(10 * DAY);
        expect(await cleanUp()).toEqual([]);
        expect(await isStored(org, 'bundle', bundleDigest)).toBe(true);
        expect(await isStored(org, 'evidence', digest)).toBe(true);
        expect(await recordsOf(t, digest)).toHaveLength(1);
      },
    );

    it('old bytes that are uploaded again, or finally referenced', async () => {
      await createOrganization(admin, 'again');
      const one = someBytes(`again ${storage}`);
      const other = someBytes(`named at last ${storage}`);
      await upload('again', one.bytes);
      await upload('again', other.bytes);
      await age(2 * DAY);
      expect(await upload('again', one.bytes)).toBe(200);
      await publish(admin, 'again/late', '1.0.0', {
        bundle_digest: other.digest,
        bundle_size_bytes: other.bytes.length,
      });
      expect(await cleanUp()).toEqual([]);
      expect((await setStatus(admin, 'again/late', '1.0.0', 'published')).status).toBe(200);
      await age(0);
    });

    it('everything, in a dry run, which lists what would be removed', async () => {
      await createOrganization(admin, 'Dry');
      const { bytes, digest } = someBytes(`dry ${storage}`);
      await upload('Dry', bytes);
      await age(2 * DAY, digest);
      const line = `dry/bundle/${digest} ${bytes.length}`;
      expect(await cleanUp(true)).toEqual([line]);
      expect(await cleanUp(true)).toEqual([line]);
      expect(await isStored('Dry', 'bundle', digest)).toBe(true);
      expect(await cleanUp()).toEqual([line]);
      expect(await isStored('Dry', 'bundle', digest)).toBe(false);
    });
  });

  it('removes bytes and row of unreferenced artifacts, so that they are 404 and can be uploaded again', async () => {
    await createOrganization(admin, 'unnamed');
    const { bytes, digest } = someBytes(`unnamed ${storage}`);
    for (const part of ['bundle', 'manifest', 'evidence/sbom', 'evidence/attestation']) {
      expect(await upload('unnamed', bytes, part)).toBe(200);
    }
    await age(DAY + 0.1, digest);
    expect(await cleanUp()).toHaveLength(4);
    expect(await cleanUp()).toEqual([]);
    for (const kind of ['bundle', 'manifest', 'evidence'] as const) {
      expect(await isStored('unnamed', kind, digest)).toBe(false);
    }
    expect(await recordsOf(t, digest)).toEqual([]);
    expect((await admin.get(artifactPath('unnamed', digest, 'bundle'))).status).toBe(404);
    expect(await upload('unnamed', bytes)).toBe(200);
    expect(await isStored('unnamed', 'bundle', digest)).toBe(true);
  });

  it('keeps the bytes of evidence as long as one kind of it is young', async () => {
    await createOrganization(admin, 'kinds');
    const { bytes, digest } = someBytes(`kinds ${storage}`);
    await upload('kinds', bytes, 'evidence/sbom');
    await upload('kinds', bytes, 'evidence/attestation');
    await t.rows(
      `UPDATE registry_artifact SET created_at = now() - interval '2 days'
        WHERE digest = $1 AND evidence_kind = 'sbom'`,
      [digest],
    );
    expect(await cleanUp()).toHaveLength(1);
    expect(await isStored('kinds', 'evidence', digest)).toBe(true);
    expect(await recordsOf(t, digest)).toMatchObject([{ evidence_kind: 'attestation' }]);
  });

  it('does not count references by another organization or as another kind', async () => {
    const { bundle, bundleDigest } = await aVersion(admin, 'namer/files', '1.0.0').published();
    await createOrganization(admin, 'other');
    await upload('other', bundle);
    await upload('namer', Buffer.from(bundle), 'manifest').catch(() => 0);
    await age(2 * DAY);
    expect(await cleanUp()).toContain(`other/bundle/${bundleDigest} ${bundle.length}`);
    expect(await isStored('other', 'bundle', bundleDigest)).toBe(false);
    expect(await isStored('namer', 'bundle', bundleDigest)).toBe(true);
  });

  it('continues after a batch', async () => {
    await createOrganization(admin, 'many');
    await t.rows(
      `INSERT INTO registry_artifact (id, org_id, digest, kind, size_bytes, uploaded_by, created_at)
       SELECT gen_random_uuid(), o.id, 'sha256:' || lpad(n::text, 64, '0'), 'bundle', 1, 'x', now() - interval '3 days'
         FROM registry_organization o, generate_series(1, 1200) n WHERE o.slug_key = 'many'`,
    );
    expect(await cleanUp(true)).toHaveLength(1200);
    await t.rows(`DELETE FROM registry_artifact WHERE uploaded_by = 'x'`);
  });

  it('removes unfinished uploads, but not those in progress', async () => {
    if (storage === 's3') return;
    const folder = join(t.dataDir, 'artifacts', 'tmp');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'old'), 'x');
    await writeFile(join(folder, 'new'), 'x');
    await utimes(join(folder, 'old'), LONG_AGO, LONG_AGO);
    const counts = (dryRun: boolean) => t.app.get(CleanupService).run({ olderThanHours: DAY, dryRun });
    expect(await counts(true)).toMatchObject({ unfinishedUploads: 1 });
    expect(await counts(false)).toMatchObject({ unfinishedUploads: 1 });
    expect(await readdir(folder)).toEqual(['new']);
    await rm(join(folder, 'new'));
  });
});
