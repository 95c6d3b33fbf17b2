import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CleanupService } from '../../../src/registry/cleanup/cleanup.service.js';
import {
  ARTIFACT_STORE,
  type ArtifactAddress,
  type ArtifactStore,
} from '../../../src/storage/artifacts/artifact-store.js';
import type { Actor } from '../../support/actors.js';
import type { ApiResponse } from '../../support/api-client.js';
import { artifactPath, aVersion, manifestOf, publish, setStatus } from '../../support/builders.js';
import { S3Server } from '../../support/s3-server.js';
import { someBytes } from '../../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const ROUNDS = 6;

describe.each(['filesystem', 's3'])('a concurrent cleanup, storage %s', (storage) => {
  let s3: S3Server | undefined;
  let t: TestApp;
  let admin: Actor;
  let store: ArtifactStore;
  beforeAll(async () => {
    if (storage === 's3') s3 = await S3Server.start();
    t = await startTestApp({ ...s3?.settings, STORAGE_PRESIGN_ENABLED: 'false' });
    admin = await t.actors.admin();
    store = t.app.get<ArtifactStore>(ARTIFACT_STORE);
    // Stays, so that the folders of the S3 server's objects are not deleted and created, which it cannot do safely.
    await aVersion(admin, 'races/seed', '0.0.1').published();
    await admin.put(
      artifactPath('races', someBytes('seed').digest, 'evidence/sbom'),
      someBytes('seed').bytes,
      'application/json',
    );
    await publish(admin, 'races/seed', '0.0.2', { evidence_digests: [someBytes('seed').digest] });
  });
  afterAll(async () => {
    await t.close();
    await s3?.close();
  });

  const put = (digest: string, bytes: Uint8Array<ArrayBuffer>, part = 'bundle'): Promise<ApiResponse> =>
    admin.put(
      artifactPath('races', digest, part),
      bytes,
      part === 'bundle' ? 'application/octet-stream' : 'application/json',
    );
  /** Makes all records old; never while a request runs, since no request takes a day. */
  const age = (): Promise<unknown> =>
    t.rows(`UPDATE registry_artifact SET created_at = now() - interval '2 days'`);
  const cleanUp = () => t.app.get(CleanupService).run({ olderThanHours: 24, dryRun: false });
  /** Recorded digests without bytes. */
  const broken = async (): Promise<string[]> => {
    const rows = await t.rows<{ kind: ArtifactAddress['kind']; digest: ArtifactAddress['digest'] }>(
      `SELECT a.kind, a.digest FROM registry_artifact a JOIN registry_organization o ON o.id = a.org_id
        WHERE o.slug_key = 'races'`,
    );
    const sizes = await Promise.all(rows.map((row) => store.size({ orgKey: 'races', ...row })));
    return rows.filter((_row, index) => sizes[index] === undefined).map(({ kind, digest }) => kind + digest);
  };
  const statuses = (answers: readonly ApiResponse[]): number[] => [
    ...new Set(answers.map(({ status }) => status)),
  ];

  it('loses nothing that 20 uploads have confirmed', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { bytes, digest } = someBytes(`upload ${storage} ${round}`);
      await put(digest, bytes);
      await put(digest, bytes, 'evidence/one');
      await age();
      const uploads = Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0 ? put(digest, bytes) : put(digest, bytes, `evidence/kind-${n % 3}`),
      );
      const [answers] = await Promise.all([Promise.all(uploads), cleanUp(), cleanUp(), cleanUp()]);
      expect(statuses(answers)).toEqual([200]);
      expect(await broken()).toEqual([]);
      expect(
        await store.size({ orgKey: 'races', kind: 'bundle', digest: digest as ArtifactAddress['digest'] }),
      ).toBe(bytes.length);
      const rows = await t.rows(`SELECT kind FROM registry_artifact WHERE digest = $1`, [digest]);
      expect(rows.length).toBeGreaterThanOrEqual(4);
    }
  });

  it('leaves every version with its old bytes, or without their record', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { bytes, digest } = someBytes(`named ${storage} ${round}`);
      await put(digest, bytes);
      await age();
      const change = { bundle_digest: digest, bundle_size_bytes: bytes.length };
      const publishing = Array.from({ length: 20 }, async (_, n) => {
        const answer = await publish(admin, `races/p${n % 5}`, `${round}.0.${n}`, change);
        expect(answer.status).toBe(200);
        const first = await setStatus(admin, `races/p${n % 5}`, `${round}.0.${n}`, 'published');
        expect([200, 409]).toContain(first.status);
        if (first.status === 200) return;
        expect(first.body.error.details.missing).toBe('bundle');
        expect((await put(digest, bytes)).status).toBe(200);
        const { status } = await setStatus(admin, `races/p${n % 5}`, `${round}.0.${n}`, 'published');
        expect(status).toBe(200);
      });
      await Promise.all([...publishing, cleanUp(), cleanUp(), cleanUp()]);
      expect(await broken()).toEqual([]);
      expect((await admin.get(artifactPath('races', digest, 'bundle'))).bytes.equals(bytes)).toBe(true);
    }
  });

  it('leaves every version with its manifest, even one stored before', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const version = `9.0.${round}`;
      const packages = [0, 1, 2, 3].map((n) => `races/m${n}`);
      // Replacing a draft leaves a manifest that no version references.
      const draft = async (id: string): Promise<void> => {
        await publish(admin, id, version, { status: 'draft' });
        const manifest = manifestOf(id, version, { env: {} });
        await publish(admin, id, version, { status: 'draft', manifest_json: manifest });
      };
      await Promise.all(packages.map(draft));
      await age();
      const [answers] = await Promise.all([
        Promise.all(packages.map((id) => publish(admin, id, version))),
        cleanUp(),
        cleanUp(),
      ]);
      expect(statuses(answers)).toEqual([200]);
      expect(await broken()).toEqual([]);
      const missing = await t.rows(
        `SELECT v.version FROM registry_version v
          WHERE NOT EXISTS (SELECT FROM registry_artifact a
                             WHERE a.org_id = v.org_id AND a.kind = 'manifest' AND a.digest = v.manifest_digest)`,
      );
      expect(missing).toEqual([]);
    }
  });

  it('lets organizations be created', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = `begin${round}/files`;
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 4 }, (_, n) => publish(admin, id, `1.0.${n}`))),
        cleanUp(),
      ]);
      expect(statuses(answers)).toEqual([200]);
      const [org] = id.split('/') as [string];
      for (const { digest } of await t.rows<{ digest: string }>(
        `SELECT a.digest FROM registry_artifact a JOIN registry_organization o ON o.id = a.org_id
          WHERE o.slug_key = $1`,
        [org],
      )) {
        expect((await admin.get(artifactPath(org, digest, 'manifest'))).status).toBe(200);
      }
    }
  });
});
