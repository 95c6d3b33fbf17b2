import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CleanupService } from '../../../src/registry/cleanup/cleanup.service.js';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import { artifactPath, digestOf, publish } from '../../support/builders.js';
import { ObjectStoreProxy } from '../../support/object-store-proxy.js';
import { follow, presign } from '../../support/presigned.js';
import { expectRefused } from '../../support/refusals.js';
import { S3Server } from '../../support/s3-server.js';
import { createOrganization, recordsOf, someBytes } from '../../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { engine } from '../../support/test-database.js';
import { resolve } from '../../support/version-requests.js';

const ORG = 'kinds';

let s3: S3Server;
let store: ObjectStoreProxy;
let t: TestApp;
let admin: ApiClient;
beforeAll(async () => {
  s3 = await S3Server.start();
  store = await ObjectStoreProxy.before(s3);
  t = await startTestApp(store.settings);
  admin = await t.actors.admin();
  await createOrganization(admin, ORG);
});
afterAll(async () => {
  await t.close();
  await store.close();
  await s3.close();
});
beforeEach(() => {
  store.trouble = () => undefined;
});

const ask = (actor: ApiClient, bytes: Uint8Array, kind: string): Promise<ApiResponse> =>
  presign(actor, ORG, bytes, `kind=evidence&evidence_kind=${kind}`);
const get = (actor: ApiClient, bytes: Uint8Array, kind: string): Promise<ApiResponse> =>
  actor.get(artifactPath(ORG, digestOf(bytes), `evidence/${kind}`));
const kindsOf = async (bytes: Uint8Array): Promise<string[]> =>
  (await recordsOf(t, digestOf(bytes))).map(({ evidence_kind: kind }) => kind).sort();
const pendingKinds = async (bytes: Uint8Array): Promise<string[]> => {
  const rows = await t.rows<{ kind: string }>(
    `SELECT evidence_kind AS kind FROM registry_presigned_upload WHERE digest = $1 ORDER BY 1`,
    [digestOf(bytes)],
  );
  return rows.map(({ kind }) => kind);
};

describe('presigned evidence', () => {
  /** May upload evidence and read SBOMs, but no other kind. */
  const reader = (): Promise<ApiClient> =>
    t.actors.apiToken({
      scopes: ['mcp:publish', 'evidence:read'],
      resources: [`org/${ORG}/artifact/*/evidence`, `org/${ORG}/artifact/*/evidence/sbom`],
    });

  it('is only of a kind that it was uploaded as, although the same bytes are stored as another', async () => {
    const { bytes, digest } = someBytes('an internal audit');
    const path = artifactPath(ORG, digest, 'evidence/internal-audit');
    expect((await admin.put(path, bytes, 'application/json')).status).toBe(200);
    const other = await reader();
    expect((await ask(other, bytes, 'sbom')).status).toBe(200);
    expectRefused(await get(other, bytes, 'sbom'), 404);
    expectRefused(await get(other, bytes, 'internal-audit'), 403);
    expect(await kindsOf(bytes)).toEqual(['internal-audit']);
  });

  it('is not of a kind that was presigned before another kind was uploaded', async () => {
    const { bytes, digest } = someBytes('an audit to come');
    const other = await reader();
    expect((await ask(other, bytes, 'sbom')).status).toBe(200);
    await follow((await ask(admin, bytes, 'internal-audit')).body, bytes);
    expect((await get(admin, bytes, 'internal-audit')).status).toBe(302);
    expectRefused(await get(other, bytes, 'sbom'), 404);
    await publish(admin, `${ORG}/audited`, '1.0.0', { evidence_digests: [digest] });
    const { resolved } = (await resolve(admin, `${ORG}/audited`, '1.0.0')).body;
    expect(resolved.evidence).toMatchObject([{ kind: 'internal-audit' }]);
  });

  it('is of every kind that it was uploaded as', async () => {
    const { bytes } = someBytes('of two kinds');
    for (const kind of ['sbom', 'attestation']) await follow((await ask(admin, bytes, kind)).body, bytes);
    for (const kind of ['sbom', 'attestation']) {
      expect((await get(admin, bytes, kind)).status).toBe(302);
    }
    expect(await kindsOf(bytes)).toEqual(['attestation', 'sbom']);
  });

  it('may be presigned and uploaded while the same bytes are verified as another kind', async () => {
    const { bytes } = someBytes('meanwhile');
    await follow((await ask(admin, bytes, 'sbom')).body, bytes);
    let meanwhile: Promise<number> | undefined;
    store.trouble = async ({ verb }) => {
      if (verb === 'COPY')
        await (meanwhile ??= ask(admin, bytes, 'attestation').then(({ body }) => follow(body, bytes)));
      return undefined;
    };
    expect((await get(admin, bytes, 'sbom')).status).toBe(302);
    expect(await meanwhile).toBe(200);
    expect((await get(admin, bytes, 'attestation')).status).toBe(302);
  });

  it('that is presigned again during its verification is not forgotten', async () => {
    const { bytes } = someBytes('again meanwhile');
    await follow((await ask(admin, bytes, 'sbom')).body, bytes);
    store.trouble = async ({ verb }) => {
      if (verb === 'COPY') await ask(admin, bytes, 'sbom');
      return undefined;
    };
    expect((await get(admin, bytes, 'sbom')).status).toBe(302);
    expect(await pendingKinds(bytes)).toEqual(['sbom']);
  });

  it('that is presigned during the cleanup of another kind is not forgotten', async () => {
    const { bytes } = someBytes('cleaned up meanwhile');
    await follow((await ask(admin, bytes, 'sbom')).body, bytes);
    await t.rows(`UPDATE registry_presigned_upload SET created_at = now() - interval '2 days'`);
    let put: Promise<number> | undefined;
    store.trouble = async ({ verb, path }) => {
      if (verb !== 'DELETE' || !path.includes('/uploads/')) return undefined;
      put ??= ask(admin, bytes, 'attestation').then(({ body }) => follow(body, bytes));
      // The cleanup holds the only connection of the embedded database meanwhile.
      if (engine === 'postgres') await put;
      return undefined;
    };
    await t.app.get(CleanupService).run({ olderThanHours: 24, dryRun: false });
    expect(await put).toBe(200);
    expect((await get(admin, bytes, 'attestation')).status).toBe(302);
    expectRefused(await get(admin, bytes, 'sbom'), 404);
  });
});

describe('POST …/presign for one kind of evidence too many', () => {
  const eight = Array.from({ length: 8 }, (_, n) => `kind-${n}`);

  it('is 409, naming the field; all uploads presigned before can be recorded', async () => {
    const { bytes, digest } = someBytes('eight kinds');
    const asked = await Promise.all(
      [...eight, 'k8', 'k9', 'k10', 'k11'].map(async (kind) => ({
        kind,
        answer: await ask(admin, bytes, kind),
      })),
    );
    const taken = asked.filter(({ answer }) => answer.status === 200);
    expect(taken).toHaveLength(8);
    for (const { answer } of asked.filter((one) => !taken.includes(one))) {
      expectRefused(answer, 409);
      expect(answer.body.error.details).toEqual({ field: 'evidence_kind' });
    }
    // Presigned kinds are also reserved against uploads through the registry.
    const path = artifactPath(ORG, digest, 'evidence/other');
    expectRefused(await admin.put(path, bytes, 'application/json'), 409);
    for (const { kind, answer } of taken) {
      await follow(answer.body, bytes);
      expect((await get(admin, bytes, kind)).status).toBe(302);
    }
    expect(await kindsOf(bytes)).toEqual(taken.map(({ kind }) => kind).sort());
    expectRefused(await ask(admin, bytes, 'one-more'), 409);
    expect((await ask(admin, bytes, taken[0]?.kind ?? '')).status).toBe(200);
  });

  it('counts those uploaded through the registry', async () => {
    const { bytes, digest } = someBytes('four and four kinds');
    for (const kind of eight.slice(0, 4)) {
      const path = artifactPath(ORG, digest, `evidence/${kind}`);
      expect((await admin.put(path, bytes, 'application/json')).status).toBe(200);
    }
    for (const kind of eight) expect((await ask(admin, bytes, kind)).status).toBe(200);
    expectRefused(await ask(admin, bytes, 'ninth'), 409);
  });
});
