import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packFolder } from '../../src/hub/demo/packed-folder.js';
import type { ApiClient } from '../support/api-client.js';
import { digestOf, manifestOf, packagePath, publish, setStatus, uploadBundle } from '../support/builders.js';
import { CommandError, CommandLineClient } from '../support/command-line-client.js';
import { PASSWORD } from '../support/credentials.js';
import { EXAMPLE_TRACE, fixedBundle, vulnerableBundle } from './example-server.js';
import { HubHome } from '../support/hub-home.js';
import { NpmRegistry } from '../support/npm-registry.js';
import { eventually } from '../support/stored-artifacts.js';

const FILESYSTEM = '@modelcontextprotocol/server-filesystem';
const ANALYZED = ['CERTIFIED', 'NOT_CERTIFIED', 'PUBLISHED', 'FAILED'];

let tarball: Buffer;
let npm: NpmRegistry;
let filesystemVersion: string;
let hub: HubHome;
let owner: ApiClient;
let gate: ApiClient;
let publisher: ApiClient;
/** The command-line client, signed in to the hub and to the registry. */
let pusher: CommandLineClient;
let puller: CommandLineClient;

beforeAll(async () => {
  const folder = `node_modules/${FILESYSTEM}`;
  const manifest = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));
  filesystemVersion = manifest.version;
  tarball = Buffer.from((await packFolder(folder)).bytes);
  npm = await NpmRegistry.start([{ name: FILESYSTEM, version: filesystemVersion, bytes: tarball }]);
  hub = await HubHome.start(npm.settings);
  owner = hub.owner;
  gate = hub.server.client.as(`Bearer ${await hub.serviceToken('ci')}`);
  await owner.post(`/api/v1/orgs/${hub.orgId}/policies`, {
    name: 'Certified servers only',
    action: 'DENY',
    target_type: 'CERT_LEVEL',
    target_value: 'min:1',
    priority: 1,
  });
  publisher = await hub.server.admin();
  pusher = CommandLineClient.withToken(hub.server.url, await hub.serviceToken('admin'));
  puller = new CommandLineClient(hub.server.url);
  await puller.login('admin', PASSWORD);
});
afterAll(async () => {
  await hub.close();
  npm.close();
});

/** A version in a list. */
interface ListedVersion {
  readonly id: string;
  readonly semver: string;
  readonly status: string;
  readonly visible_version: string;
  readonly global_score: number;
}

/** A version of an MCP, once its status is one of these. */
async function versionOf(name: string, version: string, statuses = ANALYZED): Promise<ListedVersion> {
  const found: ListedVersion[] = [];
  await eventually(async () => {
    const { body: mcp } = await owner.get(`/api/v1/mcps/${name}`);
    if (mcp.id === undefined) return false;
    const { body } = await owner.get(`/api/v1/mcps/${mcp.id}/versions`);
    const versions = body.versions as ListedVersion[];
    found.push(...versions.filter(({ semver, status }) => semver === version && statuses.includes(status)));
    return found.length > 0;
  });
  const [first] = found;
  if (first === undefined) throw new Error(`${name} has no version ${version}`);
  return first;
}

/** The findings of a version, worst first. */
async function findingsOf(name: string, version: string): Promise<object[]> {
  const { body: mcp } = await owner.get(`/api/v1/mcps/${name}`);
  const { id } = await versionOf(name, version);
  return (await owner.get(`/api/v1/mcps/${mcp.id}/versions/${id}/findings`)).body.findings;
}

async function gateOf(name: string, version: string): Promise<string> {
  const request = { org_id: hub.orgId, environment: 'production', mcps: [{ name, version }] };
  return (await gate.post('/api/v1/ci/evaluate', request)).body.result as string;
}

/** The level that the registry shows, once it is this one. */
async function expectLevel(id: string, version: string, level: number): Promise<void> {
  await eventually(async () => (await puller.resolve(id, version)).certificationLevel === level);
}

describe('a pushed server', () => {
  const NAME = 'acme/commits';

  it('with a vulnerability is not certified, shows the path of its finding, and is not published', async () => {
    await pusher.push(NAME, 'v1.0.0', await vulnerableBundle());
    expect(await versionOf(NAME, '1.0.0')).toMatchObject({ status: 'NOT_CERTIFIED', certification_level: 0 });
    expect(await findingsOf(NAME, '1.0.0')).toEqual([
      expect.objectContaining({
        rule_id: 'MCP-A001',
        status: 'open',
        resolved_at: null,
        trace: EXAMPLE_TRACE,
      }),
    ]);
    expect(await gateOf(NAME, '1.0.0')).toBe('FAIL');
    await expect(puller.resolve(NAME, '1.0.0')).rejects.toThrow(CommandError);
  });

  it('without it resolves the finding, is published, and is pulled with its digest and level', async () => {
    const bundle = await fixedBundle();
    await pusher.push(NAME, 'v1.0.1', bundle);
    const version = await versionOf(NAME, '1.0.1', ['PUBLISHED', 'FAILED']);
    expect(version).toMatchObject({ status: 'PUBLISHED', certification_level: 1 });
    expect(await findingsOf(NAME, '1.0.1')).toEqual([]);
    expect(await findingsOf(NAME, '1.0.0')).toEqual([
      expect.objectContaining({ status: 'resolved', resolved_at: expect.any(String) }),
    ]);
    expect(await gateOf(NAME, '1.0.1')).toBe('PASS');
    expect(await gateOf(NAME, 'latest')).toBe('PASS');
    for (const ref of ['latest', '1.0.1', version.visible_version]) {
      const { resolved, manifest, bundle: pulled } = await puller.pull(NAME, ref);
      expect(resolved).toMatchObject({
        version: '1.0.1',
        certificationLevel: 1,
        bundleDigest: digestOf(bundle),
      });
      expect(pulled.bytes.equals(bundle)).toBe(true);
      expect(JSON.parse(manifest.bytes.toString())).toMatchObject({
        package: { id: NAME, version: '1.0.1' },
        entrypoint: { command: ['node', 'package/server.js'] },
        certification: { level: 1, global_score: version.global_score },
      });
    }
  });
});

describe('a server published to the registry', () => {
  const NAME = 'acme/direct';
  const publishBundle = async (version: string, bundle: Buffer): Promise<void> => {
    const manifest = manifestOf(NAME, version, { entrypoint: { command: ['node', 'package/server.js'] } });
    const change = {
      bundle_digest: digestOf(bundle),
      bundle_size_bytes: bundle.length,
      manifest_json: manifest,
    };
    for (const { status, text } of [
      await publish(publisher, NAME, version, change),
      await uploadBundle(publisher, 'acme', bundle),
      await setStatus(publisher, NAME, version, 'published'),
    ])
      expect([status, text]).toEqual([200, text]);
  };

  it('has the verdict of the hub in resolve: level 0 with a vulnerability, level 1 without', async () => {
    await publishBundle('1.0.0', await vulnerableBundle('direct'));
    expect(await versionOf(NAME, '1.0.0')).toMatchObject({ status: 'NOT_CERTIFIED' });
    const [finding] = await findingsOf(NAME, '1.0.0');
    expect(finding).toMatchObject({ status: 'open', trace: EXAMPLE_TRACE });
    await expectLevel(NAME, '1.0.0', 0);

    const bundle = await fixedBundle('direct');
    await publishBundle('1.0.1', bundle);
    expect(await versionOf(NAME, '1.0.1', ['PUBLISHED', 'FAILED'])).toMatchObject({ status: 'PUBLISHED' });
    await expectLevel(NAME, '1.0.1', 1);
    expect((await puller.pull(NAME, 'latest')).resolved).toMatchObject({
      version: '1.0.1',
      bundleDigest: digestOf(bundle),
    });
    expect((await puller.resolve(NAME, '1.0.0')).certificationLevel).toBe(0);
    expect(await findingsOf(NAME, '1.0.0')).toEqual([expect.objectContaining({ status: 'resolved' })]);
    expect([await gateOf(NAME, '1.0.0'), await gateOf(NAME, '1.0.1')]).toEqual(['FAIL', 'PASS']);
  });
});

describe('a real server from an npm registry', () => {
  it('is fetched, certified, published with its evidence, and pulled byte for byte', async () => {
    const NAME = 'modelcontextprotocol/filesystem';
    const created = await hub.admin.post('/api/v1/admin/mcps', {
      name: NAME,
      repo_url: 'https://github.com/modelcontextprotocol/servers',
      source: { npm: `${FILESYSTEM}@${filesystemVersion}` },
    });
    expect(created.status).toBe(201);
    const version = await versionOf(NAME, filesystemVersion, ['PUBLISHED', 'FAILED']);
    expect(version).toMatchObject({ status: 'PUBLISHED', certification_level: 1 });
    expect(npm.downloads).toHaveLength(1);
    expect(await gateOf(NAME, filesystemVersion)).toBe('PASS');
    const { resolved, bundle } = await puller.pull(NAME, filesystemVersion);
    expect(resolved).toMatchObject({ certificationLevel: 1, bundleDigest: digestOf(tarball) });
    expect(bundle.bytes.equals(tarball)).toBe(true);
    const { body } = await publisher.get(`${packagePath(NAME)}/resolve?ref=latest`);
    const { evidence } = body.resolved as { evidence: { kind: string; url: string }[] };
    expect(evidence.map(({ kind }) => kind).sort()).toEqual(['attestation', 'sbom']);
    for (const { url } of evidence) expect((await publisher.get(url)).status).toBe(200);
  });
});
