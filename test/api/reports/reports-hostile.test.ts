import { beforeAll, describe, expect, it } from '@jest/globals';
import { AnalysisWorker } from '../../../src/hub/analysis/runs/analysis-worker.js';
import { ReportDataService } from '../../../src/reports/data/report-data.service.js';
import { packedServer, pushedVersion } from '../../support/analyzed-packages.js';
import { tarGzOf } from '../../support/bundles.js';
import { aMcp } from '../../support/catalog.js';
import { anAnalyzedMcp, makeReport, readPdf, reportsOf } from '../../support/made-reports.js';
import { useHub } from '../../support/suite.js';

const { t, actors } = await useHub();

type Org = Awaited<ReturnType<typeof actors.organization>>;
let org: Org;
beforeAll(async () => {
  org = await actors.organization();
});

const OF_ORGANIZATION = { scope: 'ORGANIZATION', format: 'PDF' };
const ofSnapshot = (id: string) => ({ snapshot_id: id, format: 'PDF' });
const request = async (body: object, own = org): Promise<string> => {
  const response = await own.owner.post(reportsOf(own.id), body);
  if (response.status !== 201) throw new Error(response.text);
  return response.body.id as string;
};

describe('POST /api/v1/orgs/{orgId}/reports refuses', () => {
  it.each([
    ['a format that is a list', { ...OF_ORGANIZATION, format: ['PDF'] }],
    ['a format that is an object', { ...OF_ORGANIZATION, format: { toString: 'PDF' } }],
    ['a snapshot that is a list', { ...ofSnapshot(''), snapshot_id: ['a'] }],
    ['a snapshot that is empty', ofSnapshot('')],
    ['a snapshot with a null character', ofSnapshot('\u0000')],
    ['a scope with half a surrogate pair', { ...OF_ORGANIZATION, scope: 'ORGANIZATION\ud800' }],
    ['a list', [OF_ORGANIZATION]],
  ])('%s', async (_what, body) => {
    expect((await org.owner.post(reportsOf(org.id), body)).status).toBe(400);
  });

  it('nothing because of unknown fields, which change nothing', async () => {
    const fields = { status: 'COMPLETED', org_id: 'x', schedule_id: 'x', requested_by: 'x', data_key: 'x' };
    const { status, body } = await org.owner.post(reportsOf(org.id), { ...OF_ORGANIZATION, ...fields });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'PENDING', schedule_id: null, requested_by: org.owner.email });
  });
});

describe('The documents of a report', () => {
  let path: string;
  beforeAll(async () => {
    const id = await request(OF_ORGANIZATION);
    await makeReport(t, id);
    path = `${reportsOf(org.id)}/${id}`;
  });

  it.each(['pdf', 'html', 'json'])(
    'as %s are private, and not interpreted as anything else',
    async (ending) => {
      const { status, headers, bytes } = await org.owner.get(`${path}.${ending}`);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-disposition')).toMatch(ending === 'html' ? /^inline;/ : /^attachment;/);
      expect(headers.get('content-length')).toBe(String(bytes.length));
      const head = await org.owner.send('HEAD', `${path}.${ending}`, {});
      expect([head.status, head.bytes.length]).toEqual([200, 0]);
      expect(head.headers.get('content-length')).toBe(String(bytes.length));
      expect(head.headers.get('etag')).toBe(headers.get('etag'));
    },
  );

  it.each(['bytes=0-0', 'bytes=-1', 'bytes=99999999-', 'bytes=0-1,3-4', 'lines=1'])(
    'are whole for the range %s',
    async (range) => {
      const { status, headers, bytes } = await org.owner.get(`${path}.pdf`, { headers: { range } });
      expect([status, headers.get('content-range')]).toEqual([200, null]);
      expect(headers.get('content-length')).toBe(String(bytes.length));
    },
  );

  it('are refused once the plan, the membership or the organization is gone', async () => {
    const own = await actors.organization();
    const member = await actors.member(own.id, 'MEMBER');
    const id = await request(OF_ORGANIZATION, own);
    await makeReport(t, id);
    const read = (by = member) => by.get(`${reportsOf(own.id)}/${id}.pdf`);
    expect((await read()).status).toBe(200);
    await t.rows('DELETE FROM organization_member WHERE user_id = $1', [member.id]);
    expect((await read()).status).toBe(404);
    await t.rows(`UPDATE organization SET plan = 'PRO' WHERE id = $1`, [own.id]);
    expect((await read(own.owner)).status).toBe(403);
    await t.rows(`UPDATE organization SET plan = 'ENTERPRISE', status = 'SUSPENDED' WHERE id = $1`, [own.id]);
    expect((await read(own.owner)).status).toBeGreaterThanOrEqual(403);
  });
});

describe('A report about a public MCP', () => {
  it('fails if the MCP becomes private before it is made', async () => {
    const { mcp, snapshot } = await anAnalyzedMcp(t);
    const id = await request(ofSnapshot(snapshot.id));
    await t.rows(`UPDATE mcp SET visibility = 'private' WHERE id = $1`, [mcp.id]);
    await makeReport(t, id);
    const { body } = await org.owner.get(`${reportsOf(org.id)}/${id}`);
    expect(body).toMatchObject({ status: 'FAILED', failure_reason: expect.stringContaining('snapshot') });
    expect((await org.owner.get(`${reportsOf(org.id)}/${id}.json`)).status).toBe(409);
  });
});

const SCRIPT = '<script>alert(1)</script>';
const IMAGE = '<img src="file:///etc/passwd" onerror="fetch(1)">';
const STYLE = '</style><style>*{display:none}@import url(//evil.invalid)</style>';
const DIRECTION = 'abc\u202egpj.exe\u2066\u200b';

describe('A report about a hostile package', () => {
  it('shows its texts as they are, in all formats', async () => {
    const mcp = await aMcp(t, {
      org_id: org.id,
      visibility: 'private',
      name: `acme/${SCRIPT}${DIRECTION}`,
      description: `${IMAGE}${STYLE}${'\u0300'.repeat(500)}${DIRECTION}`,
    });
    const tool = JSON.stringify(`${SCRIPT}${IMAGE}`);
    const bytes = await tarGzOf([
      {
        name: 'package/package.json',
        content: JSON.stringify({
          name: 'log-server',
          version: '1.0.0',
          type: 'module',
          license: `${SCRIPT} OR ${IMAGE}`,
          bin: 'server.js',
          dependencies: { [`@evil/${SCRIPT}`]: `url(${IMAGE})`, '@modelcontextprotocol/sdk': '1.20.0' },
        }),
      },
      {
        name: `package/<svg onload=alert(1)>.js`,
        content: `import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { exec } from 'node:child_process';
import { z } from 'zod';
export const server = new McpServer({ name: 'log', version: '1.0.0' });
server.registerTool(${tool}, { description: ${JSON.stringify(`${STYLE}${DIRECTION}`)}, inputSchema: { branch: z.string() } },
  async ({ branch }) => { exec(\`git log \${branch} ${SCRIPT}\`); return { content: [] }; });`,
      },
      {
        name: 'package/server.js',
        content: `import { server } from './<svg onload=alert(1)>.js'; await server.connect();`,
      },
    ]);
    const { jobId, versionId } = await pushedVersion(t, mcp.id, bytes);
    await t.app.get(AnalysisWorker, { strict: false }).perform(jobId, new AbortController().signal);
    const [snapshot] = await t.rows<{ id: string }>('SELECT id FROM snapshot WHERE version_id = $1', [
      versionId,
    ]);
    const id = await request(ofSnapshot(snapshot?.id ?? ''));
    await makeReport(t, id);
    const path = `${reportsOf(org.id)}/${id}`;
    const { text: html } = await org.owner.get(`${path}.html`);
    const body = html.slice(html.indexOf('<body>'));
    expect(body).not.toMatch(/<(script|img|iframe|object|link|meta|base|form|style)/iu);
    expect(body).not.toMatch(/<[^>]*\son[a-z]+=/iu);
    expect(html).not.toMatch(/[\u202e\u2066\u200b]/u);
    const { text } = await readPdf((await org.owner.get(`${path}.pdf`)).bytes);
    const flat = text.replaceAll(/\s+/g, '');
    expect(flat).toContain(SCRIPT);
    expect(flat).toContain('\\u{202e}');
    expect(flat).not.toContain('root:');
    const data = (await org.owner.get(`${path}.json`)).body;
    expect(data.mcp.name).toBe(mcp.name);
    expect(data.findings.length).toBeGreaterThan(0);
  });
});

describe('The data of a report', () => {
  it('has nothing of a previous snapshot that another organization has recorded', async () => {
    const [before, after] = [await actors.organization(), await actors.organization()];
    const { mcp, snapshot: old } = await anAnalyzedMcp(t, { org_id: before.id, visibility: 'private' });
    await t.rows('UPDATE mcp SET org_id = $2 WHERE id = $1', [mcp.id, after.id]);
    const { jobId, versionId } = await pushedVersion(t, mcp.id, await packedServer({ note: 'fixed' }));
    await t.app.get(AnalysisWorker, { strict: false }).perform(jobId, new AbortController().signal);
    const [snapshot] = await t.rows<{ id: string; previous_snapshot_id: string }>(
      'SELECT id, previous_snapshot_id FROM snapshot WHERE version_id = $1',
      [versionId],
    );
    expect(snapshot?.previous_snapshot_id).toBe(old.id);
    const reports = t.app.get(ReportDataService, { strict: false });
    const data = await reports.ofSnapshot(after.id, snapshot?.id ?? '', new Date());
    expect(data.difference).toBeNull();
    expect(data.evidence).toMatchObject({ position: 2, previous_snapshot_id: old.id });
    const [row] = await t.rows<{ hash: string }>('SELECT snapshot_hash AS hash FROM snapshot WHERE id = $1', [
      old.id,
    ]);
    expect(data.evidence.previous_hash).toBe(row?.hash);
  });
});
