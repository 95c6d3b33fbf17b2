import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '../../../src/auth/rules/scopes.js';
import type { ApiClient } from '../../support/api-client.js';
import {
  artifactPath,
  aVersion,
  bundleOf,
  digestOf,
  packagePath,
  publish,
  setStatus,
} from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createOrganization, someBytes } from '../../support/stored-artifacts.js';

const JSON_TYPE = 'application/json';
const UNKNOWN = `sha256:${'0'.repeat(64)}`;

/** The download paths of a version's three kinds of artifacts. */
interface Downloads {
  readonly manifest: string;
  readonly bundle: string;
  readonly evidence: string;
}

/** Publishes a version with evidence and returns its download paths. */
async function published(
  admin: ApiClient,
  id: string,
  version: string,
  change: object = {},
): Promise<Downloads> {
  const [org = ''] = id.split('/');
  const { bytes, digest } = someBytes(`evidence of ${id} ${version}`);
  await aVersion(admin, id, version, { evidence_digests: [digest], ...change }).published();
  const evidence = artifactPath(org, digest, 'evidence/sbom');
  expect((await admin.put(evidence, bytes, JSON_TYPE)).status).toBe(200);
  const { body } = await admin.get(`${packagePath(id)}/resolve?ref=${version}`);
  const { manifest, bundle } = body.resolved;
  return { manifest: manifest.url, bundle: bundle.url, evidence };
}

const statusesOf = async (actor: ApiClient, paths: Downloads): Promise<Record<keyof Downloads, number>> => ({
  manifest: (await actor.get(paths.manifest)).status,
  bundle: (await actor.get(paths.bundle)).status,
  evidence: (await actor.get(paths.evidence)).status,
});

let admin: ApiClient;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
});

describe('scopes of artifact downloads', () => {
  let paths: Downloads;
  beforeAll(async () => {
    paths = await published(admin, 'scopes/files', '1.0.0', { visibility: 'public' });
  });

  it('answers 401 to anonymous callers, also for public packages', async () => {
    const refused = { manifest: 401, bundle: 401, evidence: 401 };
    expect(await statusesOf(t.actors.anonymous, paths)).toEqual(refused);
  });

  it('answers 403 to every scope but artifact:download for manifests and bundles, evidence:read for evidence', async () => {
    const others = SCOPES.filter((scope) => !['artifact:download', 'evidence:read'].includes(scope));
    const resources = ['org/scopes/'];
    const other = await t.actors.apiToken({ scopes: others, resources });
    expect(await statusesOf(other, paths)).toEqual({ manifest: 403, bundle: 403, evidence: 403 });
    const downloader = await t.actors.apiToken({ scopes: ['artifact:download'], resources });
    expect(await statusesOf(downloader, paths)).toEqual({ manifest: 200, bundle: 200, evidence: 403 });
    const auditor = await t.actors.apiToken({ scopes: ['evidence:read'], resources });
    expect(await statusesOf(auditor, paths)).toEqual({ manifest: 403, bundle: 403, evidence: 200 });
  });

  it('answers 403 to the service scope admin:publish, which only allows publishing', async () => {
    const service = await t.actors.bearer({ scopes: ['admin:publish'], resources: ['org/'] });
    expect(await statusesOf(service, paths)).toEqual({ manifest: 403, bundle: 403, evidence: 403 });
  });

  it('does not reveal the existence of an artifact to unauthorized callers', async () => {
    const stranger = await t.actors.member('scopes-stranger');
    for (const [part, path] of Object.entries(paths)) {
      const exists = await stranger.get(path as string);
      const unknown = await stranger.get(
        artifactPath('scopes', UNKNOWN, part === 'evidence' ? 'evidence/sbom' : part),
      );
      expect(exists.status).toBe(403);
      expect(unknown.status).toBe(403);
      expect(unknown.body).toEqual(exists.body);
    }
  });

  it('answers 200 to a member of the organization', async () => {
    const member = await t.actors.member('scopes');
    expect(await statusesOf(member, paths)).toEqual({ manifest: 200, bundle: 200, evidence: 200 });
  });
});

describe('resource patterns of artifact downloads', () => {
  const bundle = someBytes('bundle for patterns');
  const evidence = someBytes('evidence for patterns');
  beforeAll(async () => {
    await createOrganization(admin, 'patterns');
    await admin.put(
      artifactPath('patterns', bundle.digest, 'bundle'),
      bundle.bytes,
      'application/octet-stream',
    );
    await admin.put(artifactPath('patterns', evidence.digest, 'evidence/sbom'), evidence.bytes, JSON_TYPE);
  });

  it.each<[pattern: string, bundle: number, evidence: number]>([
    ['catalog', 403, 403],
    ['org/other/', 403, 403],
    ['org/pattern', 403, 403],
    ['org/patterns', 403, 403],
    ['org/Patterns/', 403, 403],
    ['org/patterns/mcp/', 403, 403],
    ['org/*/mcp/*', 403, 403],
    ['org/patterns/artifact', 403, 403],
    ['org/patterns/artifact/*', 403, 403],
    [`org/patterns/artifact/${bundle.digest}`, 403, 403],
    [`org/patterns/artifact/${bundle.digest}/manifest`, 403, 403],
    [`org/patterns/artifact/${UNKNOWN}/bundle`, 403, 403],
    [`org/patterns/artifact/${bundle.digest}/bundle`, 200, 403],
    [`org/patterns/artifact/${bundle.digest}/`, 200, 403],
    [`org/patterns/artifact/${bundle.digest}/*`, 200, 403],
    ['org/patterns/artifact/*/*', 200, 403],
    ['org/*/artifact/sha256:*/bundle', 200, 403],
    [`org/patterns/artifact/${evidence.digest}/evidence/sbom`, 403, 200],
    [`org/patterns/artifact/${evidence.digest}/evidence/attestation`, 403, 403],
    ['org/patterns/artifact/*/evidence/*', 403, 200],
    ['org/*/artifact/*/evidence/', 403, 200],
    ['org/patterns/artifact/', 200, 200],
    ['org/patterns/artifact/*/', 200, 200],
    ['org/patterns/', 200, 200],
    ['org/*/', 200, 200],
    ['org/', 200, 200],
  ])('%s: %i for a bundle, %i for evidence', async (pattern, bundleStatus, evidenceStatus) => {
    const scopes = ['artifact:download', 'evidence:read'];
    // With a service's JWT: the patterns of an API token would first be checked against its creator's.
    const caller = await t.actors.bearer({ scopes, resources: [pattern] });
    const bundlePath = artifactPath('patterns', bundle.digest, 'bundle');
    const evidencePath = artifactPath('patterns', evidence.digest, 'evidence/sbom');
    expect((await caller.get(bundlePath)).status).toBe(bundleStatus);
    expect((await caller.get(evidencePath)).status).toBe(evidenceStatus);
    // The percent-encoded form of a digest is the same resource.
    expect((await caller.get(bundlePath.replace(':', '%3A'))).status).toBe(bundleStatus);
  });
});

describe('an artifact of revoked versions only', () => {
  const scopes = ['artifact:download', 'evidence:read', 'mcp:resolve'];
  const holder = (org: string, ...more: string[]): Promise<ApiClient> =>
    t.actors.apiToken({ scopes: [...scopes, ...more], resources: [`org/${org}/`] });

  it('is 403 without mcp:resolve:prepublish and 200 with it', async () => {
    const paths = await published(admin, 'revoked/files', '1.0.0');
    const without = await holder('revoked');
    const all = { manifest: 200, bundle: 200, evidence: 200 };
    expect(await statusesOf(without, paths)).toEqual(all);
    expect((await setStatus(admin, 'revoked/files', '1.0.0', 'revoked')).status).toBe(200);
    expect(await statusesOf(without, paths)).toEqual({ manifest: 403, bundle: 403, evidence: 403 });
    expect(await statusesOf(await holder('revoked', 'mcp:resolve:prepublish'), paths)).toEqual(all);
  });

  it('needs the prepublish scope for the artifact itself, not only for some other resource', async () => {
    const paths = await published(admin, 'revoked-scope/files', '1.0.0');
    expect((await setStatus(admin, 'revoked-scope/files', '1.0.0', 'revoked')).status).toBe(200);
    const resources = ['org/revoked-scope/mcp/'];
    const resolver = await t.actors.bearer({ scopes: [...scopes, 'mcp:resolve:prepublish'], resources });
    expect(await statusesOf(resolver, paths)).toEqual({ manifest: 403, bundle: 403, evidence: 403 });
  });

  it('does not need the scope when another version has it, too', async () => {
    const { bundle } = await published(admin, 'revoked-shared/files', '1.0.0');
    const bytes = bundleOf('revoked-shared/files', '1.0.0');
    const shared = { bundle_digest: digestOf(bytes), bundle_size_bytes: bytes.length };
    expect((await publish(admin, 'revoked-shared/twin', '2.0.0', shared)).status).toBe(200);
    expect((await setStatus(admin, 'revoked-shared/twin', '2.0.0', 'published')).status).toBe(200);
    expect((await setStatus(admin, 'revoked-shared/files', '1.0.0', 'revoked')).status).toBe(200);
    const caller = await holder('revoked-shared');
    expect((await caller.get(bundle)).status).toBe(200);
    expect((await setStatus(admin, 'revoked-shared/twin', '2.0.0', 'revoked')).status).toBe(200);
    expect((await caller.get(bundle)).status).toBe(403);
  });
});

describe('public.download_artifacts', () => {
  let open: TestApp;
  let opener: ApiClient;
  beforeAll(async () => {
    open = await startTestApp({ PUBLIC_DOWNLOAD_ARTIFACTS: 'true' });
    opener = await open.actors.admin();
  });
  afterAll(() => open.close());
  const refused = { manifest: 401, bundle: 401, evidence: 401 };

  it('grants no access to private packages', async () => {
    const paths = await published(opener, 'open-private/files', '1.0.0', { visibility: 'private' });
    expect(await statusesOf(open.actors.anonymous, paths)).toEqual(refused);
    const { headers } = await opener.get(paths.bundle);
    expect(headers.get('cache-control')).toMatch(/\bprivate\b/);
  });

  it.each(['draft', 'uploaded', 'revoked'] as const)(
    'grants no access to a version that is %s',
    async (state) => {
      const id = `open-${state}/files`;
      const [org = ''] = id.split('/');
      const { bundleDigest } = await aVersion(opener, id, '1.0.0', { visibility: 'public' })[state]();
      const path = artifactPath(org, bundleDigest, 'bundle');
      expect((await open.actors.anonymous.get(path)).status).toBe(401);
      // Unknown digests are indistinguishable.
      expect((await open.actors.anonymous.get(artifactPath(org, UNKNOWN, 'bundle'))).status).toBe(401);
    },
  );

  it("grants no access under an organization's path but to its own packages", async () => {
    const bytes = bundleOf('open-one/files', '1.0.0');
    await published(opener, 'open-one/files', '1.0.0', { visibility: 'public' });
    await createOrganization(opener, 'open-two');
    const other = artifactPath('open-two', digestOf(bytes), 'bundle');
    expect((await open.actors.anonymous.get(other)).status).toBe(401);
    // Even when the other organization has the same bytes, but no public package with them.
    const put = await opener.put(other, new Uint8Array(bytes), 'application/octet-stream');
    expect(put.status).toBe(200);
    expect((await open.actors.anonymous.get(other)).status).toBe(401);
  });

  it('grants access to all artifacts of published versions of public packages', async () => {
    const paths = await published(opener, 'open-public/files', '1.0.0', { visibility: 'public' });
    expect(await statusesOf(open.actors.anonymous, paths)).toEqual({
      manifest: 200,
      bundle: 200,
      evidence: 200,
    });
    const { headers } = await open.actors.anonymous.get(paths.bundle);
    expect(headers.get('cache-control')).toMatch(/\bpublic\b.*\bimmutable\b/);
    const evidence = await open.actors.anonymous.get(paths.evidence);
    expect(evidence.headers.get('cache-control')).toMatch(/\bpublic\b.*\bimmutable\b/);
    // Invalid credentials are refused here, too.
    expect((await open.actors.anonymous.as('Bearer wrong').get(paths.bundle)).status).toBe(401);
  });
});
