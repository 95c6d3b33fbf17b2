import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import { artifactPath, aVersion, bundleOf, commitOf, digestOf, packagePath } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { exchange } from '../../support/wire.js';
import { expectRefused } from '../../support/refusals.js';
import { insertVersions, storedVersions } from '../../support/stored-versions.js';
import { commitWith, resolve } from '../../support/version-requests.js';

const RESOLVE = 'GET /v1/org/{org}/mcps/{name}/resolve';

let admin: Actor;
/** May resolve published versions only. */
let reader: ApiClient;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
  reader = await t.actors.apiToken({ scopes: ['mcp:resolve'], resources: ['org/'] });
});

const expectVersion = ({ status, body }: ApiResponse, version: string): void => {
  expect({ status, version: body.resolved?.version }).toEqual({ status: 200, version });
};

describe(`${RESOLVE}: 400 for a bad ref`, () => {
  beforeAll(() => aVersion(admin, 'bad/files', '1.0.0').published());

  it.each([
    ['missing', ''],
    ['missing among others', '?version=1.0.0'],
    ['in another case', '?REF=1.0.0'],
    ['empty', '?ref='],
    ['without a value', '?ref'],
    ['twice', '?ref=1.0.0&ref=1.0.0'],
    ['an array', '?ref[]=1.0.0'],
    ['an object', '?ref[a]=1.0.0'],
    ['with NUL', '?ref=1.0.0%00'],
    ['only NUL', '?ref=%00'],
    ['of 257 characters', `?ref=${'a'.repeat(257)}`],
    ['of many characters', `?ref=${'1.'.repeat(4000)}`],
  ])('refuses a ref that is %s', async (_what, query) => {
    const path = `${packagePath('bad/files')}/resolve${query}`;
    expectRefused(await exchange(t, admin, ['GET', path]), 400, 'ref');
  });

  it.each(['-bad', 'b.d', '%2e%2e', 'b%00d', 'b%C3%A4d', 'n'.repeat(101)])(
    'refuses the package name %s',
    async (name) => {
      const path = `/v1/org/bad/mcps/${name}/resolve?ref=1.0.0`;
      expectRefused(await exchange(t, admin, ['GET', path]), 400, 'name');
    },
  );
});

describe(`${RESOLVE}: 404 when a ref matches no version`, () => {
  beforeAll(() => aVersion(admin, 'Known/Files', '1.0.0', { aliases: ['stable'] }).published());

  it.each([
    'v1.0.1',
    '1.0.0-rc.1',
    'V1.0.0',
    'vv1.0.0',
    'unstable',
    'STABLE',
    'Latest',
    'sha:stable',
    'sha:latest',
    'sha:1.0.0',
    'digest:1.0.0',
    'digest:stable',
    commitOf('nothing'),
    commitOf('nothing').slice(0, 7),
    `sha:${commitOf('nothing')}`,
    'sha:',
    'digest:',
    digestOf('nothing'),
    `digest:${digestOf('nothing')}`,
    '^2.0.0',
    '>1.0.0',
    '<1.0.0',
    '%',
    '%%%%%%%',
    '_______',
    "' OR '1'='1",
    '../1.0.0',
    '\ud83d\ude00',
    'a'.repeat(256),
  ])('does not find %s', async (ref) => {
    expectRefused(await resolve(admin, 'Known/Files', ref), 404);
  });

  it.each([
    ['package', 'Known/Others'],
    ['organization', 'Unknown/Files'],
    ['spelling of the package', 'Known/files'],
    ['spelling of the organization', 'known/Files'],
  ])('does not find an unknown %s', async (_what, id) => {
    expectRefused(await resolve(admin, id, '1.0.0'), 404);
    expectRefused(await resolve(admin, id, 'latest'), 404);
  });

  it('does not find a version by an alias in another package of the organization', async () => {
    const { bundleDigest, gitSha } = await aVersion(admin, 'Known/Third', '7.0.0', {
      aliases: ['third'],
    }).published();
    for (const ref of ['7.0.0', 'third', gitSha, bundleDigest]) {
      expectRefused(await resolve(admin, 'Known/Files', ref), 404);
    }
  });
});

describe(`${RESOLVE}: the answer`, () => {
  it('has every field of a resolved version', async () => {
    const id = 'answer/files';
    const sbom = '{"sbom":true}';
    const change = {
      certification_level: 2,
      repo_url: 'https://github.com/answer/files',
      evidence_digests: [digestOf(sbom), digestOf('{"absent":true}')],
    };
    const { bundle, bundleDigest, gitSha } = await aVersion(admin, id, '1.2.3', change).published();
    await admin.put(artifactPath('answer', digestOf(sbom), 'evidence/sbom'), sbom, 'application/json');
    await admin.put(artifactPath('answer', digestOf('{}'), 'evidence/sbom'), '{}', 'application/json');
    const [row] = await storedVersions(t, 'answer');
    const manifestDigest = row?.manifest_digest ?? '';

    const { status, body } = await resolve(reader, id, 'v1.2.3');
    expect(status).toBe(200);
    expect(body).toEqual({
      package: id,
      ref: 'v1.2.3',
      origin: 'community',
      resolved: {
        version: '1.2.3',
        status: 'published',
        git_sha: gitSha,
        repo_url: change.repo_url,
        certification_level: 0,
        claimed_certification_level: 2,
        published_at: row?.published_at?.toISOString(),
        manifest: { digest: manifestDigest, url: artifactPath('answer', manifestDigest, 'manifest') },
        bundle: {
          digest: bundleDigest,
          url: artifactPath('answer', bundleDigest, 'bundle'),
          size_bytes: bundle.length,
        },
        // Referenced and stored: otherwise it is not evidence of this version.
        evidence: [
          {
            kind: 'sbom',
            digest: digestOf(sbom),
            url: artifactPath('answer', digestOf(sbom), 'evidence/sbom'),
          },
        ],
      },
    });
  });

  it('lists a digest once per kind of evidence it is stored as', async () => {
    const id = 'kinds/files';
    const text = '{"both":true}';
    await aVersion(admin, id, '1.0.0', { evidence_digests: [digestOf(text)] }).published();
    for (const kind of ['sbom', 'attestation']) {
      await admin.put(artifactPath('kinds', digestOf(text), `evidence/${kind}`), text, 'application/json');
    }
    const { evidence } = (await resolve(reader, id, '1.0.0')).body.resolved;
    expect(evidence.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['attestation', 'sbom']);
  });

  it('has both digests, no evidence, level 0 and no date for a minimal version', async () => {
    await aVersion(admin, 'bare/files', '1.0.0').ingested();
    const { resolved } = (await resolve(admin, 'bare/files', '1.0.0')).body;
    expect(resolved).toMatchObject({
      evidence: [],
      certification_level: 0,
      claimed_certification_level: 0,
      published_at: null,
    });
    expect(resolved.bundle.digest).toBe(digestOf(bundleOf('bare/files', '1.0.0')));
    expect(resolved.manifest.digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  });
});

describe(`${RESOLVE}: kinds of ref`, () => {
  const ID = 'refs/files';
  const COMMIT = commitWith('abcdef1', 'refs');
  let manifestDigest: string;
  let bundleDigest: string;
  beforeAll(async () => {
    await aVersion(admin, ID, '1.0.0').published();
    ({ bundleDigest } = await aVersion(admin, ID, '1.2.0', {
      git_sha: COMMIT.toUpperCase(),
      aliases: ['commit-abcdef1', 'stable'],
    }).published());
    await aVersion(admin, ID, '1.10.0').published();
    await aVersion(admin, ID, '2.0.0-rc.2').published();
    await aVersion(admin, ID, '2.0.0-rc.10+build').published();
    const row = (await storedVersions(t, 'refs')).find(({ version }) => version === '1.2.0');
    manifestDigest = row?.manifest_digest ?? '';
  });

  it.each<[string, () => string]>([
    ['a version', () => '1.2.0'],
    ['a version with v', () => 'v1.2.0'],
    ['a version with other build metadata', () => '1.2.0+other'],
    ['an alias', () => 'stable'],
    ['an alias that contains a commit', () => 'commit-abcdef1'],
    ['a full commit', () => COMMIT],
    ['a full commit in upper case', () => COMMIT.toUpperCase()],
    ['a full commit with sha:', () => `sha:${COMMIT}`],
    ['an abbreviated commit of 7 characters', () => COMMIT.slice(0, 7)],
    ['an abbreviated commit of 39 characters', () => COMMIT.slice(0, 39)],
    ['an abbreviated commit with sha:', () => `sha:${COMMIT.slice(0, 12)}`],
    ['an abbreviated commit in upper case', () => COMMIT.slice(0, 10).toUpperCase()],
    ['the manifest digest', () => manifestDigest],
    ['the manifest digest with digest:', () => `digest:${manifestDigest}`],
    ['the bundle digest', () => bundleDigest],
    ['the bundle digest with digest:', () => `digest:${bundleDigest}`],
  ])('resolves %s, and echoes the ref', async (_what, refOf) => {
    const answer = await resolve(reader, ID, refOf());
    expectVersion(answer, '1.2.0');
    expect(answer.body.ref).toBe(refOf());
  });

  it('does not accept fewer than 7 characters as a commit', async () => {
    expectRefused(await resolve(reader, ID, COMMIT.slice(0, 6)), 404);
    expectRefused(await resolve(reader, ID, `sha:${COMMIT.slice(0, 6)}`), 404);
  });

  it('shows the commit in lower case, whatever was published', async () => {
    expect((await resolve(reader, ID, '1.2.0')).body.resolved.git_sha).toBe(COMMIT);
  });

  it.each([
    ['latest', '1.10.0'],
    ['*', '1.10.0'],
    ['x', '1.10.0'],
    ['1', '1.10.0'],
    ['v1', '1.10.0'],
    ['1.x', '1.10.0'],
    ['1.2', '1.2.0'],
    ['~1.2', '1.2.0'],
    ['~1.2.0', '1.2.0'],
    ['^1.0.0', '1.10.0'],
    ['>=1.0.0 <1.10.0', '1.2.0'],
    ['<=1.2.0', '1.2.0'],
    ['<1.2.0', '1.0.0'],
    ['1.0.0 - 1.2.x', '1.2.0'],
    ['1.0.0 || ^1.2', '1.10.0'],
    ['>=2.0.0-rc.1', '2.0.0-rc.10+build'],
    ['^2.0.0-rc.1 <2.0.0-rc.10', '2.0.0-rc.2'],
    ['2.0.0-rc.10', '2.0.0-rc.10+build'],
    ['v2.0.0-rc.2', '2.0.0-rc.2'],
  ])('resolves %s to the highest published match, %s', async (ref, version) => {
    expectVersion(await resolve(reader, ID, ref), version);
  });

  it.each(['^2.0.0', '2.x', '>1.10.0', '>=2'])(
    'finds no pre-release for the range %s, which contains none',
    async (ref) => {
      expectRefused(await resolve(reader, ID, ref), 404);
    },
  );

  it('accepts a SHA-256 commit', async () => {
    const commit = digestOf('a commit of a SHA-256 repository').slice('sha256:'.length);
    await aVersion(admin, 'refs/sha256', '1.0.0', { git_sha: commit }).published();
    expectVersion(await resolve(reader, 'refs/sha256', commit), '1.0.0');
    expectVersion(await resolve(reader, 'refs/sha256', commit.slice(0, 40)), '1.0.0');
  });

  it('prefers a commit of digits to a range', async () => {
    const commit = commitWith('12345678', 'digits');
    await aVersion(admin, 'refs/digits', '1.0.0', { git_sha: commit }).published();
    await aVersion(admin, 'refs/digits', '12345678.0.0').published();
    expectVersion(await resolve(reader, 'refs/digits', '12345678'), '1.0.0');
  });

  it('resolves latest to the highest pre-release when there is no release', async () => {
    await aVersion(admin, 'refs/early', '1.0.0-alpha.9').published();
    await aVersion(admin, 'refs/early', '1.0.0-alpha.10').published();
    await aVersion(admin, 'refs/early', '1.0.0-alpha').published();
    expectVersion(await resolve(reader, 'refs/early', 'latest'), '1.0.0-alpha.10');
    expectRefused(await resolve(reader, 'refs/early', '*'), 404);
  });

  it('resolves latest to the highest version, not the newest', async () => {
    await aVersion(admin, 'refs/backport', '2.0.0').published();
    await aVersion(admin, 'refs/backport', '1.9.9').published();
    expectVersion(await resolve(reader, 'refs/backport', 'latest'), '2.0.0');
  });

  it('searches a range among more versions than one batch', async () => {
    await aVersion(admin, 'refs/many', '0.0.1').published();
    await aVersion(admin, 'refs/many', '3.0.0').published();
    const versions = Array.from({ length: 450 }, (_, patch) => `2.0.${patch}`);
    await insertVersions(t, 'refs/many', versions);
    expectVersion(await resolve(reader, 'refs/many', '^2.0.0'), '2.0.449');
    expectVersion(await resolve(reader, 'refs/many', '<2.0.5'), '2.0.4');
    expectVersion(await resolve(reader, 'refs/many', '<2'), '0.0.1');
    expectRefused(await resolve(reader, 'refs/many', '<0.0.1'), 404);
  });
});

describe(`${RESOLVE}: several versions of one commit or digest`, () => {
  const shared = (org: string) => ({
    git_sha: commitOf(org),
    bundle_digest: digestOf(`bundle of ${org}`),
    bundle_size_bytes: `bundle of ${org}`.length,
  });

  it('prefers the published one with the highest version', async () => {
    const id = 'several/files';
    const change = shared('several');
    await aVersion(admin, id, '1.2.0', change).ingested();
    await admin.put(
      artifactPath('several', change.bundle_digest, 'bundle'),
      'bundle of several',
      'application/octet-stream',
    );
    await aVersion(admin, id, '1.10.0', change).published();
    await aVersion(admin, id, '1.9.0', change).published();
    await aVersion(admin, id, '3.0.0', change).revoked();
    await aVersion(admin, id, '4.0.0', change).ingested();
    await aVersion(admin, id, '5.0.0', change).draft();
    const refs = [change.git_sha, change.git_sha.slice(0, 8), change.bundle_digest];
    for (const ref of refs) {
      expectVersion(await resolve(reader, id, ref), '1.10.0');
      expectVersion(await resolve(admin, id, ref), '1.10.0');
    }
  });

  it('finds commit-<hex>-<anything> by the alias, else by the commit prefix', async () => {
    const id = 'hub-names/files';
    const [first = '', second = ''] = ['one', 'two'].map((text) => commitOf(`hub name ${text}`));
    const name = (commit: string, length: number): string => `commit-${commit.slice(0, length)}-20260131`;
    await aVersion(admin, id, '1.0.0', { git_sha: first }).published();
    await aVersion(admin, id, '2.0.0', { git_sha: second, aliases: [name(first, 7)] }).published();
    expectVersion(await resolve(reader, id, name(first, 7)), '2.0.0');
    expectVersion(await resolve(reader, id, name(first, 8)), '1.0.0');
    expectVersion(await resolve(reader, id, `commit-${first.slice(0, 7)}-another date`), '1.0.0');
    expectVersion(
      await resolve(reader, id, name(second, 40).toUpperCase().replace('COMMIT', 'commit')),
      '2.0.0',
    );
    for (const ref of [name('0'.repeat(40), 7), name(first, 6), `commit-${first.slice(0, 7)}`]) {
      expectRefused(await resolve(reader, id, ref), 404);
    }
  });

  it('finds an abbreviated commit that matches two, one of which is revoked', async () => {
    const id = 'half-revoked/files';
    const commits = ['one', 'two'].map((text) => commitWith('abcdef98', text));
    await aVersion(admin, id, '1.0.0', { git_sha: commits[0] }).ingested();
    await aVersion(admin, id, '2.0.0', { git_sha: commits[1] }).revoked();
    expectVersion(await resolve(admin, id, 'abcdef98'), '1.0.0');
  });

  it('prefers an unpublished version to a revoked one', async () => {
    const id = 'unpublished/files';
    const change = { git_sha: commitOf('unpublished') };
    await aVersion(admin, id, '1.0.0', change).ingested();
    await aVersion(admin, id, '2.0.0', change).revoked();
    expectVersion(await resolve(admin, id, change.git_sha), '1.0.0');
    expectRefused(await resolve(reader, id, change.git_sha), 403);
  });

  it('does not find an ambiguous abbreviated commit, but each full one', async () => {
    const id = 'ambiguous/files';
    const commits = ['one', 'two'].map((text) => commitWith('fedcba98', text));
    await aVersion(admin, id, '1.0.0', { git_sha: commits[0] }).published();
    await aVersion(admin, id, '2.0.0', { git_sha: commits[1] }).published();
    for (const length of [7, 8]) {
      expectRefused(await resolve(reader, id, 'fedcba98'.slice(0, length)), 404);
      expectRefused(await resolve(reader, id, `sha:${'fedcba98'.slice(0, length)}`), 404);
    }
    expectVersion(await resolve(reader, id, commits[0] ?? ''), '1.0.0');
    expectVersion(await resolve(reader, id, commits[1]?.slice(0, 20) ?? ''), '2.0.0');
  });

  it('prefers an exact commit to a prefix match', async () => {
    const id = 'prefix/files';
    await aVersion(admin, id, '1.0.0', { git_sha: 'abcdef0' }).published();
    await aVersion(admin, id, '2.0.0', { git_sha: commitWith('abcdef0', 'longer') }).published();
    expectVersion(await resolve(reader, id, 'abcdef0'), '1.0.0');
  });
});
