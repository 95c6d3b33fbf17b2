import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { aMcp } from '../../../support/catalog.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { eventsOf, platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();
let root: HubUserActor;
beforeAll(async () => {
  root = await platformAdmin(t, actors);
});

const JOBS = '/api/v1/admin/analysis-jobs';
const analyzeOf = (id: string): string => `/api/v1/admin/mcps/${id}/analyze`;
const jobsOf = (mcpId: string) =>
  t.rows<{ id: string; status: string }>(
    'SELECT id, status FROM analysis_job WHERE mcp_id = $1 ORDER BY created_at, id',
    [mcpId],
  );
const end = (id: string, status: string) =>
  t.rows(`UPDATE analysis_job SET status = $2, finished_at = now() WHERE id = $1`, [id, status]);

describe('the administration of analyses', () => {
  it('is for platform administrators only, and a refusal changes nothing', async () => {
    const mcp = await aMcp(t);
    await mcp.version();
    const user = await actors.user();
    for (const [method, path] of [
      ['GET', JOBS],
      ['GET', `${JOBS}/${randomUUID()}`],
      ['POST', `${JOBS}/${randomUUID()}/retry`],
      ['POST', analyzeOf(mcp.id)],
    ] as const) {
      expect([path, (await user.send(method, path, {})).status]).toEqual([path, 403]);
      expect([path, (await actors.anonymous.send(method, path, {})).status]).toEqual([path, 401]);
    }
    expect(await jobsOf(mcp.id)).toEqual([]);
  });

  it('is 404 for a job or an MCP that does not exist, and 400 for a bad filter', async () => {
    for (const id of [randomUUID(), 'x']) {
      expect((await root.get(`${JOBS}/${id}`)).status).toBe(404);
      expect((await root.post(`${JOBS}/${id}/retry`, {})).status).toBe(404);
      expect((await root.post(analyzeOf(id), {})).status).toBe(404);
    }
    for (const filter of ['status=DONE', 'mcp_id=x', 'limit=0']) {
      expect((await root.get(`${JOBS}?${filter}`)).status).toBe(400);
    }
  });

  it('refuses to analyze an MCP without versions', async () => {
    const mcp = await aMcp(t);
    expect((await root.post(analyzeOf(mcp.id), {})).status).toBe(409);
  });

  it('queues the newest version, once, with one event in the chain of its organization', async () => {
    const org = await actors.organization();
    const mcp = await aMcp(t, { org_id: org.id });
    await mcp.version();
    const newest = await mcp.version();
    const { status, body } = await root.post(analyzeOf(mcp.id), {});
    expect(status).toBe(202);
    expect(body).toMatchObject({
      mcp_id: mcp.id,
      mcp_name: mcp.name,
      version_id: newest.id,
      visible_version: newest.visibleVersion,
      reason: 'retry',
      status: 'QUEUED',
      attempts: 0,
      phase: null,
      failure_reason: null,
      started_at: null,
      finished_at: null,
    });
    const again = await root.post(analyzeOf(mcp.id), {});
    expect([again.status, again.body.id]).toEqual([202, body.id]);
    expect(await jobsOf(mcp.id)).toHaveLength(1);
    expect(await eventsOf(t, body.id as string)).toMatchObject([
      { action: 'analysis.requested', org_id: org.id, actor_type: 'user' },
    ]);
  });

  it('starts an ended analysis again as a new one, and is 409 while the version is being analyzed', async () => {
    const mcp = await aMcp(t);
    await mcp.version();
    const first = (await root.post(analyzeOf(mcp.id), {})).body.id as string;
    const retry = () => root.post(`${JOBS}/${first}/retry`, {});
    expect((await retry()).status).toBe(409);
    for (const status of ['FAILED', 'SUCCEEDED']) {
      for (const { id } of await jobsOf(mcp.id)) await end(id, status);
      const retried = await retry();
      expect(retried.status).toBe(202);
      expect(retried.body).toMatchObject({ status: 'QUEUED', reason: 'retry' });
      expect(retried.body.id).not.toBe(first);
    }
    expect(await jobsOf(mcp.id)).toHaveLength(3);
  });

  it('lists them newest first, by status and MCP', async () => {
    const [one, other] = [await aMcp(t), await aMcp(t)];
    for (const mcp of [one, other]) {
      await mcp.version();
      await root.post(analyzeOf(mcp.id), {});
    }
    const [job] = await jobsOf(one.id);
    await end(job?.id ?? '', 'FAILED');
    await root.post(analyzeOf(one.id), {});
    const list = async (filter: string) => {
      const { body } = await root.get(`${JOBS}?mcp_id=${one.id}${filter}`);
      return {
        total: body.total,
        statuses: body.analysis_jobs.map((each: { status: string }) => each.status),
      };
    };
    expect(await list('')).toEqual({ total: 2, statuses: ['QUEUED', 'FAILED'] });
    expect(await list('&status=FAILED')).toEqual({ total: 1, statuses: ['FAILED'] });
    expect(await list('&limit=1&offset=1')).toEqual({ total: 2, statuses: ['FAILED'] });
    expect((await root.get(`${JOBS}/${job?.id}`)).body).toMatchObject({ id: job?.id, status: 'FAILED' });
  });
});
