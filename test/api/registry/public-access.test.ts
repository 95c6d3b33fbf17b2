import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import { signJwt } from '../../support/actors.js';
import {
  artifactPath,
  aVersion,
  bundleOf,
  digestOf,
  manifestOf,
  packagePath,
  publish,
  publishRequest,
  setStatus,
} from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { expectForbidden, expectSignInFirst, expectUnauthorized } from '../../support/refusals.js';

const SBOM = '{"bomFormat":"CycloneDX"}';
const OPEN = { visibility: 'public' };

let admin: ApiClient;
let anonymous: ApiClient;
const t = await useTestApp({ PUBLIC_READ_CATALOG: 'true', PUBLIC_DOWNLOAD_ARTIFACTS: 'true' });
beforeAll(async () => {
  admin = await t.actors.admin();
  anonymous = t.actors.anonymous;
  await aVersion(admin, 'pub/open', '1.0.0', { ...OPEN, evidence_digests: [digestOf(SBOM)] }).published();
  await admin.put(artifactPath('pub', digestOf(SBOM), 'evidence/sbom'), SBOM, 'application/json');
  await aVersion(admin, 'pub/open', '1.1.0').draft();
  await aVersion(admin, 'pub/open', '1.2.0').uploaded();
  await aVersion(admin, 'pub/open', '1.3.0').revoked();
  await aVersion(admin, 'pub/closed', '1.0.0').published();
});

const resolvePath = (id: string, ref: string): string =>
  `${packagePath(id)}/resolve?ref=${encodeURIComponent(ref)}`;
const bundlePath = (org: string, bytes: Buffer): string => artifactPath(org, digestOf(bytes), 'bundle');

/** The paths of a version's manifest and bundle, as its publisher gets them. */
async function pathsOf(id: string, version: string): Promise<{ manifest: string; bundle: string }> {
  const { body } = await admin.get(`${packagePath(id)}/versions/${version}`);
  return { manifest: body.manifest.url, bundle: body.bundle.url };
}

const idsIn = ({ status, body }: ApiResponse): string[] => {
  expect(status).toBe(200);
  return (body.packages as { id: string }[]).map(({ id }) => id).filter((id) => id.startsWith('pub/'));
};

describe('public.read_catalog', () => {
  it('shows anonymous callers public packages only', async () => {
    expect(idsIn(await anonymous.get('/v1/catalog'))).toEqual(['pub/open']);
    expect(idsIn(await anonymous.get('/v1/catalog?org=pub'))).toEqual(['pub/open']);
    expect(idsIn(await anonymous.get('/v1/catalog?q=closed'))).toEqual([]);
    expect(idsIn(await anonymous.get('/v1/catalog?org=pub&limit=1'))).toEqual(['pub/open']);
  });

  it('does not distinguish an organization with only private packages from an unknown one', async () => {
    await publish(admin, 'pub-closed/files', '1.0.0');
    const hidden = await anonymous.get('/v1/catalog?org=pub-closed');
    expect(hidden.body).toEqual({ packages: [] });
    expect((await anonymous.get('/v1/catalog?org=pub-unknown')).text).toBe(hidden.text);
  });

  it('shows callers without the scope or the resource the same as anonymous ones', async () => {
    for (const claims of [
      { scopes: [], resources: ['catalog', 'org/'] },
      { scopes: ['mcp:catalog:read'], resources: ['org/pub/mcp/closed'] },
    ]) {
      expect(idsIn(await (await t.actors.bearer(claims)).get('/v1/catalog'))).toEqual(['pub/open']);
    }
  });

  it('shows callers with both their private packages, too', async () => {
    expect(idsIn(await admin.get('/v1/catalog'))).toEqual(['pub/closed', 'pub/open']);
  });

  it('grants access to neither single packages nor version lists', async () => {
    expectSignInFirst(await anonymous.get(packagePath('pub/open')));
    expectSignInFirst(await anonymous.get(`${packagePath('pub/open')}/versions`));
  });

  it('gives anonymous and authenticated callers different ETags for different results', async () => {
    const etag = (response: ApiResponse): string | null => response.headers.get('etag');
    expect(etag(await anonymous.get('/v1/catalog'))).not.toBe(etag(await admin.get('/v1/catalog')));
  });
});

describe('public.download_artifacts: resolve', () => {
  it.each(['1.0.0', 'latest', '^1.0.0', digestOf(bundleOf('pub/open', '1.0.0'))])(
    'answers anonymous callers the published version of a public package for %s',
    async (ref) => {
      const { status, body } = await anonymous.get(resolvePath('pub/open', ref));
      expect(status).toBe(200);
      expect(body.resolved).toMatchObject({ version: '1.0.0', status: 'published' });
      expect(body).toEqual((await admin.get(resolvePath('pub/open', ref))).body);
    },
  );

  it.each(['1.1.0', '1.2.0', '1.3.0', digestOf(bundleOf('pub/open', '1.2.0')), '>=1.1.0'])(
    'answers %s, a draft, ingested or revoked, like an unknown version',
    async (ref) => {
      const hidden = await anonymous.get(resolvePath('pub/open', ref));
      const unknown = await anonymous.get(resolvePath('pub/open', '9.9.9'));
      expect([401, 404]).toContain(hidden.status);
      expect({ status: hidden.status, text: hidden.text }).toEqual({
        status: unknown.status,
        text: unknown.text,
      });
    },
  );

  it.each([
    ['a private package', 'pub/closed', '1.0.0'],
    ['an unknown version of a private package', 'pub/closed', '9.9.9'],
    ['an unknown package', 'pub/unknown', '1.0.0'],
    ['an unknown organization', 'pub-unknown/open', '1.0.0'],
    ['another spelling', 'pub/OPEN', '1.0.0'],
  ])('answers 401 for %s', async (_what, id, ref) => {
    expectSignInFirst(await anonymous.get(resolvePath(id, ref)));
  });

  it('answers unauthorized callers 403 for a private package as for an unknown one', async () => {
    const caller = await t.actors.bearer({ scopes: ['token:list'], resources: ['org/'] });
    const closed = await caller.get(resolvePath('pub/closed', '1.0.0'));
    expectForbidden(closed);
    expect((await caller.get(resolvePath('pub/unknown', '1.0.0'))).text).toBe(closed.text);
  });
});

describe('public.download_artifacts: downloads', () => {
  it('serves anonymous callers manifest and bundle of a published version of a public package', async () => {
    const paths = await pathsOf('pub/open', '1.0.0');
    const bundle = await anonymous.get(paths.bundle);
    expect(bundle.status).toBe(200);
    expect(bundle.bytes.equals(bundleOf('pub/open', '1.0.0'))).toBe(true);
    const manifest = await anonymous.get(paths.manifest);
    expect(manifest.body).toEqual(manifestOf('pub/open', '1.0.0'));
    expect((await anonymous.head(paths.bundle)).status).toBe(200);
  });

  it.each([
    ['a draft', 'pub/open', '1.1.0'],
    ['an ingested version', 'pub/open', '1.2.0'],
    ['a revoked version', 'pub/open', '1.3.0'],
    ['a private package', 'pub/closed', '1.0.0'],
  ])('answers 401 for %s, as for an unknown digest', async (_what, id, version) => {
    const paths = await pathsOf(id, version);
    const unknown = await anonymous.get(artifactPath('pub', digestOf('nothing'), 'bundle'));
    expectSignInFirst(unknown);
    for (const path of Object.values(paths)) {
      expect((await anonymous.get(path)).text).toBe(unknown.text);
      expect((await anonymous.head(path)).status).toBe(401);
    }
  });

  it('serves the evidence of published versions of public packages, and no other', async () => {
    const path = artifactPath('pub', digestOf(SBOM), 'evidence/sbom');
    const served = await anonymous.get(path);
    expect([served.status, served.text]).toEqual([200, SBOM]);
    const hidden = '{"of":"a private package"}';
    await aVersion(admin, 'pub/closed', '2.0.0', { evidence_digests: [digestOf(hidden)] }).published();
    const unpublished = '{"of":"an ingested version"}';
    await aVersion(admin, 'pub/open', '9.0.0', { evidence_digests: [digestOf(unpublished)] }).uploaded();
    for (const evidence of [hidden, unpublished]) {
      const secret = artifactPath('pub', digestOf(evidence), 'evidence/sbom');
      expect((await admin.put(secret, evidence, 'application/json')).status).toBe(200);
      expect((await admin.get(secret)).status).toBe(200);
      expectSignInFirst(await anonymous.get(secret));
      const reader = await t.actors.bearer({ scopes: ['artifact:download'], resources: ['org/'] });
      expectForbidden(await reader.get(secret));
    }
    expectSignInFirst(await anonymous.get(artifactPath('pub', digestOf('nothing'), 'evidence/sbom')));
    // Not even under the path of a public kind.
    expectSignInFirst(await anonymous.get(artifactPath('pub', digestOf(SBOM), 'manifest')));
    expectSignInFirst(await anonymous.get(artifactPath('pub', digestOf(SBOM), 'bundle')));
  });

  it('limits public access to the path of organization and kind', async () => {
    await publish(admin, 'pub-other/files', '1.0.0', OPEN);
    const bytes = bundleOf('pub/open', '1.0.0');
    expectSignInFirst(await anonymous.get(bundlePath('pub-other', bytes)));
    expectSignInFirst(await anonymous.get(bundlePath('PUB', bytes)));
    expectSignInFirst(await anonymous.get(artifactPath('pub', digestOf(bytes), 'manifest')));
  });

  it('requires one version that is both published and public', async () => {
    const bytes = Buffer.from('the same bundle');
    const bundle = { bundle_digest: digestOf(bytes), bundle_size_bytes: bytes.length };
    const path = bundlePath('shared', bytes);
    await publish(admin, 'shared/closed', '1.0.0', bundle);
    await admin.put(path, new Uint8Array(bytes), 'application/octet-stream');
    await setStatus(admin, 'shared/closed', '1.0.0', 'published');
    await publish(admin, 'shared/open', '1.0.0', { ...bundle, ...OPEN });
    expectSignInFirst(await anonymous.get(path));
    expect((await setStatus(admin, 'shared/open', '1.0.0', 'published')).status).toBe(200);
    expect((await anonymous.get(path)).status).toBe(200);
  });

  it('ends immediately when the package becomes private, and when the version is revoked', async () => {
    await aVersion(admin, 'ends/files', '1.0.0', OPEN).published();
    const { bundle } = await pathsOf('ends/files', '1.0.0');
    const resolve = resolvePath('ends/files', '1.0.0');
    expect((await anonymous.get(bundle)).status).toBe(200);
    await aVersion(admin, 'ends/files', '1.1.0', { visibility: 'private' }).published();
    expectSignInFirst(await anonymous.get(bundle));
    expectSignInFirst(await anonymous.get(resolve));
    await aVersion(admin, 'ends/files', '1.2.0', OPEN).published();
    expect((await anonymous.get(bundle)).status).toBe(200);
    await setStatus(admin, 'ends/files', '1.0.0', 'revoked');
    expectSignInFirst(await anonymous.get(bundle));
    expect((await anonymous.get(resolve)).status).toBe(404);
  });

  it('grants no write access', async () => {
    const bytes = Buffer.from('from nobody');
    expectSignInFirst(await publish(anonymous, 'pub/open', '3.0.0', OPEN));
    expectSignInFirst(await setStatus(anonymous, 'pub/open', '1.2.0', 'published'));
    expectSignInFirst(
      await anonymous.put(bundlePath('pub', bytes), new Uint8Array(bytes), 'application/octet-stream'),
    );
    expect((await admin.get(bundlePath('pub', bytes))).status).toBe(404);
    expect((await admin.get(resolvePath('pub/open', '3.0.0'))).status).toBe(404);
    expect((await admin.get(resolvePath('pub/open', '1.2.0'))).body.resolved.status).toBe('ingested');
    expectSignInFirst(
      await anonymous.post(`${packagePath('pub/open')}/publish`, publishRequest('x/y', '1.0.0')),
    );
  });
});

describe('an authenticated caller', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['without any scope', [], []],
    ['on resources elsewhere', ['mcp:resolve', 'artifact:download'], ['org/elsewhere/']],
    ['with only mcp:resolve', ['mcp:resolve'], ['org/pub/']],
    ['with only mcp:resolve:prepublish', ['mcp:resolve:prepublish'], ['org/pub/']],
    ['with admin:publish', ['admin:publish'], []],
  ])('%s gets the same as anonymous callers', async (_what, scopes, resources) => {
    const caller = await t.actors.bearer({ scopes, resources });
    const paths = await pathsOf('pub/open', '1.0.0');
    for (const path of [resolvePath('pub/open', '1.0.0'), paths.bundle, paths.manifest]) {
      const { status, text } = await caller.get(path);
      expect({ path, status, text }).toEqual({ path, status: 200, text: (await anonymous.get(path)).text });
    }
    expectForbidden(await caller.get((await pathsOf('pub/closed', '1.0.0')).bundle));
  });

  it.each<[string, () => Promise<string> | string]>([
    ['an expired JWT', async () => `Bearer ${await signJwt({ exp: Math.floor(Date.now() / 1000) - 1 })}`],
    [
      'a JWT of another secret',
      async () => `Bearer ${await signJwt({}, 'another secret of more than 32 bytes')}`,
    ],
    ['an unknown token', () => `Token mcp_${'a'.repeat(20)}:sk_${'a'.repeat(43)}`],
    ['an unknown scheme', () => 'Digest x'],
    ['an empty header', () => ''],
  ])('with %s is refused with 401 although anonymous callers are not', async (_what, authorization) => {
    const caller = anonymous.as(await authorization());
    const paths = await pathsOf('pub/open', '1.0.0');
    for (const path of ['/v1/catalog', resolvePath('pub/open', '1.0.0'), paths.bundle, paths.manifest]) {
      expect((await anonymous.get(path)).status).toBe(200);
      expectUnauthorized(await caller.get(path));
    }
  });
});

describe('caching', () => {
  const cacheControl = ({ headers }: ApiResponse): string => headers.get('cache-control') ?? '';

  it('allows shared caching of public content, whoever the caller', async () => {
    const paths = await pathsOf('pub/open', '1.0.0');
    for (const caller of [anonymous, admin]) {
      for (const path of Object.values(paths)) {
        expect(cacheControl(await caller.get(path))).toMatch(/\bpublic\b.*\bimmutable\b/);
      }
    }
  });

  it('forbids shared caching of private content', async () => {
    const paths = await pathsOf('pub/closed', '1.0.0');
    const ingested = await pathsOf('pub/open', '1.2.0');
    for (const path of [paths.manifest, paths.bundle, ingested.manifest, ingested.bundle]) {
      const answer = await admin.get(path);
      expect(answer.status).toBe(200);
      expect(cacheControl(answer)).toMatch(/\bprivate\b/);
      expect(cacheControl(answer)).not.toMatch(/\bpublic\b/);
      expect(answer.headers.get('vary')?.toLowerCase()).toContain('authorization');
    }
  });

  it('forbids caching of refusals', async () => {
    const { bundle } = await pathsOf('pub/closed', '1.0.0');
    for (const path of [bundle, resolvePath('pub/closed', '1.0.0'), resolvePath('pub/open', '9.9.9')]) {
      expect(cacheControl(await anonymous.get(path))).toBe('no-store');
    }
  });

  it('marks the catalog as varying by caller', async () => {
    const { headers } = await anonymous.get('/v1/catalog');
    expect(headers.get('vary')?.toLowerCase()).toContain('authorization');
  });
});
