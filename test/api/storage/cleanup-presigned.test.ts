import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CleanupService, type CleanupCounts } from '../../../src/registry/cleanup/cleanup.service.js';
import {
  ARTIFACT_STORE,
  type ArtifactAddress,
  type ArtifactStore,
} from '../../../src/storage/artifacts/artifact-store.js';
import type { Actor } from '../../support/actors.js';
import { artifactPath, bundleOf, digestOf, publish, setStatus } from '../../support/builders.js';
import { S3Server } from '../../support/s3-server.js';
import { createOrganization, recordsOf } from '../../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { resolve } from '../../support/version-requests.js';

interface Instruction {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
}

const ORG = 'leftovers';
const LONG_AGO = new Date('2020-01-01T00:00:00Z');

let s3: S3Server;
let t: TestApp;
let admin: Actor;
beforeAll(async () => {
  s3 = await S3Server.start();
  t = await startTestApp(s3.settings);
  admin = await t.actors.admin();
  await createOrganization(admin, ORG);
  await t.rows(`DELETE FROM registry_presigned_upload`);
});
afterAll(async () => {
  await t.close();
  await s3.close();
});

async function follow({ url, method, headers }: Instruction, bytes: Uint8Array): Promise<void> {
  const { 'Content-Length': _length, ...sent } = headers;
  expect((await fetch(url, { method, headers: sent, body: new Uint8Array(bytes) })).status).toBe(200);
}
const presign = async (bytes: Uint8Array, kind: string): Promise<Instruction> =>
  (await admin.post(`${artifactPath(ORG, digestOf(bytes), 'presign')}?kind=${kind}`)).body as Instruction;
const cleanUp = (dryRun = false): Promise<CleanupCounts> =>
  t.app.get(CleanupService).run({ olderThanHours: 24, dryRun });
const age = (): Promise<unknown> =>
  t.rows(`UPDATE registry_presigned_upload SET created_at = now() - interval '25 hours'`);
const rows = (bytes: Uint8Array): Promise<unknown[]> =>
  t.rows(`SELECT digest FROM registry_presigned_upload WHERE digest = $1`, [digestOf(bytes)]);
const staged = async (bytes: Uint8Array): Promise<boolean> =>
  (await s3.keys()).some((key) => key.startsWith('uploads/') && key.endsWith(digestOf(bytes).slice(7)));

describe('the cleanup of presigned uploads', () => {
  it('leaves alone uploads presigned within 24 hours', async () => {
    const bytes = Buffer.from('young');
    await follow(await presign(bytes, 'bundle'), bytes);
    expect(await cleanUp()).toMatchObject({ presignedUploads: 0 });
    expect(await staged(bytes)).toBe(true);
    expect(await rows(bytes)).toHaveLength(1);
  });

  it('removes unreferenced uploads, but nothing in a dry run', async () => {
    const bytes = Buffer.from('young');
    await age();
    expect(await cleanUp(true)).toMatchObject({ presignedUploads: 1 });
    expect(await staged(bytes)).toBe(true);
    expect(await cleanUp()).toMatchObject({ presignedUploads: 1 });
    expect(await staged(bytes)).toBe(false);
    expect(await rows(bytes)).toEqual([]);
    expect(await cleanUp()).toMatchObject({ presignedUploads: 0 });
  });

  it('verifies and records referenced uploads, so that the version can be published', async () => {
    const id = `${ORG}/files`;
    const bundle = bundleOf(id, '1.0.0');
    const evidence = Buffer.from('{"late":1}');
    const { body } = await publish(admin, id, '1.0.0', { evidence_digests: [digestOf(evidence)] });
    await follow((body as { bundle_upload: Instruction }).bundle_upload, bundle);
    await age();
    expect(await cleanUp()).toMatchObject({ presignedUploads: 0 });
    expect(await rows(bundle)).toEqual([]);
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);

    await follow(await presign(evidence, 'evidence&evidence_kind=sbom'), evidence);
    await age();
    await cleanUp();
    expect((await resolve(admin, id, '1.0.0')).body.resolved.evidence).toMatchObject([{ kind: 'sbom' }]);
  });

  it('forgets an upload that never arrived, and presigns it again', async () => {
    const id = `${ORG}/never`;
    await publish(admin, id, '1.0.0');
    await age();
    await cleanUp();
    const bundle = bundleOf(id, '1.0.0');
    expect(await rows(bundle)).toEqual([]);
    await follow(await presign(bundle, 'bundle'), bundle);
    await cleanUp();
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
  });

  it('removes a day later what was uploaded with an already used URL', async () => {
    const bytes = Buffer.from('put twice');
    const instruction = await presign(bytes, 'bundle');
    await follow(instruction, bytes);
    await t.rows(`DELETE FROM registry_presigned_upload`);
    await s3.age(digestOf(bytes).slice(7), LONG_AGO);
    await cleanUp();
    expect(await staged(bytes)).toBe(true);
    await age();
    expect(await cleanUp()).toMatchObject({ presignedUploads: 1 });
    expect(await staged(bytes)).toBe(false);
  });
});

describe('the cleanup of presigned uploads whose URLs are valid for more than a day', () => {
  const HOURS = 72;
  let longLived: TestApp;
  let client: Actor;
  beforeAll(async () => {
    longLived = await startTestApp({ ...s3.settings, STORAGE_PRESIGN_EXPIRES_IN: String(HOURS * 3600) });
    client = await longLived.actors.admin();
    await createOrganization(client, 'patient');
    await longLived.rows(`DELETE FROM registry_presigned_upload`);
  });
  afterAll(() => longLived.close());

  const cleanUpLater = async (hours: number): Promise<number> => {
    await longLived.rows(
      `UPDATE registry_presigned_upload SET created_at = now() - make_interval(hours => $1)`,
      [hours],
    );
    const { presignedUploads } = await longLived.app
      .get(CleanupService)
      .run({ olderThanHours: 24, dryRun: false });
    return presignedUploads;
  };

  it('waits until the URL has expired, and no longer', async () => {
    const bytes = Buffer.from('put on the third day');
    const path = `${artifactPath('patient', digestOf(bytes), 'presign')}?kind=bundle`;
    const instruction = (await client.post(path)).body as Instruction;
    expect(await cleanUpLater(HOURS - 1)).toBe(0);
    // The holder of the URL may still upload, and the upload counts.
    await follow(instruction, bytes);
    expect(await cleanUpLater(HOURS - 1)).toBe(0);
    expect(await staged(bytes)).toBe(true);
    expect(await cleanUpLater(HOURS + 1)).toBe(1);
    expect(await staged(bytes)).toBe(false);
  });

  it('leaves uploads without a row alone for that time', async () => {
    const bytes = Buffer.from('put, and forgotten');
    const path = `${artifactPath('patient', digestOf(bytes), 'presign')}?kind=bundle`;
    await follow((await client.post(path)).body as Instruction, bytes);
    await longLived.rows(`DELETE FROM registry_presigned_upload`);
    const rowsOfIt = () =>
      longLived.rows(`SELECT digest FROM registry_presigned_upload WHERE digest = $1`, [digestOf(bytes)]);
    const put = async (hoursAgo: number): Promise<void> => {
      await s3.age(digestOf(bytes).slice(7), new Date(Date.now() - hoursAgo * 3_600_000));
      await longLived.app.get(CleanupService).run({ olderThanHours: 24, dryRun: false });
    };
    await put(HOURS - 1);
    expect(await rowsOfIt()).toEqual([]);
    await put(HOURS + 1);
    expect(await rowsOfIt()).toHaveLength(1);
  });
});

describe('the cleanup of objects without a row, while their upload is being accepted', () => {
  it.each(['bundle', 'evidence'] as const)('leaves %s to the upload that handles it', async (kind) => {
    const bytes = Buffer.from(`"being accepted as ${kind}"`);
    const digest = digestOf(bytes) as ArtifactAddress['digest'];
    const asked = kind === 'evidence' ? 'evidence&evidence_kind=sbom' : kind;
    await follow(await presign(bytes, asked), bytes);
    // It has been copied to its final key, and is not recorded yet.
    await t.app
      .get<ArtifactStore>(ARTIFACT_STORE)
      .write({ orgKey: ORG, kind, digest }, Readable.from([bytes]), {
        maxBytes: bytes.length,
        signal: new AbortController().signal,
      });
    await s3.age(digest.slice(7), LONG_AGO);
    await cleanUp();
    expect(await recordsOf(t, digest)).toEqual([]);

    const part = kind === 'evidence' ? 'evidence/sbom' : kind;
    expect((await admin.get(artifactPath(ORG, digest, part))).status).toBe(302);
    expect(await recordsOf(t, digest)).toMatchObject([
      { kind, evidence_kind: kind === 'evidence' ? 'sbom' : '' },
    ]);
  });
});
