import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import {
  artifactPath,
  bundleOf,
  commitOf,
  digestOf,
  packagePath,
  publish,
  publishRequest,
  setStatus,
  uploadBundle,
} from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { expectRefused } from '../../support/refusals.js';
import { storedOrganizations, storedVersions } from '../../support/stored-versions.js';
import { publishText, publishTextWith, resolve, shown } from '../../support/version-requests.js';

let admin: Actor;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
});

const HEX = digestOf('a bundle').slice('sha256:'.length);
const NUL = 'a\u0000b';
const LONE_SURROGATE = 'a\ud800b';

const BAD_VERSIONS: unknown[] = [
  'v1.0.0',
  '=1.0.0',
  '1.0',
  '1',
  '',
  ' 1.0.0',
  '1.0.0 ',
  '1.0.0\n',
  '01.0.0',
  '1.0.0-',
  '1.0.0-01',
  '1.0.0-a..b',
  '1.0.0+',
  '1.0.0-ü',
  '1.0.0\u0000',
  '1.0.0/..',
  'latest',
  '^1.0.0',
  '1.x',
  '9007199254740993.0.0',
  `1.0.0-${'a'.repeat(1000)}`,
];

const BAD_DIGESTS: unknown[] = [
  `sha256:${HEX.toUpperCase()}`,
  `SHA256:${HEX}`,
  HEX,
  `sha256:${HEX.slice(1)}`,
  `sha256:${HEX}0`,
  `sha256:g${HEX.slice(1)}`,
  `sha256-${HEX}`,
  `sha1:${commitOf('a bundle')}`,
  `sha512:${HEX}`,
  `sha512:${HEX}${HEX}`,
  `md5:${HEX.slice(32)}`,
  ` sha256:${HEX}`,
  `sha256:${HEX}\n`,
  'sha256:',
  '',
  1,
  {},
  [`sha256:${HEX}`],
];

const BAD_COMMITS: unknown[] = [
  'main',
  'abcdef',
  '',
  'g'.repeat(40),
  'a'.repeat(65),
  `${'a'.repeat(40)}\n`,
  NUL,
  1,
  {},
];

const BAD_TEXTS: unknown[] = [NUL, LONE_SURROGATE, 1, true, {}, ['text']];

/** One of each kind; the table in repository-url.spec.ts is complete. */
const BAD_URLS: unknown[] = [
  'files',
  'git+https://github.com/acme/files',
  'https://user@github.com/acme/files',
  'https://user:word@github.com/acme/files',
  'ssh://root@github.com/acme/files',
  'ssh://-oProxyCommand=id/files',
  'git@-oProxyCommand=id:files',
  'https://github.com/-oProxyCommand=id',
  'https://github.com/%2DoProxyCommand=id',
  'https://github.com\\acme',
  'https://github.com/acme%0afiles',
  'https://github.com/acme/files?access_token=word',
];

/** Invalid values of each field. `undefined` omits a required field. */
const BAD_FIELDS: Readonly<Record<string, readonly unknown[]>> = {
  version: [undefined, null, 1, true, {}, ['1.0.0'], ...BAD_VERSIONS],
  bundle_digest: [undefined, null, ...BAD_DIGESTS],
  bundle_size_bytes: [undefined, null, 0, -1, 1.5, '1', '', true, {}, [1], 2 ** 53, 100 * 1024 * 1024 + 1],
  manifest_json: [undefined, null, 'text', '{}', 1, true, [], [{}]],
  git_sha: [undefined, null, ...BAD_COMMITS],
  repo_url: [undefined, null, '', `https://host.example/${'a'.repeat(2048)}`, ...BAD_URLS, ...BAD_TEXTS],
  repo_visibility: [undefined, null, '', 'Public', 'internal', 1, true, {}, ['public']],
  repo_provider: [undefined, null, '', 'GitHub', 'sourceforge', '<host_a>', 1, {}, ['github']],
  repo_ref: [undefined, null, '', '--upload-pack=id', 'a'.repeat(256), ...BAD_TEXTS],
  repo_commit: [undefined, null, ...BAD_COMMITS],
  certification_level: [-1, 4, 1.5, '2', '', true, {}, [2]],
  evidence_digests: [
    `sha256:${HEX}`,
    {},
    { 0: `sha256:${HEX}`, length: 1 },
    [null],
    [`sha256:${HEX}`, `sha256:${HEX}`],
    Array.from({ length: 101 }, (_, i) => digestOf(`evidence ${i}`)),
    ...BAD_DIGESTS.filter((digest) => !Array.isArray(digest)).map((digest) => [digest]),
  ],
  status: ['', 'Draft', 'published', 'revoked', 1, {}, ['draft']],
  visibility: ['', 'Public', 'internal', 1, {}, ['public']],
  description: ['a'.repeat(2001), ...BAD_TEXTS],
  tags: [
    'files',
    {},
    [''],
    [null],
    [1],
    ['same', 'same'],
    ['a'.repeat(65)],
    [NUL],
    [LONE_SURROGATE],
    [['nested']],
    Array.from({ length: 33 }, (_, i) => `tag-${i}`),
  ],
  aliases: [
    'stable',
    {},
    [null],
    [1],
    [''],
    ['latest'],
    ['1.0.0'],
    ['v1.0.0'],
    ['1.x'],
    ['abcdef0'],
    ['ABCDEF0'],
    ['-stable'],
    ['two words'],
    ['a/b'],
    [NUL],
    ['a'.repeat(129)],
    ['same', 'same'],
    Array.from({ length: 11 }, (_, i) => `alias-${i}`),
  ],
};

const BAD_REQUESTS = Object.entries(BAD_FIELDS).flatMap(([field, values]) =>
  values.map((value): [string, string, unknown] => [field, shown(value), value]),
);

describe('POST /v1/org/{org}/mcps/{name}/publish: 400 for missing fields and an invalid format', () => {
  it.each(BAD_REQUESTS)('answers 400 naming %s for %s and stores nothing', async (field, _shown, value) => {
    expectRefused(await publish(admin, 'malformed/files', '1.0.0', { [field]: value }), 400, field);
    expect(await storedOrganizations(t, 'malformed')).toEqual([]);
  });

  it.each(['bundle_size_bytes', 'certification_level'])('refuses 1e400 as %s', async (field) => {
    const text = publishTextWith('malformed/files', '1.0.0', { [field]: '@' }, '1e400');
    expectRefused(await publishText(admin, 'malformed/files', text), 400, field);
    expect(await storedOrganizations(t, 'malformed')).toEqual([]);
  });

  it('names an offending field of an empty request', async () => {
    expectRefused(await admin.post(`${packagePath('malformed/files')}/publish`, {}), 400, 'version');
  });

  it('reads no field from __proto__', async () => {
    const { version, ...rest } = publishRequest('malformed/files', '1.0.0');
    const text = `{"__proto__":{"version":${JSON.stringify(version)}},${JSON.stringify(rest).slice(1)}`;
    expectRefused(await publishText(admin, 'malformed/files', text), 400, 'version');
    expect(await storedOrganizations(t, 'malformed')).toEqual([]);
  });
});

describe('POST /v1/org/{org}/mcps/{name}/publish: authorization', () => {
  it('answers 401 to anonymous callers, whatever the body', async () => {
    expectRefused(await publish(t.actors.anonymous, 'guarded/files', '1.0.0'), 401);
    expectRefused(await publishText(t.actors.anonymous, 'guarded/files', '{'), 401);
    expect(await storedOrganizations(t, 'guarded')).toEqual([]);
  });

  it.each([
    ['without mcp:publish', { scopes: ['mcp:resolve', 'mcp:catalog:read'], resources: ['org/'] }],
    ['with another package only', { scopes: ['mcp:publish'], resources: ['org/guarded/mcp/others'] }],
    ['with artifacts only', { scopes: ['mcp:publish'], resources: ['org/guarded/artifact/'] }],
  ])('answers 403 to a token %s', async (_what, options) => {
    const token = await t.actors.apiToken(options);
    expectRefused(await publish(token, 'guarded/files', '1.0.0'), 403);
    expect(await storedOrganizations(t, 'guarded')).toEqual([]);
  });

  it('answers 403 to a member of another organization, and creates none', async () => {
    expectRefused(await publish(await t.actors.member('elsewhere', 'admin'), 'guarded/files', '1.0.0'), 403);
    expect(await storedOrganizations(t, 'guarded')).toEqual([]);
  });

  it('lets a token for one package create its organization', async () => {
    const token = await t.actors.apiToken({ scopes: ['mcp:publish'], resources: ['org/begun/mcp/files'] });
    expect((await publish(token, 'begun/files', '1.0.0')).status).toBe(200);
    expect(await storedOrganizations(t, 'begun')).toEqual(['begun']);
  });

  it('lets a plain member publish', async () => {
    const member = await t.actors.member('team');
    expect((await publish(member, 'team/files', '1.0.0')).status).toBe(200);
  });
});

describe('POST /v1/org/{org}/mcps/{name}/publish: 200', () => {
  it('answers version, status ingested and no upload instruction without presigned URLs', async () => {
    const { status, body } = await publish(admin, 'accepted/plain', '1.0.0');
    expect(status).toBe(200);
    expect(body).toEqual({ version: '1.0.0', status: 'ingested', bundle_upload: null });
  });

  it.each(['0.0.0', '10.20.30', '1.0.0-rc.1', '1.0.0-0a.b--c', '2.0.0+build.7', '3.0.0-x+y'])(
    'accepts %s as a version and keeps it as written',
    async (version) => {
      expect((await publish(admin, 'accepted/versions', version)).body.version).toBe(version);
      expect((await resolve(admin, 'accepted/versions', version)).body.resolved.version).toBe(version);
    },
  );

  it('accepts the largest valid values', async () => {
    const change = {
      bundle_size_bytes: 100 * 1024 * 1024,
      git_sha: 'a'.repeat(64),
      repo_url: 'https://host.example/'.padEnd(2048, 'u'),
      repo_ref: 'r'.repeat(255),
      certification_level: 3,
      evidence_digests: Array.from({ length: 100 }, (_, i) => digestOf(`evidence ${i}`)),
      description: 'd'.repeat(2000),
      tags: Array.from({ length: 32 }, (_, i) => `${i}`.padStart(64, '0')),
      aliases: Array.from({ length: 10 }, (_, i) => `a${i}`.padEnd(128, 'z')),
    };
    expect((await publish(admin, 'accepted/largest', '1.0.0', change)).status).toBe(200);
    const { body } = await resolve(admin, 'accepted/largest', '1.0.0');
    expect(body.resolved).toMatchObject({
      git_sha: change.git_sha,
      repo_url: change.repo_url,
      claimed_certification_level: 3,
      bundle: { size_bytes: change.bundle_size_bytes },
    });
  });

  it.each([
    ['repo_visibility', 'private'],
    ['repo_provider', 'gitlab'],
    ['repo_provider', 'bitbucket'],
    ['certification_level', 0],
    ['evidence_digests', []],
    ['description', ''],
    ['tags', []],
    ['aliases', []],
  ])('accepts %s %j', async (field, value) => {
    const id = `accepted/${field}-${String(value)}`;
    expect((await publish(admin, id, '1.0.0', { [field]: value })).status).toBe(200);
  });

  it('ignores unknown fields', async () => {
    const text = `{"__proto__":{"status":"draft"},"constructor":1,"unknown":[1],${JSON.stringify(
      publishRequest('accepted/unknown', '1.0.0'),
    ).slice(1)}`;
    const { status, body } = await publishText(admin, 'accepted/unknown', text);
    expect({ status, body }).toMatchObject({ status: 200, body: { status: 'ingested' } });
  });

  it('creates a draft for a request with status draft', async () => {
    const { body } = await publish(admin, 'accepted/drafts', '1.0.0', { status: 'draft' });
    expect(body).toEqual({ version: '1.0.0', status: 'draft', bundle_upload: null });
    expect(await storedVersions(t, 'accepted')).toContainEqual(
      expect.objectContaining({ package: 'drafts', status: 'draft' }),
    );
  });

  it('needs no upload for bundle bytes that the organization has stored already', async () => {
    const bundle = bundleOf('accepted/reused', '1.0.0');
    await publish(admin, 'accepted/reused', '1.0.0');
    await uploadBundle(admin, 'accepted', bundle);
    const again = { bundle_digest: digestOf(bundle), bundle_size_bytes: bundle.length };
    expect((await publish(admin, 'accepted/reused-again', '2.0.0', again)).body.bundle_upload).toBeNull();
    expect((await setStatus(admin, 'accepted/reused-again', '2.0.0', 'published')).status).toBe(200);
  });

  it('makes the manifest downloadable immediately', async () => {
    await publish(admin, 'accepted/at-once', '1.0.0');
    const { body } = await resolve(admin, 'accepted/at-once', '1.0.0');
    const { digest, url } = body.resolved.manifest;
    expect(url).toBe(artifactPath('accepted', digest as string, 'manifest'));
    expect(digestOf((await admin.get(url as string)).bytes)).toBe(digest);
  });
});
