import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ReportRecoveryJob } from '../../../src/reports/report-recovery-job.js';
import { ReportContents } from '../../../src/reports/report-contents.js';
import { PdfRenderer } from '../../../src/reports/rendering/pdf-renderer.js';
import { ReportBrowser } from '../../../src/reports/rendering/report-browser.js';
import { anAnalyzedMcp, makeReport, readPdf, reportsOf } from '../../support/made-reports.js';
import { useHub } from '../../support/suite.js';

const { t, actors } = await useHub();

type Org = Awaited<ReturnType<typeof actors.organization>>;
let org: Org;
let analyzed: Awaited<ReturnType<typeof anAnalyzedMcp>>;
beforeAll(async () => {
  org = await actors.organization();
  analyzed = await anAnalyzedMcp(t, { org_id: org.id, visibility: 'private' });
});

const OF_ORGANIZATION = { scope: 'ORGANIZATION', format: 'PDF' };
const ofSnapshot = (id = analyzed.snapshot.id) => ({ snapshot_id: id, format: 'PDF' });
const request = async (body: object, own = org): Promise<string> => {
  const response = await own.owner.post(reportsOf(own.id), body);
  if (response.status !== 201) throw new Error(response.text);
  return response.body.id as string;
};
const due = (id: string) => t.rows('UPDATE report SET run_after = now() WHERE id = $1', [id]);
const rowOf = async (id: string) =>
  (
    await t.rows<{
      status: string;
      attempts: number;
      worker: string | null;
      due_in: number;
      data_key: string | null;
    }>(
      `SELECT status, attempts, worker, data_key, extract(epoch FROM run_after - now())::float8 AS due_in
         FROM report WHERE id = $1`,
      [id],
    )
  )[0];
const eventsOf = async (id: string) =>
  (
    await t.rows<{ action: string }>(
      'SELECT action FROM audit_event WHERE resource_id = $1 ORDER BY position',
      [id],
    )
  ).map(({ action }) => action);
const renderer = () => t.app.get(PdfRenderer, { strict: false });

describe('POST /api/v1/orgs/{orgId}/reports refuses', () => {
  it.each([
    ['no format', {}, /^format /],
    ['another format', { format: 'DOCX' }, /^format /],
    ['a format in lower case', { format: 'pdf' }, /^format /],
    ['another paper', { format: 'PDF', paper: 'A5' }, /^paper /],
    ['another scope', { format: 'PDF', scope: 'PLATFORM' }, /^scope /],
    ['no snapshot', { format: 'PDF' }, /^snapshot_id /],
    ['a snapshot that is no id', { format: 'PDF', snapshot_id: 'latest' }, /^snapshot_id /],
    ['null as a snapshot', { format: 'PDF', snapshot_id: null }, /^snapshot_id /],
    [
      'a snapshot with the scope ORGANIZATION',
      { ...OF_ORGANIZATION, snapshot_id: randomUUID() },
      /^snapshot_id /,
    ],
  ])('%s', async (_what, body, message) => {
    const response = await org.owner.post(reportsOf(org.id), body);
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(message);
  });

  it('a snapshot that does not exist, or of a private MCP of others', async () => {
    const stranger = await actors.organization();
    expect((await org.owner.post(reportsOf(org.id), ofSnapshot(randomUUID()))).status).toBe(404);
    expect((await stranger.owner.post(reportsOf(stranger.id), ofSnapshot())).status).toBe(404);
    expect((await stranger.owner.post(reportsOf(org.id), ofSnapshot())).status).toBe(404);
  });

  it('members, callers without the organization, and other plans', async () => {
    const member = await actors.member(org.id, 'MEMBER');
    expect((await member.post(reportsOf(org.id), ofSnapshot())).status).toBe(403);
    expect((await actors.anonymous.post(reportsOf(org.id), ofSnapshot())).status).toBe(401);
    const free = await actors.organization();
    await t.rows(`UPDATE organization SET plan = 'PRO' WHERE id = $1`, [free.id]);
    const response = await free.owner.post(reportsOf(free.id), OF_ORGANIZATION);
    expect([response.status, response.body.error]).toEqual([403, 'enterprise_required']);
  });

  it('more than fifty reports that are not made yet', async () => {
    const own = await actors.organization();
    const bodies = Array.from({ length: 52 }, () => own.owner.post(reportsOf(own.id), OF_ORGANIZATION));
    const statuses = (await Promise.all(bodies)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(50);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
  });
});

describe('GET /api/v1/orgs/{orgId}/reports/{reportId} refuses', () => {
  it('reports of others, malformed ids, and other endings', async () => {
    const id = await request(OF_ORGANIZATION);
    const stranger = await actors.organization();
    for (const ending of ['', '.pdf', '.html', '.json']) {
      expect((await stranger.owner.get(`${reportsOf(stranger.id)}/${id}${ending}`)).status).toBe(404);
      expect((await stranger.owner.get(`${reportsOf(org.id)}/${id}${ending}`)).status).toBe(404);
      expect((await org.owner.get(`${reportsOf(org.id)}/${randomUUID()}${ending}`)).status).toBe(404);
    }
    for (const ending of ['.pdf.pdf', '.PDF', '.docx', '.', '.pdf/x', '%2Epdf%2Epdf']) {
      expect((await org.owner.get(`${reportsOf(org.id)}/${id}${ending}`)).status).toBe(404);
    }
  });

  it('documents of a report that is not made yet: 409 with Retry-After', async () => {
    const id = await request(OF_ORGANIZATION);
    for (const ending of ['.pdf', '.html', '.json']) {
      const { status, headers, body } = await org.owner.get(`${reportsOf(org.id)}/${id}${ending}`);
      expect([status, body.error, body.code]).toEqual([409, 'report_not_ready', 'REPORT_NOT_READY']);
      expect(headers.get('retry-after')).toBe('5');
    }
  });

  it('documents of a report that has failed', async () => {
    const id = await request(OF_ORGANIZATION);
    await t.rows(
      `UPDATE report SET status = 'FAILED', failure_reason = 'it did not print', finished_at = now() WHERE id = $1`,
      [id],
    );
    const { status, headers, body } = await org.owner.get(`${reportsOf(org.id)}/${id}.pdf`);
    expect([status, body.error, headers.get('retry-after')]).toEqual([409, 'conflict', null]);
    expect(body.message).toContain('it did not print');
  });
});

describe('A report', () => {
  it('about a snapshot is requested, made, and downloaded by members', async () => {
    const requested = await org.owner.post(reportsOf(org.id), { ...ofSnapshot(), paper: 'LETTER' });
    expect(requested.status).toBe(201);
    expect(requested.body).toMatchObject({
      status: 'PENDING',
      scope: 'SNAPSHOT',
      snapshot_id: analyzed.snapshot.id,
      format: 'PDF',
      paper: 'LETTER',
      requested_by: org.owner.email,
      finished_at: null,
    });
    const path = `${reportsOf(org.id)}/${requested.body.id as string}`;
    expect((await org.owner.get(path)).body).toEqual(requested.body);
    expect(await makeReport(t, requested.body.id as string)).toBe(true);
    expect(await makeReport(t, requested.body.id as string)).toBe(false);

    const member = await actors.member(org.id, 'MEMBER');
    expect((await member.get(path)).body).toMatchObject({ status: 'COMPLETED', failure_reason: null });
    const pdf = await member.get(`${path}.pdf`);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(pdf.headers.get('content-disposition')).toBe(
      `attachment; filename="report-${requested.body.id as string}.pdf"`,
    );
    const etag = pdf.headers.get('etag') ?? '';
    expect((await member.get(`${path}.pdf`, { headers: { 'if-none-match': etag } })).status).toBe(304);

    const data = (await member.get(`${path}.json`)).body;
    expect(data).toMatchObject({
      scope: 'SNAPSHOT',
      mcp: { name: analyzed.mcp.name },
      snapshot: { id: analyzed.snapshot.id, global_score: analyzed.snapshot.global_score },
    });
    expect(data.findings).toHaveLength(analyzed.snapshot.total_findings);
    const read = await readPdf(pdf.bytes);
    expect(Math.round(read.width)).toBe(612);
    expect(read.text).toContain(analyzed.mcp.name);
    expect(read.text).toContain(String(analyzed.snapshot.global_score));
    for (const { title } of data.findings as { title: string }[]) {
      expect(read.text.replaceAll(/\s+/g, ' ')).toContain(title);
    }
    expect(await eventsOf(requested.body.id as string)).toEqual(['report.requested', 'report.completed']);
  });

  it('is a page without scripts, in a sandbox', async () => {
    const id = await request(ofSnapshot());
    await makeReport(t, id);
    const { status, headers, text } = await org.owner.get(`${reportsOf(org.id)}/${id}.html`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-disposition')).toMatch(/^inline;/);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/default-src 'none'.*; sandbox$/);
    expect(policy).not.toMatch(/allow-|script/);
    expect(text).toContain(analyzed.mcp.name);
    expect(text).not.toMatch(/<script/i);
  });

  it('about the organization has the numbers of the GRC API', async () => {
    const id = await request(OF_ORGANIZATION);
    await makeReport(t, id);
    const token = await actors.serviceToken(org.id, ['grc:read']);
    const { data: posture } = (await token.get('/api/v1/grc/risk-posture')).body;
    const data = (await org.owner.get(`${reportsOf(org.id)}/${id}.json`)).body;
    expect(data.posture.summary).toEqual(posture.summary);
    expect(data.posture.severity_totals).toEqual(posture.severity_totals);
    expect((await org.owner.get(`${reportsOf(org.id)}/${id}.pdf`)).status).toBe(200);
  });

  it('about a public MCP can be made by every organization', async () => {
    const { snapshot } = await anAnalyzedMcp(t);
    const stranger = await actors.organization();
    const id = await request({ snapshot_id: snapshot.id, format: 'PDF' }, stranger);
    await makeReport(t, id);
    expect((await rowOf(id))?.status).toBe('COMPLETED');
  });

  it('is in the list, newest first', async () => {
    const own = await actors.organization();
    const ids = [await request(OF_ORGANIZATION, own), await request(OF_ORGANIZATION, own)];
    const { body } = await own.owner.get(`${reportsOf(own.id)}?limit=1`);
    expect(body).toMatchObject({ total: 2, limit: 1, offset: 0, reports: [{ id: ids[1] }] });
    expect((await own.owner.get(`${reportsOf(own.id)}?limit=101`)).status).toBe(400);
  });
});

describe('An attempt that fails', () => {
  it('is followed by others, later each time; the third one ends the report', async () => {
    const id = await request(ofSnapshot());
    const printing = jest.spyOn(renderer(), 'print').mockRejectedValue(new Error('broken'));
    const delays: number[] = [];
    for (const attempt of [1, 2]) {
      await makeReport(t, id);
      const row = await rowOf(id);
      expect(row).toMatchObject({ status: 'PENDING', attempts: attempt, worker: null });
      delays.push(row?.due_in ?? 0);
      expect(await makeReport(t, id)).toBe(false);
      await due(id);
    }
    expect(delays[1]).toBeGreaterThan(delays[0] ?? Infinity);
    await makeReport(t, id);
    printing.mockRestore();
    const { body } = await org.owner.get(`${reportsOf(org.id)}/${id}`);
    expect(body).toMatchObject({
      status: 'FAILED',
      failure_reason: 'the report could not be made because of an internal error',
    });
    expect(body.finished_at).not.toBeNull();
    expect(await eventsOf(id)).toEqual(['report.requested', 'report.failed']);
  });

  it('because its browser was killed is repeated, with the same data', async () => {
    const id = await request(ofSnapshot());
    const browser = t.app.get(ReportBrowser, { strict: false });
    const contents = t.app.get(ReportContents, { strict: false });
    const html = jest
      .spyOn(contents, 'html')
      .mockResolvedValue(`<table>${'<tr><td>cell</td></tr>'.repeat(30_000)}</table>`);
    const making = makeReport(t, id);
    const killed = (async () => {
      while (html.mock.calls.length === 0 || browser.processId === undefined) await turn();
      process.kill(-browser.processId, 'SIGKILL');
    })();
    await Promise.all([making, killed]);
    html.mockRestore();
    const after = await rowOf(id);
    expect(after).toMatchObject({ status: 'PENDING', attempts: 1, worker: null });
    expect(after?.data_key).not.toBeNull();
    await due(id);
    const collect = jest.spyOn(contents, 'collect');
    await makeReport(t, id);
    expect(collect).not.toHaveBeenCalled();
    collect.mockRestore();
    expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED', attempts: 2, data_key: after?.data_key });
  });

  it('because the server stops does not count', async () => {
    const id = await request(ofSnapshot());
    await makeReport(t, id, AbortSignal.abort(new Error('the server stops')));
    expect(await rowOf(id)).toMatchObject({ status: 'PENDING', attempts: 0, worker: null });
    await makeReport(t, id);
    expect((await rowOf(id))?.status).toBe('COMPLETED');
  });

  it('because its process died is repeated by another one, and changes nothing any more', async () => {
    const id = await request(ofSnapshot());
    const recovery = t.app.get(ReportRecoveryJob, { strict: false });
    const print = renderer().print.bind(renderer());
    const printing = jest.spyOn(renderer(), 'print').mockImplementationOnce(async (...args) => {
      await t.rows(`UPDATE report SET heartbeat_at = now() - interval '1 minute' WHERE id = $1`, [id]);
      await recovery.run(new AbortController().signal);
      return print(...args);
    });
    await makeReport(t, id);
    expect(await rowOf(id)).toMatchObject({ status: 'PENDING', attempts: 0, worker: null });
    await makeReport(t, id);
    printing.mockRestore();
    expect(await rowOf(id)).toMatchObject({ status: 'COMPLETED', attempts: 1 });
    expect(await eventsOf(id)).toEqual(['report.requested', 'report.completed']);
  });
});
