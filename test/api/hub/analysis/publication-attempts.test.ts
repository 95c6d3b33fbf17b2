import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, afterEach, describe, expect, it, jest } from '@jest/globals';
import { HubObjects } from '../../../../src/hub/platform/objects/hub-objects.js';
import { PublicationsRepository } from '../../../../src/hub/analysis/publication/publications.repository.js';
import { RegistryClient } from '../../../../src/hub/platform/registry-client/registry-client.js';
import { RegistryError } from '../../../../src/hub/platform/registry-client/registry-error.js';
import type { Actor } from '../../../support/actors.js';
import { platformAdmin, eventsOf } from '../../../support/platform-admin.js';
import {
  anAnalyzedVersion,
  passTime,
  publicationOf,
  publishDue,
  verdictOf,
  type AnalyzedVersion,
} from '../../../support/publications.js';
import { storedVersions } from '../../../support/stored-versions.js';
import { useHub } from '../../../support/suite.js';
import { resolve } from '../../../support/version-requests.js';

const { t, actors } = await useHub();
let registry: RegistryClient;
let objects: HubObjects;
let admin: Actor;
beforeAll(async () => {
  registry = t.app.get(RegistryClient, { strict: false });
  objects = t.app.get(HubObjects, { strict: false });
  admin = await t.actors.admin();
});
afterEach(() => {
  jest.restoreAllMocks();
});

const aVersion = (): Promise<AnalyzedVersion> =>
  anAnalyzedVersion(t, { mcp: { name: `owner-${randomUUID().slice(0, 8)}/files` } });
const orgOf = ({ name }: AnalyzedVersion): string => name.split('/')[0] ?? '';

/** Everything that others can see of a publication. */
async function outcomeOf(version: AnalyzedVersion): Promise<object> {
  const versions = await storedVersions(t, orgOf(version));
  const { body } = await resolve(admin, version.name, version.visibleVersion);
  const publication = await publicationOf(t, version.versionId);
  return {
    hub: await verdictOf(t, version.versionId),
    publication: { status: publication?.status, reason: publication?.failure_reason },
    versions: versions.map(({ version: number, status }) => [number, status]),
    level: body.resolved.certification_level,
    bundle: body.resolved.bundle.digest === version.bundleDigest,
    evidence: body.resolved.evidence.map(({ kind }: { kind: string }) => kind).sort(),
  };
}

const PUBLISHED = {
  hub: { status: 'PUBLISHED', level: 2 },
  publication: { status: 'DONE', reason: null },
  versions: [['1.2.0', 'published']],
  level: 2,
  bundle: true,
  evidence: ['attestation', 'sbom'],
};

const STEPS = ['publish', 'uploadEvidence', 'certify', 'setStatus', 'uploadBundle'] as const;

/** Fails a step once: before it reaches the registry, or after. The first change of status lacks the bundle. */
function failOnce(step: (typeof STEPS)[number], when: 'before' | 'after'): void {
  const nth = step === 'setStatus' ? 2 : 1;
  const original = registry[step].bind(registry) as (...parameters: unknown[]) => Promise<unknown>;
  let calls = 0;
  jest.spyOn(registry, step as 'publish').mockImplementation(async (...parameters: unknown[]) => {
    calls += 1;
    if (calls !== nth) return (await original(...parameters)) as never;
    if (when === 'after') await original(...parameters);
    throw new RegistryError('the connection was lost');
  });
}

describe('an attempt that ends between two steps', () => {
  it.each(STEPS.flatMap((step) => (['before', 'after'] as const).map((when) => [when, step] as const)))(
    'just %s %s is repeated, with the same result',
    async (when, step) => {
      const version = await aVersion();
      failOnce(step, when);
      await publishDue(t);
      expect(await publicationOf(t, version.versionId)).toMatchObject({
        status: 'QUEUED',
        failure_reason: 'the connection was lost',
      });
      expect(await verdictOf(t, version.versionId)).toEqual({ status: 'CERTIFIED', level: 2 });
      await passTime(t);
      await publishDue(t);
      expect(await outcomeOf(version)).toEqual(PUBLISHED);
    },
  );

  it.each(STEPS)('because the process was killed in %s, is repeated once its lease ends', async (step) => {
    const version = await aVersion();
    const publications = t.app.get(PublicationsRepository, { strict: false });
    failOnce(step, 'after');
    // A killed process writes nothing.
    jest.spyOn(publications, 'fail').mockResolvedValueOnce(undefined);
    await publishDue(t);
    expect(await publicationOf(t, version.versionId)).toMatchObject({ status: 'RUNNING' });
    await publishDue(t);
    expect(await publicationOf(t, version.versionId)).toMatchObject({ status: 'RUNNING', attempts: 1 });
    await passTime(t);
    await publishDue(t);
    expect(await outcomeOf(version)).toEqual(PUBLISHED);
  });

  it('because the store fails, is repeated, and shows nothing of the store', async () => {
    const version = await aVersion();
    jest.spyOn(objects, 'read').mockRejectedValueOnce(new Error('EIO: /data/hub/objects'));
    await publishDue(t);
    expect(await publicationOf(t, version.versionId)).toMatchObject({
      status: 'QUEUED',
      failure_reason: 'an error of the hub, which its log describes',
    });
    await passTime(t);
    await publishDue(t);
    expect(await outcomeOf(version)).toEqual(PUBLISHED);
  });
});

describe('several workers', () => {
  it('publish a version once', async () => {
    const version = await aVersion();
    const publish = jest.spyOn(registry, 'publish');
    await Promise.all([publishDue(t), publishDue(t), publishDue(t)]);
    expect(publish).toHaveBeenCalledTimes(1);
    expect(await outcomeOf(version)).toEqual(PUBLISHED);
  });

  it('do not disturb each other when one has lost its claim', async () => {
    const version = await aVersion();
    const upload = registry.uploadEvidence.bind(registry);
    jest.spyOn(registry, 'uploadEvidence').mockImplementationOnce(async (...parameters) => {
      await passTime(t);
      await publishDue(t);
      return upload(...parameters);
    });
    await publishDue(t);
    expect(await outcomeOf(version)).toEqual(PUBLISHED);
  });
});

describe('an attempt whose organization is suspended meanwhile', () => {
  let version: AnalyzedVersion;
  let orgId: string;
  const setOrganization = (status: string): Promise<unknown> =>
    t.rows('UPDATE organization SET status = $2 WHERE id = $1', [orgId, status]);
  /** Does something to the hub while the evidence is on its way. */
  const meanwhile = (change: () => Promise<unknown>): void => {
    const upload = registry.uploadEvidence.bind(registry);
    jest.spyOn(registry, 'uploadEvidence').mockImplementationOnce(async (...parameters) => {
      await change();
      return upload(...parameters);
    });
  };
  beforeEach(async () => {
    const { id, slug } = await actors.organization();
    orgId = id;
    version = await anAnalyzedVersion(t, { mcp: { name: `${slug}/files`, org_id: id } });
  });

  it('waits in the queue until the organization is active, and does not count', async () => {
    meanwhile(() => setOrganization('SUSPENDED'));
    await publishDue(t);
    expect(await publicationOf(t, version.versionId)).toMatchObject({
      status: 'QUEUED',
      attempts: 0,
      failure_reason: null,
    });
    await publishDue(t);
    expect((await publicationOf(t, version.versionId))?.status).toBe('QUEUED');
    await setOrganization('ACTIVE');
    await publishDue(t);
    expect(await verdictOf(t, version.versionId)).toEqual({ status: 'PUBLISHED', level: 2 });
  });

  it('fails if its version is revoked instead', async () => {
    meanwhile(() => t.rows('UPDATE mcp_version SET revoked_at = now() WHERE id = $1', [version.versionId]));
    await publishDue(t);
    expect(await publicationOf(t, version.versionId)).toMatchObject({
      status: 'FAILED',
      failure_reason: 'the version is revoked',
    });
  });
});

describe('an attempt that gives up a number that its version had before', () => {
  it.each(['certify', 'remove'] as const)(
    'publishes nothing under it if the version is revoked just before %s',
    async (step) => {
      const version = await aVersion();
      failOnce('setStatus', 'before');
      await publishDue(t);
      expect(await publicationOf(t, version.versionId)).toMatchObject({ status: 'QUEUED' });
      jest.restoreAllMocks();
      await t.rows(`UPDATE mcp_version SET semver = '1.3.0' WHERE id = $1`, [version.versionId]);
      const original = registry[step].bind(registry) as (...parameters: unknown[]) => Promise<unknown>;
      jest.spyOn(registry, step as 'remove').mockImplementationOnce(async (...parameters: unknown[]) => {
        await t.rows('UPDATE mcp_version SET revoked_at = now() WHERE id = $1', [version.versionId]);
        return (await original(...parameters)) as never;
      });
      const setStatus = jest.spyOn(registry, 'setStatus');
      await passTime(t);
      await publishDue(t);
      expect(await publicationOf(t, version.versionId)).toMatchObject({
        status: 'FAILED',
        failure_reason: 'the version is revoked',
      });
      expect(setStatus).not.toHaveBeenCalled();
      const versions = await storedVersions(t, orgOf(version));
      expect(versions.map(({ version: number, status }) => [number, status])).toEqual([
        ['1.2.0', 'ingested'],
      ]);
    },
  );
});

describe('a registry that refuses', () => {
  it.each([
    ['is retried after an error of the registry', 500, 'QUEUED'],
    ['is retried after a timeout', 408, 'QUEUED'],
    ['is retried with another token', 401, 'QUEUED'],
    ['is not retried after an invalid request', 400, 'FAILED'],
  ])('%s', async (_what, status, expected) => {
    const version = await aVersion();
    const error = new RegistryError(`the registry answered ${status}`, status);
    jest.spyOn(registry, 'publish').mockRejectedValueOnce(error);
    await publishDue(t);
    const publication = await publicationOf(t, version.versionId);
    expect(publication).toMatchObject({ status: expected, failure_reason: error.message });
  });

  it('gets less and less often asked, and then not at all', async () => {
    const version = await aVersion();
    jest.spyOn(registry, 'publish').mockRejectedValue(new RegistryError('it is down'));
    const delays: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      const before = Date.now();
      await publishDue(t);
      const publication = await publicationOf(t, version.versionId);
      expect(publication?.attempts).toBe(attempt);
      // In seconds: the clock of the attempt is a little later.
      if (publication?.status === 'QUEUED') {
        delays.push(Math.round((publication.run_after.getTime() - before) / 1000));
      }
      await passTime(t);
    }
    expect(delays).toEqual([...delays].sort((one, other) => one - other));
    expect(delays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThan(10 * 60);
    expect(await publicationOf(t, version.versionId)).toMatchObject({ status: 'FAILED' });
    jest.restoreAllMocks();
    await publishDue(t);
    expect(await publicationOf(t, version.versionId)).toMatchObject({ status: 'FAILED' });
  });
});

describe('the reason of a failure', () => {
  const pathOf = ({ mcpId, versionId }: AnalyzedVersion): string =>
    `/api/v1/admin/mcps/${mcpId}/versions/${versionId}/publication`;
  let version: AnalyzedVersion;
  beforeEach(async () => {
    version = await aVersion();
    jest.spyOn(registry, 'publish').mockRejectedValueOnce(new RegistryError('it answered 400', 400));
    await publishDue(t);
  });

  it('is shown to platform administrators, who can try again', async () => {
    const operator = await platformAdmin(t, actors);
    expect((await operator.get(pathOf(version))).body).toMatchObject({
      status: 'FAILED',
      failure_reason: 'it answered 400',
    });
    const { status, body } = await operator.post(`${pathOf(version)}/retry`);
    expect([status, body.status]).toEqual([202, 'QUEUED']);
    expect(await eventsOf(t, version.mcpId)).toContainEqual(
      expect.objectContaining({ action: 'mcp.publication_retried', actor_type: 'user' }),
    );
    await publishDue(t);
    expect(await outcomeOf(version)).toEqual(PUBLISHED);
    expect((await operator.post(`${pathOf(version)}/retry`)).status).toBe(409);
  });

  it('is not shown to strangers', async () => {
    const { body } = await t.actors.anonymous.get(
      `/api/v1/mcps/${version.mcpId}/versions/${version.versionId}`,
    );
    expect(body.publication).toMatchObject({ status: 'FAILED', failure_reason: null });
  });

  it('does not exist for other versions', async () => {
    const operator = await platformAdmin(t, actors);
    const other = { ...version, mcpId: (await aVersion()).mcpId };
    expect((await operator.get(pathOf(other))).status).toBe(404);
    expect((await operator.post(`${pathOf(other)}/retry`)).status).toBe(404);
  });
});
