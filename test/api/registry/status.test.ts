import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
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
import { exchange } from '../../support/wire.js';
import { expectRefused } from '../../support/refusals.js';
import { storedVersions, type VersionRow } from '../../support/stored-versions.js';
import { shown } from '../../support/version-requests.js';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const STATUS = 'POST /v1/org/{org}/mcps/{name}/versions/{version}/status';

let admin: Actor;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
});

const onlyRow = async (org: string): Promise<VersionRow> => {
  const [row, ...others] = await storedVersions(t, org);
  if (row === undefined || others.length > 0) throw new Error(`${org} has not exactly one version`);
  return row;
};

const revoke = (actor: ApiClient, id: string, reason: unknown): Promise<ApiResponse> =>
  actor.post(`${packagePath(id)}/versions/1.0.0/status`, { status: 'revoked', reason });

describe(`${STATUS}: 400`, () => {
  const BAD_STATUSES = [
    undefined,
    null,
    '',
    'draft',
    'ingested',
    'Published',
    'REVOKED',
    ' published',
    'deleted',
    'published\u0000',
    'constructor',
    1,
    true,
    {},
    ['published'],
  ].map((value): [string, unknown] => [shown(value), value]);

  beforeAll(() => aVersion(admin, 'bad-status/files', '1.0.0').uploaded());

  it.each(BAD_STATUSES)('accepts only published and revoked, not %s', async (_shown, status) => {
    const path = `${packagePath('bad-status/files')}/versions/1.0.0/status`;
    expectRefused(await admin.post(path, { status }), 400, 'status');
    expect(await onlyRow('bad-status')).toMatchObject({ status: 'ingested' });
  });

  it.each(
    ['a\u0000b', 'a\ud800b', 'a'.repeat(1001), 'a\nb', '\u001b[2Jgone', '\u202etxet', 1, {}, ['reason']].map(
      (value) => [shown(value), value],
    ),
  )('refuses the reason %s', async (_shown, reason) => {
    expectRefused(await revoke(admin, 'bad-status/files', reason), 400, 'reason');
    expect(await onlyRow('bad-status')).toMatchObject({ status: 'ingested', revoked_at: null });
  });

  it.each(['v1.0.0', '1.0', 'latest', '1.0.0%00', '%2e%2e', '1.0.0%2Fx', 'stable'])(
    'accepts exact versions only, not %s',
    async (version) => {
      const path = `${packagePath('bad-status/files')}/versions/${version}/status`;
      const answer = await exchange(t, admin, ['POST', path], JSON_TYPE, Buffer.from('{"status":"revoked"}'));
      expectRefused(answer, 400, 'version');
      expect(await onlyRow('bad-status')).toMatchObject({ status: 'ingested' });
    },
  );

  it.each(['[]', 'null', '"published"', '{', ''])('refuses the body %j', async (body) => {
    const path = `${packagePath('bad-status/files')}/versions/1.0.0/status`;
    expectRefused(
      await admin.send('POST', path, { body, headers: { 'content-type': 'application/json' } }),
      400,
    );
    expect(await onlyRow('bad-status')).toMatchObject({ status: 'ingested' });
  });
});

describe(`${STATUS}: authorization`, () => {
  beforeAll(() => aVersion(admin, 'guarded/files', '1.0.0').uploaded());

  it('answers 401 to anonymous callers', async () => {
    expectRefused(await setStatus(t.actors.anonymous, 'guarded/files', '1.0.0', 'published'), 401);
    expect(await onlyRow('guarded')).toMatchObject({ status: 'ingested' });
  });

  it.each([
    ['without mcp:publish', { scopes: ['mcp:resolve', 'mcp:resolve:prepublish'], resources: ['org/'] }],
    ['of another package', { scopes: ['mcp:publish'], resources: ['org/guarded/mcp/others'] }],
  ])('answers 403 to a token %s', async (_what, options) => {
    const token = await t.actors.apiToken(options);
    expectRefused(await setStatus(token, 'guarded/files', '1.0.0', 'revoked'), 403);
    expect(await onlyRow('guarded')).toMatchObject({ status: 'ingested' });
  });

  it('answers 403 to a member of another organization, whether the version exists or not', async () => {
    const stranger = await t.actors.member('strangers', 'admin');
    const existing = await setStatus(stranger, 'guarded/files', '1.0.0', 'revoked');
    const missing = await setStatus(stranger, 'guarded/files', '9.9.9', 'revoked');
    expectRefused(existing, 403);
    expect(missing.body).toEqual(existing.body);
    expect(await onlyRow('guarded')).toMatchObject({ status: 'ingested' });
  });
});

describe(`${STATUS}: 404`, () => {
  beforeAll(() => aVersion(admin, 'Known/Files', '1.0.0').uploaded());

  it.each([
    ['version', 'Known/Files', '1.0.1'],
    ['package', 'Known/Others', '1.0.0'],
    ['organization', 'Unknown/Files', '1.0.0'],
    ['spelling of the package', 'Known/files', '1.0.0'],
    ['spelling of the organization', 'known/Files', '1.0.0'],
  ])('answers 404 for an unknown %s', async (_what, id, version) => {
    expectRefused(await setStatus(admin, id, version, 'published'), 404);
    expect(await onlyRow('known')).toMatchObject({ status: 'ingested' });
  });
});

describe(`${STATUS}: published requires a stored, verified bundle of the announced size`, () => {
  const expectMissing = async (id: string): Promise<void> => {
    const [org = ''] = id.split('/');
    const answer = await setStatus(admin, id, '1.0.0', 'published');
    expectRefused(answer, 409);
    expect(answer.body.message).toContain('bundle');
    expect(answer.body.error.details).toMatchObject({
      missing: 'bundle',
      digest: digestOf(bundleOf(id, '1.0.0')),
    });
    expect(await onlyRow(org)).toMatchObject({ published_at: null });
  };

  it.each(['draft', 'ingested'] as const)(
    'answers 409 naming the missing bundle of a %s version',
    async (state) => {
      await aVersion(admin, `missing-${state}/files`, '1.0.0')[state]();
      await expectMissing(`missing-${state}/files`);
      expect(await onlyRow(`missing-${state}`)).toMatchObject({ status: state });
    },
  );

  it('ignores a bundle of another organization', async () => {
    await aVersion(admin, 'missing-here/files', '1.0.0').ingested();
    await aVersion(admin, 'present-there/files', '1.0.0').ingested();
    await uploadBundle(admin, 'present-there', bundleOf('missing-here/files', '1.0.0'));
    await expectMissing('missing-here/files');
  });

  it.each(['manifest', 'evidence/sbom'])('ignores the same bytes stored as %s', async (part) => {
    const id = `missing-as-${part.slice(0, 8)}/files`;
    const [org = ''] = id.split('/');
    const { bundle, bundleDigest } = await aVersion(admin, id, '1.0.0').ingested();
    const uploaded = await admin.put(
      artifactPath(org, bundleDigest, part),
      new Uint8Array(bundle),
      'application/json',
    );
    expect(uploaded.status).toBe(200);
    await expectMissing(id);
  });

  it('ignores bytes whose upload was refused', async () => {
    const { bundleDigest } = await aVersion(admin, 'missing-refused/files', '1.0.0').ingested();
    const path = artifactPath('missing-refused', bundleDigest, 'bundle');
    expectRefused(await admin.put(path, 'other bytes', 'application/octet-stream'), 400);
    await expectMissing('missing-refused/files');
  });

  it.each([-1, 1, 1000])('answers 409 for a bundle whose announced size is off by %d', async (difference) => {
    const org = `size-${difference}`.replace('--', '-minus-');
    const id = `${org}/files`;
    const { length } = bundleOf(id, '1.0.0');
    await aVersion(admin, id, '1.0.0', { bundle_size_bytes: length + difference }).uploaded();
    const answer = await setStatus(admin, id, '1.0.0', 'published');
    expectRefused(answer, 409);
    expect(answer.body.message).toMatch(new RegExp(`\\b${length + difference}\\b`));
    // The size of the stored bytes is not revealed to callers who may not download them.
    expect(answer.text).not.toMatch(new RegExp(`\\b${length}\\b`));
    expect(await onlyRow(org)).toMatchObject({ status: 'ingested', published_at: null });
  });

  it('accepts a draft with a corrected size', async () => {
    const id = 'size-right/files';
    await aVersion(admin, id, '1.0.0', { bundle_size_bytes: 1, status: 'draft' }).uploaded();
    expectRefused(await setStatus(admin, id, '1.0.0', 'published'), 409);
    await publish(admin, id, '1.0.0');
    expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
  });

  it('requires the bundle of a newer draft', async () => {
    const id = 'size-newer/files';
    await aVersion(admin, id, '1.0.0', { status: 'draft' }).uploaded();
    await publish(admin, id, '1.0.0', { bundle_digest: digestOf('newer'), status: 'draft' });
    const answer = await setStatus(admin, id, '1.0.0', 'published');
    expectRefused(answer, 409);
    expect(answer.body.error.details).toMatchObject({ missing: 'bundle', digest: digestOf('newer') });
  });

  it('accepts a bundle that was uploaded before the publish', async () => {
    await t.actors.member('bundle-first');
    await uploadBundle(admin, 'bundle-first', bundleOf('bundle-first/files', '1.0.0'));
    await aVersion(admin, 'bundle-first/files', '1.0.0').ingested();
    expect((await setStatus(admin, 'bundle-first/files', '1.0.0', 'published')).status).toBe(200);
  });
});
