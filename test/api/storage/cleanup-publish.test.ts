import { randomUUID } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { sha256Of } from '../../../src/common/values/sha256-digest.js';
import { CleanupService } from '../../../src/registry/cleanup/cleanup.service.js';
import { canonicalForms } from '../../../src/registry/versions/canonical-manifest.js';
import { ARTIFACT_STORE, type ArtifactStore } from '../../../src/storage/artifacts/artifact-store.js';
import type { ApiClient } from '../../support/api-client.js';
import { artifactPath, manifestOf, publish, setStatus } from '../../support/builders.js';
import { S3Server } from '../../support/s3-server.js';
import { createOrganization, eventually, recordsOf, someBytes } from '../../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { engine } from '../../support/test-database.js';
import { resolve } from '../../support/version-requests.js';

const LONG_AGO = new Date('2020-01-01T00:00:00Z');

describe.each(['filesystem', 's3'])('a cleanup during a publish, storage %s', (storage) => {
  let s3: S3Server | undefined;
  let t: TestApp;
  let admin: ApiClient;
  let store: ArtifactStore;
  beforeAll(async () => {
    if (storage === 's3') s3 = await S3Server.start();
    const settings = s3 === undefined ? { STORAGE_TYPE: 'filesystem' } : s3.settings;
    t = await startTestApp({ ...settings, STORAGE_PRESIGN_ENABLED: 'false' });
    admin = await t.actors.admin();
    store = t.app.get<ArtifactStore>(ARTIFACT_STORE);
  });
  afterAll(async () => {
    await t.close();
    await s3?.close();
  });

  const cleanUp = (unknownOrganizations = false) =>
    t.app.get(CleanupService).run({ olderThanHours: 24, dryRun: false, unknownOrganizations });
  const ageObjects = async (): Promise<void> => {
    if (s3 !== undefined) return s3.age('', LONG_AGO);
    const root = join(t.dataDir, 'artifacts', 'objects');
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), LONG_AGO, LONG_AGO);
    }
  };

  it('that removes objects of unknown organizations, keeps the first manifest of a new one', async () => {
    const write = store.write.bind(store);
    let cleanups = 0;
    // Right after the manifest is stored for the first time, and before its organization is created.
    store.write = async (...words) => {
      const size = await write(...words);
      if (cleanups === 0) {
        cleanups += 1;
        await ageObjects();
        await cleanUp(true);
        expect(await store.size(words[0])).toBeUndefined();
      }
      return size;
    };
    try {
      expect((await publish(admin, 'beginning/files', '1.0.0')).status).toBe(200);
    } finally {
      store.write = write;
    }
    expect(cleanups).toBe(1);
    const { body } = await resolve(admin, 'beginning/files', '1.0.0');
    const { status, text } = await admin.get(body.resolved.manifest.url as string);
    expect({ status, manifest: JSON.parse(text) }).toEqual({
      status: 200,
      manifest: manifestOf('beginning/files', '1.0.0'),
    });
  });

  // The embedded database has one connection: a cleanup waits until the transaction is over.
  if (engine !== 'postgres') return;

  it('keeps the bundle and the evidence referenced in its open transaction', async () => {
    const id = 'held/files';
    await createOrganization(admin, 'held');
    const bundle = someBytes(`bundle ${randomUUID()}`);
    const evidence = someBytes(`evidence ${randomUUID()}`);
    const put = (part: string, bytes: Uint8Array<ArrayBuffer>, digest: string, type: string) =>
      admin.put(artifactPath('held', digest, part), bytes, type);
    expect((await put('bundle', bundle.bytes, bundle.digest, 'application/octet-stream')).status).toBe(200);
    expect((await put('evidence/sbom', evidence.bytes, evidence.digest, 'application/json')).status).toBe(
      200,
    );
    await t.rows(`UPDATE registry_artifact SET created_at = now() - interval '2 days'`);

    // Recording the manifest, the last step of a publish, waits for this transaction.
    const other = new pg.Client({ connectionString: t.config.database.url ?? '' });
    await other.connect();
    try {
      await other.query('BEGIN');
      await other.query(
        `INSERT INTO registry_artifact (id, org_id, digest, kind, evidence_kind, size_bytes, uploaded_by, created_at)
         SELECT gen_random_uuid(), id, $1, 'manifest', '', 1, 'nobody', now()
           FROM registry_organization WHERE slug = 'held'`,
        [sha256Of(canonicalForms(manifestOf(id, '1.0.0')).bytes)],
      );
      const publishing = publish(admin, id, '1.0.0', {
        bundle_digest: bundle.digest,
        bundle_size_bytes: bundle.bytes.length,
        evidence_digests: [evidence.digest],
      });
      await eventually(
        async () =>
          (
            await t.rows(
              `SELECT pid FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%registry_artifact%'`,
            )
          ).length > 0,
      );
      await cleanUp();
      expect(await recordsOf(t, bundle.digest)).toHaveLength(1);
      expect(await recordsOf(t, evidence.digest)).toHaveLength(1);
      await other.query('ROLLBACK');
      expect((await publishing).status).toBe(200);
    } finally {
      await other.end();
    }
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
    const { body } = await resolve(admin, id, '1.0.0');
    expect(body.resolved.evidence).toMatchObject([{ kind: 'sbom' }]);
    const downloaded = await admin.get(body.resolved.bundle.url as string);
    expect(downloaded.bytes.equals(bundle.bytes)).toBe(true);
  });
});
