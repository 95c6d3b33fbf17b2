import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CleanupService, type CleanupCounts } from '../../../src/registry/cleanup/cleanup.service.js';
import type { CleanupOptions } from '../../../src/registry/cleanup/removal.js';
import {
  ARTIFACT_STORE,
  type ArtifactAddress,
  type ArtifactStore,
} from '../../../src/storage/artifacts/artifact-store.js';
import type { Actor } from '../../support/actors.js';
import { artifactPath, aVersion } from '../../support/builders.js';
import { S3Server } from '../../support/s3-server.js';
import { createOrganization, recordsOf, someBytes } from '../../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const DAY = 24;
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

interface Outcome {
  /** The lines about removed objects, or those to be removed. */
  readonly lines: string[];
  readonly counts: CleanupCounts;
}

async function cleanUp(t: TestApp, options: Partial<CleanupOptions> = {}): Promise<Outcome> {
  const lines: string[] = [];
  const removed = ({ address, sizeBytes }: { address: ArtifactAddress; sizeBytes: number }): void =>
    void lines.push(`${address.orgKey}/${address.kind}/${address.digest} ${sizeBytes}`);
  const all = { olderThanHours: DAY, dryRun: false, ...options };
  const counts = await t.app.get(CleanupService).run(all, { removed });
  return { lines: lines.sort(), counts };
}

describe.each(['filesystem', 's3'])('the cleanup of objects without a row, storage %s', (storage) => {
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

  const addressOf = (org: string, kind: ArtifactAddress['kind'], digest: string): ArtifactAddress => ({
    orgKey: org,
    kind,
    digest: digest as ArtifactAddress['digest'],
  });
  const isStored = async (org: string, kind: ArtifactAddress['kind'], digest: string): Promise<boolean> =>
    (await store.size(addressOf(org, kind, digest))) !== undefined;
  /** Stores an object without a row. */
  const put = (address: ArtifactAddress, bytes: Uint8Array): Promise<number> =>
    store.write(address, Readable.from([bytes]), {
      maxBytes: 1_000_000,
      signal: new AbortController().signal,
    });
  /** Makes an object's file old. */
  const age = async (digest: string): Promise<void> => {
    const hex = digest.slice('sha256:'.length);
    if (s3 !== undefined) return s3.age(hex, LONG_AGO);
    const root = join(t.dataDir, 'artifacts', 'objects');
    for (const { name, parentPath } of await readdir(root, { recursive: true, withFileTypes: true })) {
      if (name === hex) await utimes(join(parentPath, name), LONG_AGO, LONG_AGO);
    }
  };

  it('records those of an organization, which are removed a day later, but not young ones', async () => {
    await createOrganization(admin, 'strays');
    const old = someBytes(`stray old ${storage}`);
    const young = someBytes(`stray young ${storage}`);
    await put(addressOf('strays', 'bundle', old.digest), old.bytes);
    await put(addressOf('strays', 'evidence', old.digest), old.bytes);
    await put(addressOf('strays', 'bundle', young.digest), young.bytes);
    expect((await cleanUp(t)).lines).toEqual([]);
    await age(old.digest);
    expect((await cleanUp(t, { dryRun: true })).lines).toEqual([]);
    expect(await recordsOf(t, old.digest)).toEqual([]);
    expect((await cleanUp(t)).lines).toEqual([]);
    expect(await isStored('strays', 'bundle', old.digest)).toBe(true);
    expect(await recordsOf(t, old.digest)).toHaveLength(2);
    expect(await recordsOf(t, young.digest)).toEqual([]);
    await t.rows(`UPDATE registry_artifact SET created_at = now() - interval '2 days' WHERE digest = $1`, [
      old.digest,
    ]);
    expect((await cleanUp(t)).lines).toHaveLength(2);
    expect(await isStored('strays', 'bundle', old.digest)).toBe(false);
    expect(await isStored('strays', 'evidence', old.digest)).toBe(false);
    expect(await isStored('strays', 'bundle', young.digest)).toBe(true);
  });

  it('removes none of unknown organizations, however old, and counts them', async () => {
    const { bytes, digest } = someBytes(`of nobody ${storage}`);
    await put(addressOf('nobody', 'manifest', digest), bytes);
    expect((await cleanUp(t)).counts).toMatchObject({ unknownObjects: 0 });
    await age(digest);
    for (const dryRun of [true, false, false]) {
      const { lines, counts } = await cleanUp(t, { dryRun });
      expect(lines).toEqual([]);
      expect(counts).toMatchObject({ artifacts: 0, bytes: 0, unknownObjects: 1 });
    }
    expect(await isStored('nobody', 'manifest', digest)).toBe(true);
    expect(await recordsOf(t, digest)).toEqual([]);
  });

  it('removes them on request, except young ones, and lists them in a dry run', async () => {
    const old = someBytes(`of nobody ${storage}`);
    const young = someBytes(`of nobody, young ${storage}`);
    await put(addressOf('nobody', 'bundle', young.digest), young.bytes);
    const line = [`nobody/manifest/${old.digest} ${old.bytes.length}`];
    const reported = { unknownOrganizations: true };
    expect((await cleanUp(t, { ...reported, dryRun: true })).lines).toEqual(line);
    expect(await isStored('nobody', 'manifest', old.digest)).toBe(true);
    expect(await cleanUp(t, reported)).toMatchObject({
      lines: line,
      counts: { artifacts: 1, unknownObjects: 0 },
    });
    expect(await isStored('nobody', 'manifest', old.digest)).toBe(false);
    expect(await isStored('nobody', 'bundle', young.digest)).toBe(true);
    expect(await t.rows(`SELECT id FROM registry_organization WHERE slug_key = 'nobody'`)).toEqual([]);
  });

  it('removes nothing from a bucket of another database', async () => {
    if (s3 === undefined) return;
    const { bundleDigest } = await aVersion(admin, 'others/files', '1.0.0').published();
    await s3.age('', LONG_AGO);
    const before = (await s3.keys()).sort();
    const empty = await startTestApp(s3.settings);
    try {
      const { lines, counts } = await cleanUp(empty);
      expect(lines).toEqual([]);
      expect(counts.unknownObjects).toBeGreaterThan(1);
    } finally {
      await empty.close();
    }
    expect((await s3.keys()).sort()).toEqual(before);
    const { headers } = await admin.get(artifactPath('others', bundleDigest, 'bundle'));
    expect((await fetch(headers.get('location') ?? '')).status).toBe(200);
  });
});
