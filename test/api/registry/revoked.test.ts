import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import { aVersion, packagePath } from '../../support/builders.js';
import { expectForbidden, expectRefused, expectSignInFirst } from '../../support/refusals.js';
import { useTestApp } from '../../support/suite.js';
import { storedVersions } from '../../support/stored-versions.js';
import { resolve } from '../../support/version-requests.js';

const DETAIL = 'GET /v1/org/{org}/mcps/{name}/versions/{version}';
const REASON = 'leaks a token; use 1.2.0';
const ALL_SCOPES = ['mcp:catalog:read', 'mcp:resolve', 'mcp:resolve:prepublish', 'artifact:download'];

let admin: Actor;
const t = await useTestApp({ PUBLIC_DOWNLOAD_ARTIFACTS: 'true' });
beforeAll(async () => {
  admin = await t.actors.admin();
});

const holder = (scopes: readonly string[], resources: readonly string[] = ['org/']): Promise<ApiClient> =>
  t.actors.apiToken({ scopes, resources });

const revoke = (id: string, version: string, reason?: string): Promise<ApiResponse> =>
  admin.post(`${packagePath(id)}/versions/${version}/status`, { status: 'revoked', reason });

const detail = (caller: ApiClient, id: string, version: string): Promise<ApiResponse> =>
  caller.get(`${packagePath(id)}/versions/${encodeURIComponent(version)}`);

/** Publishes and revokes a version, and returns every exact reference to it. */
async function revoked(id: string, version: string, change: object = {}): Promise<string[]> {
  const alias = `alias-of-${version}`;
  const { gitSha, bundleDigest } = await aVersion(admin, id, version, {
    aliases: [alias],
    ...change,
  }).published();
  expect((await revoke(id, version, REASON)).status).toBe(200);
  const [org = '', name] = id.split('/');
  const row = (await storedVersions(t, org)).find((one) => one.package === name && one.version === version);
  const manifest = row?.manifest_digest ?? '';
  return [
    version,
    `v${version}`,
    `${version}+other.build`,
    alias,
    gitSha,
    gitSha.slice(0, 7),
    `commit-${gitSha.slice(0, 7)}-20260131`,
    `sha:${gitSha}`,
    manifest,
    `digest:${manifest}`,
    bundleDigest,
    `digest:${bundleDigest}`,
  ];
}

describe('a revoked version never resolves for any caller', () => {
  it('answers members and administrators 404 with the reason, for every kind of reference', async () => {
    const refs = await revoked('never/files', '1.1.0');
    const member = await t.actors.member('never');
    const orgAdmin = await t.actors.member('never', 'admin');
    for (const caller of [admin, orgAdmin, member]) {
      for (const ref of refs) {
        const answer = await resolve(caller, 'never/files', ref);
        expectRefused(answer, 404);
        expect({ ref, message: answer.body.message }).toEqual({
          ref,
          message: `version 1.1.0 is revoked: ${REASON}`,
        });
      }
    }
  });

  it('answers 404 without a reason when none was given', async () => {
    await aVersion(admin, 'never/silent', '1.0.0').revoked();
    const answer = await resolve(admin, 'never/silent', '1.0.0');
    expectRefused(answer, 404);
    expect(answer.body.message).toBe('version 1.0.0 is revoked');
  });

  it.each([['mcp:catalog:read', 'mcp:resolve'], ['mcp:resolve'], ['mcp:resolve:prepublish']])(
    'shows the reason to a holder of %s',
    async (...scopes) => {
      const id = `never/scoped-${scopes.join('-').replaceAll(':', '-')}`;
      const [ref = ''] = await revoked(id, '2.0.0');
      const answer = await resolve(await holder(scopes), id, ref);
      expectRefused(answer, 404);
      expect(answer.body.message).toBe(`version 2.0.0 is revoked: ${REASON}`);
    },
  );

  it('answers callers without access to the package as for an unknown version', async () => {
    const refs = await revoked('never/public', '1.0.0', { visibility: 'public' });
    await revoked('never/private', '1.0.0');
    const stranger = await t.actors.member('never-strangers', 'admin');
    for (const caller of [t.actors.anonymous, stranger]) {
      const unknown = await resolve(caller, 'never/public', '9.9.9');
      expectRefused(unknown, 404);
      expect(unknown.body.message).toBe('version not found');
      for (const ref of refs) expect((await resolve(caller, 'never/public', ref)).body).toEqual(unknown.body);
    }
    expectSignInFirst(await resolve(t.actors.anonymous, 'never/private', '1.0.0'));
    expectForbidden(await resolve(stranger, 'never/private', '1.0.0'));
  });

  it('does not fall back to another version of the commit in a revoked alias', async () => {
    const id = 'never/alias';
    const alias = 'commit-2fd4e1c-20260131';
    const git = { git_sha: '2fd4e1c67a2d28fced849ee1bb76e7391b93eb12' };
    await aVersion(admin, id, '1.0.0', git).published();
    await aVersion(admin, id, '1.1.0', { ...git, aliases: [alias] }).revoked();
    expectRefused(await resolve(admin, id, alias), 404);
  });

  it('applies immediately to a version that resolved before', async () => {
    const id = 'never/at-once';
    await aVersion(admin, id, '1.0.0').published();
    expect((await resolve(admin, id, 'latest')).status).toBe(200);
    expect((await revoke(id, '1.0.0')).status).toBe(200);
    for (const ref of ['1.0.0', 'latest', '*', '^1.0.0']) expectRefused(await resolve(admin, id, ref), 404);
  });

  it('keeps the message of a long reason within the limit of clients', async () => {
    await aVersion(admin, 'never/long', '1.0.0').published();
    expect((await revoke('never/long', '1.0.0', '😀'.repeat(500))).status).toBe(200);
    const answer = await resolve(admin, 'never/long', '1.0.0');
    expectRefused(answer, 404);
    expect(answer.body.message).toMatch(/^version 1\.0\.0 is revoked: 😀+…$/u);
  });
});

describe('revoked versions are visible in the version list and the version itself', () => {
  const ID = 'inspected/files';
  beforeAll(async () => {
    await revoked(ID, '1.1.0');
    await aVersion(admin, ID, '1.0.0').published();
    await aVersion(admin, ID, '1.2.0').ingested();
  });

  it('lists status, time and reason of a revocation, and none of them for other versions', async () => {
    const caller = await holder(['mcp:catalog:read']);
    const { body } = await caller.get(`${packagePath(ID)}/versions`);
    const listed = (body.versions as { version: string }[]).toSorted((a, b) =>
      a.version.localeCompare(b.version),
    );
    expect(listed).toEqual([
      expect.not.objectContaining({ revoked_at: expect.anything() }),
      expect.objectContaining({
        version: '1.1.0',
        status: 'revoked',
        reason: REASON,
        revoked_at: expect.any(String),
      }),
      expect.not.objectContaining({ reason: expect.anything() }),
    ]);
  });

  it(`${DETAIL}: shows a revoked version with its reason and content`, async () => {
    const { status, body } = await detail(await holder(ALL_SCOPES), ID, '1.1.0');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        version: '1.1.0',
        status: 'revoked',
        reason: REASON,
        published_at: expect.any(String),
        revoked_at: expect.any(String),
        aliases: ['alias-of-1.1.0'],
        repo_url: `https://github.com/${ID}`,
        repo_ref: 'v1.1.0',
      },
    });
    const forensics = await holder(ALL_SCOPES);
    expect((await forensics.get(body.bundle.url)).status).toBe(200);
    expect((await forensics.get(body.manifest.url)).status).toBe(200);
    expectForbidden(await (await holder(['artifact:download'])).get(body.bundle.url));
  });

  it.each([
    ['1.0.0', 'mcp:resolve'],
    ['1.1.0', 'mcp:resolve:prepublish'],
    ['1.2.0', 'mcp:resolve:prepublish'],
  ])(`${DETAIL}: shows the artifacts of %s only to holders of %s`, async (version, scope) => {
    const scopes = ['mcp:resolve', 'mcp:resolve:prepublish'];
    for (const held of scopes) {
      const { status, body } = await detail(await holder(['mcp:catalog:read', held]), ID, version);
      expect({ status, shown: body.bundle !== null && body.manifest !== null }).toEqual({
        status: 200,
        shown: held === scope,
      });
    }
  });

  it.each([
    ['ingested', '1.2.0', null],
    ['published', '1.0.0', expect.any(String)],
  ])(`${DETAIL}: shows an %s version`, async (status, version, publishedAt) => {
    const { body } = await detail(admin, ID, version);
    expect(body).toMatchObject({ version, status, published_at: publishedAt });
    expect(body).not.toHaveProperty('revoked_at');
    expect(body).not.toHaveProperty('reason');
  });

  it.each([
    ['version', ID, '9.9.9', 'version not found'],
    ['package', 'inspected/unknown', '1.0.0', 'package not found'],
    ['spelling of the package', 'inspected/Files', '1.0.0', 'package not found'],
  ])(`${DETAIL}: answers 404 for an unknown %s`, async (_what, id, version, message) => {
    const answer = await detail(admin, id, version);
    expectRefused(answer, 404);
    expect(answer.body.message).toBe(message);
  });

  it.each(['latest', '1.0', 'v1.0.0'])(`${DETAIL}: accepts exact versions only, not %s`, async (version) => {
    expectRefused(await detail(admin, ID, version), 400, 'version');
  });
});
