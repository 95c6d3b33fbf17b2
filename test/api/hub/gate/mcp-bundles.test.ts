import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { McpBundleJob } from '../../../../src/registry/mcp-bundles/mcp-bundle-job.js';
import {
  artifactPath,
  digestOf,
  manifestOf,
  packagePath,
  publish,
  setStatus,
  uploadBundle,
} from '../../../support/builders.js';
import { tarGzOf } from '../../../support/bundles.js';
import { CiGate, commitOf, uniqueName } from '../../../support/ci-gate.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(() => gate.close());

it('Lists of servers name the MCP bundle of a version of the registry once it is made, with its digest', async () => {
  const id = uniqueName('mcpb');
  const [org = '', name = ''] = id.split('/');
  const admin = await gate.t.actors.admin();
  const hub = await gate.t.actors.bearer({ sub: 'hub', scopes: ['admin:publish'] });
  const bundle = await tarGzOf([{ name: 'index.js', content: `// ${id}` }]);
  const sent = {
    bundle_digest: digestOf(bundle),
    bundle_size_bytes: bundle.length,
    manifest_json: manifestOf(id, '1.0.0'),
  };
  expect((await publish(admin, id, '1.0.0', sent)).status).toBe(200);
  expect((await uploadBundle(admin, org, bundle)).status).toBe(200);
  expect((await setStatus(admin, id, '1.0.0', 'published')).status).toBe(200);
  const verdict = { level: 2, global_score: 87, snapshot_id: 'x', evaluated_at: '2026-01-31T12:00:00.000Z' };
  const path = `${packagePath(id)}/versions/1.0.0/certification`;
  expect((await hub.send('PUT', path, { json: verdict })).status).toBe(200);
  const source = { kind: 'registry', org, name, version: '1.0.0', bundle_digest: digestOf(bundle) };
  const mcpId = await gate.server(id, [{ commit: commitOf('1'), semver: '1.0.0', source }], {
    repoUrl: `https://git.example.com/${id}`,
  });
  const [version] = await gate.t.rows<{ id: string }>('SELECT id FROM mcp_version WHERE mcp_id = $1', [
    mcpId,
  ]);
  const detail = async () =>
    (await gate.actors.anonymous.get(`/api/v1/mcps/${mcpId}/versions/${version?.id}`)).body.mcp_bundle;
  expect(await detail()).toBeNull();
  const list = () => gate.actors.anonymous.get(`/v0.1/servers?search=${id}`);
  const before = await list();
  expect(before.body.servers).toHaveLength(1);
  expect(before.body.servers[0].server.packages).toBeUndefined();
  await gate.t.app.get(McpBundleJob, { strict: false }).run(new AbortController().signal);
  const after = await list();
  const [made] = after.body.servers[0].server.packages as { identifier: string; fileSha256: string }[];
  const { pathname } = new URL(made?.identifier ?? '');
  expect(pathname).toBe(artifactPath(org, `sha256:${made?.fileSha256}`, 'mcpb'));
  expect(digestOf((await admin.get(pathname)).bytes)).toBe(`sha256:${made?.fileSha256}`);
  expect(await detail()).toEqual({ url: made?.identifier, sha256: made?.fileSha256 });
  expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
});
