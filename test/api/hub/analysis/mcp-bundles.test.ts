import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { zipOf } from '../../../../packages/sources/test/support/archives.js';
import { AnalysisWorker } from '../../../../src/hub/analysis/runs/analysis-worker.js';
import { digestOf } from '../../../support/builders.js';
import { useHub } from '../../../support/suite.js';
import { finalizeUpload, initiated, targetOf } from '../../../support/uploads.js';

const { t, actors } = await useHub({ PLATFORM_ADMIN_EMAILS: 'root@example.com' });
const org = await actors.organization();
const SERVER = `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
const server = new McpServer({ name: 'x', version: '1.0.0' });
server.registerTool('look', { description: 'Looks.', inputSchema: {} }, async () => ({ content: [] }));
`;

const bundleWith = (config: object): Buffer =>
  zipOf([
    {
      name: 'manifest.json',
      content: JSON.stringify({
        manifest_version: '0.3',
        name: 'x',
        version: '1.0.0',
        server: { type: 'node', entry_point: 'server/index.mjs', mcp_config: config },
        tools: [{ name: 'look' }, { name: 'gone' }],
      }),
    },
    { name: 'server/index.mjs', content: SERVER },
  ]);

/** Pushes a bundle as what it is, analyzes it, and returns its snapshot. */
async function snapshotOf(bundle: Buffer) {
  const name = `${org.slug}/server-${randomUUID().slice(0, 8)}`;
  const upload = await initiated(org.owner, name, '1.0.0', bundle);
  const sent = await actors.anonymous.put(targetOf(upload), new Uint8Array(bundle), 'application/zip');
  expect(sent.status).toBe(204);
  const { version_id: versionId } = (await finalizeUpload(org.owner, upload)).body as { version_id: string };
  const [job] = await t.rows<{ id: string; mcp_id: string }>(
    'SELECT id, mcp_id FROM analysis_job WHERE version_id = $1',
    [versionId],
  );
  await t.app.get(AnalysisWorker).perform(job?.id ?? '', new AbortController().signal);
  return (await org.owner.get(`/api/v1/mcps/${job?.mcp_id}/versions/${versionId}/snapshot/latest`)).body;
}

it('A push of other bytes than an archive or an MCP bundle is 415', async () => {
  const bundle = Buffer.from('x');
  const upload = await initiated(org.owner, `${org.slug}/text`, '1.0.0', bundle);
  expect((await actors.anonymous.put(targetOf(upload), new Uint8Array(bundle), 'text/plain')).status).toBe(
    415,
  );
});

it('A pushed MCP bundle is analyzed by its own digest, with what its manifest says', async () => {
  const bundle = bundleWith({ command: 'node', args: ['${__dirname}/server/index.mjs'] });
  const snapshot = await snapshotOf(bundle);
  expect(snapshot).toMatchObject({ complete: true, tarball_sha256: digestOf(bundle) });
  expect(snapshot.mcpb).toMatchObject({
    sha256: digestOf(bundle).slice('sha256:'.length),
    server_type: 'node',
    launches: [{ platforms: ['darwin', 'linux', 'win32'], starts: 'bundle', file_path: 'server/index.mjs' }],
    tools: { only_in_manifest: ['gone'], only_in_code: [] },
    signature: { status: 'none' },
  });
});

it('An MCP bundle that starts another package on one platform is not certified', async () => {
  const other = { command: 'uvx', args: ['acme@latest'] };
  const config = {
    command: 'node',
    args: ['${__dirname}/server/index.mjs'],
    platform_overrides: { win32: other },
  };
  const snapshot = await snapshotOf(bundleWith(config));
  expect(snapshot).toMatchObject({ complete: false, certification_level: 0, high_findings: 1 });
  expect(snapshot.incomplete_reasons).toEqual([
    'manifest.json: on win32 it starts `uvx acme@latest`, which is not in the bundle, and not pinned',
  ]);
});

it('An administrator names the address and the digest of an MCP bundle as the source of a server', async () => {
  const admin = await actors.user({ name: 'root' });
  const mcpb = `https://github.com/acme/files/releases/download/v1/files.mcpb#sha256:${'a'.repeat(64)}`;
  const name = `acme/files-${randomUUID().slice(0, 8)}`;
  const repository = { name, repo_url: 'https://github.com/acme/files' };
  const unnamed = { ...repository, source: { mcpb: mcpb.split('#')[0] } };
  const refused = await admin.post('/api/v1/admin/mcps', unnamed);
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/^source must be/)]);
  const { status, body } = await admin.post('/api/v1/admin/mcps', { ...repository, source: { mcpb } });
  expect([status, body.source]).toEqual([201, { mcpb }]);
  const [version] = await t.rows('SELECT source, commit_hash FROM mcp_version WHERE mcp_id = $1', [body.id]);
  const [url] = mcpb.split('#');
  expect(version).toEqual({
    source: { kind: 'mcpb', url, sha256: 'a'.repeat(64) },
    commit_hash: 'a'.repeat(64),
  });
});
