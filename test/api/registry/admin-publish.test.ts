import { describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
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
import { useTestApp } from '../../support/suite.js';
import { expectForbidden, expectRefused } from '../../support/refusals.js';

const SBOM = '{"bomFormat":"CycloneDX"}';

const t = await useTestApp();

const service = (resources: readonly string[] = []): Promise<ApiClient> =>
  t.actors.bearer({ sub: 'hub', scopes: ['admin:publish'], resources });

describe('scope admin:publish', () => {
  it.each([['no resource'], ['a new organization'], ['an organization of others']])(
    'allows publish, status, upload and presign on every resource: %s in its claims',
    async (what) => {
      const org = `served-${what.replaceAll(' ', '-')}`.slice(0, 39);
      if (what === 'an organization of others') await t.actors.member(org, 'admin');
      const caller = await service();
      const id = `${org}/files`;
      expect((await publish(caller, id, '1.0.0', { evidence_digests: [digestOf(SBOM)] })).status).toBe(200);
      expect((await uploadBundle(caller, org, bundleOf(id, '1.0.0'))).status).toBe(200);
      const sbom = artifactPath(org, digestOf(SBOM), 'evidence/sbom');
      expect((await caller.put(sbom, SBOM, 'application/json')).status).toBe(200);
      const manifest = artifactPath(org, digestOf('{}'), 'manifest');
      expect((await caller.put(manifest, '{}', 'application/json')).status).toBe(200);
      expect((await setStatus(caller, id, '1.0.0', 'published')).status).toBe(200);
      expect((await setStatus(caller, id, '1.0.0', 'revoked')).status).toBe(200);
      // File storage cannot presign; unauthorized callers are refused before.
      const presign = `${artifactPath(org, digestOf('x'), 'presign')}?kind=bundle`;
      expect((await caller.post(presign)).status).toBe(501);
    },
  );

  describe.each([
    ['no resources', 'untouched-1', []],
    ['resources everywhere', 'untouched-2', ['catalog', 'org/']],
    ['the resources of the organization', 'untouched-3', ['catalog', 'org/untouched-3/']],
  ])('with %s', (_what, org, resources) => {
    const id = `${org}/files`;
    const members = `/v1/org/${org}/members`;

    const untouched = async (): Promise<ApiClient> => {
      const admin = await t.actors.member(org, 'admin');
      if ((await admin.get(packagePath(id))).status === 404) {
        await aVersion(admin, id, '1.0.0', { evidence_digests: [digestOf(SBOM)] }).published();
        await admin.put(artifactPath(org, digestOf(SBOM), 'evidence/sbom'), SBOM, 'application/json');
      }
      return admin;
    };

    it('grants read access to neither packages nor artifacts', async () => {
      const { body } = await (await untouched()).get(`${packagePath(id)}/resolve?ref=1.0.0`);
      const { manifest, bundle, evidence } = body.resolved;
      expect(evidence).toHaveLength(1);
      const caller = await service(resources);
      for (const path of [
        '/v1/catalog',
        `/v1/catalog?org=${org}`,
        packagePath(id),
        `${packagePath(id)}/versions`,
        `${packagePath(id)}/resolve?ref=1.0.0`,
        `${packagePath(id)}/resolve?ref=2.0.0`,
        ...[manifest, bundle, ...evidence].map(({ url }: { url: string }) => url),
      ]) {
        expectForbidden(await caller.get(path));
      }
    });

    it('grants no access to tokens', async () => {
      const admin = await untouched();
      const request = { description: '', scopes: ['token:list'], resources: ['catalog'] };
      const { body } = await admin.post('/v1/tokens', request);
      const caller = await service(resources);
      expectForbidden(await caller.get('/v1/tokens'));
      expectForbidden(await caller.post('/v1/tokens', { ...request, scopes: ['mcp:publish'] }));
      expectForbidden(await caller.delete(`/v1/tokens/${body.token_id as string}`));
      expect(await t.rows(`SELECT 1 FROM registry_api_token WHERE owner = 'hub'`)).toEqual([]);
    });

    it('grants no access to the members', async () => {
      await untouched();
      expectForbidden(await (await service(resources)).get(members));
    });

    it('cannot change members', async () => {
      await untouched();
      await t.actors.member(org, 'member');
      await t.actors.user('zoe');
      const caller = await service(resources);
      expectForbidden(await caller.post(members, { username: 'zoe', role: 'admin' }));
      expectForbidden(await caller.delete(`${members}/${org}-member`));
      const { body } = await (await t.actors.admin()).get(members);
      expect((body.members as { username: string }[]).map(({ username }) => username)).toEqual([
        `${org}-admin`,
        `${org}-member`,
      ]);
    });
  });

  it('does not widen the other scopes of a JWT', async () => {
    const caller = await t.actors.bearer({
      scopes: ['admin:publish', 'mcp:catalog:read'],
      resources: ['org/narrow/'],
    });
    expect((await publish(caller, 'wide/files', '1.0.0')).status).toBe(200);
    expectForbidden(await caller.get(packagePath('wide/files')));
    expect((await caller.get(packagePath('narrow/files'))).status).toBe(404);
  });

  it('does not bypass the validation of requests', async () => {
    const caller = await service();
    expectRefused(await publish(caller, 'faulty/files', '1.0'), 400, 'version');
    expect((await setStatus(caller, 'faulty/files', '1.0.0', 'published')).status).toBe(404);
    expect(await t.rows(`SELECT 1 FROM registry_organization WHERE slug = 'faulty'`)).toEqual([]);
  });

  it('cannot be given to an API token', async () => {
    const admin = await t.actors.admin();
    const request = { description: '', scopes: ['admin:publish'], resources: ['org/'] };
    expectRefused(await admin.post('/v1/tokens', request), 400, 'scopes');
    const holder = await t.actors.bearer({
      sub: 'holder',
      scopes: ['admin:publish', 'token:create'],
      resources: ['org/'],
    });
    expectRefused(await holder.post('/v1/tokens', request), 400, 'scopes');
    // The scope allows publishing, but not granting the scope to publish.
    expectForbidden(await holder.post('/v1/tokens', { ...request, scopes: ['mcp:publish'] }));
    expect(await t.rows(`SELECT 1 FROM registry_api_token WHERE owner IN ('holder', 'root')`)).toEqual([]);
  });

  it.each(['admin:Publish', 'admin:*', 'admin', 'admin:publish:all'])(
    'is not the scope %s',
    async (scope) => {
      const caller = await t.actors.bearer({ scopes: [scope], resources: ['org/'] });
      expectForbidden(await publish(caller, 'misnamed/files', '1.0.0'));
      expect(await t.rows(`SELECT 1 FROM registry_organization WHERE slug = 'misnamed'`)).toEqual([]);
    },
  );
});
