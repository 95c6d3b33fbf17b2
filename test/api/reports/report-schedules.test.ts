import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReportScheduleJob } from '../../../src/reports/report-schedule-job.js';
import { HubActors, HubIdp } from '../../support/hub-actors.js';
import { makeReport, reportsOf } from '../../support/made-reports.js';
import { SmtpServer } from '../../support/smtp-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let smtp: SmtpServer;
let idp: HubIdp;
let t: TestApp;
let actors: HubActors;
beforeAll(async () => {
  smtp = await SmtpServer.start();
  idp = await HubIdp.start();
  t = await startTestApp({ ...idp.settings, SMTP_URL: smtp.url, SMTP_FROM: 'hub@example.com' });
  actors = new HubActors(t, idp);
});
afterAll(async () => {
  await t.close();
  await idp.close();
  await smtp.close();
});

const schedulesOf = (orgId: string): string => `/api/v1/orgs/${orgId}/report-schedules`;
const WEEKLY = { scope: 'ORGANIZATION', interval: 'WEEKLY' };
const run = () => t.app.get(ReportScheduleJob, { strict: false }).run(new AbortController().signal);
const makeDue = (id: string) =>
  t.rows(`UPDATE report_schedule SET next_run_at = now() - interval '15 days' WHERE id = $1`, [id]);

describe('POST /api/v1/orgs/{orgId}/report-schedules refuses', () => {
  it.each([
    ['no scope', { interval: 'WEEKLY' }, /^scope /],
    ['the scope SNAPSHOT', { scope: 'SNAPSHOT', interval: 'WEEKLY' }, /^scope /],
    ['no interval', { scope: 'ORGANIZATION' }, /^interval /],
    ['another interval', { ...WEEKLY, interval: 'DAILY' }, /^interval /],
    ['another paper', { ...WEEKLY, paper: 'A3' }, /^paper /],
    ['one address as a text', { ...WEEKLY, notify: 'alice@example.com' }, /^notify /],
    ['too many addresses', { ...WEEKLY, notify: Array(21).fill('alice@example.com') }, /^notify /],
    ['an address of nobody', { ...WEEKLY, notify: ['nobody@example.com'] }, /^notify\[0\] /],
  ])('%s', async (_what, body, message) => {
    const org = await actors.organization();
    const response = await org.owner.post(schedulesOf(org.id), body);
    expect(response.status).toBe(400);
    expect(response.body.message).toMatch(message);
  });

  it('addresses of other organizations, and unverified ones', async () => {
    const org = await actors.organization();
    const stranger = await actors.organization();
    const member = await actors.member(org.id, 'MEMBER');
    await t.rows('UPDATE hub_user SET email_verified = false WHERE id = $1', [member.id]);
    for (const email of [stranger.owner.email, member.email]) {
      const { status, body } = await org.owner.post(schedulesOf(org.id), {
        ...WEEKLY,
        notify: [org.owner.email, email],
      });
      expect(status).toBe(400);
      expect(body.message).toBe('notify[1] must be the verified e-mail address of a member');
    }
  });

  it('members, strangers, and more than ten', async () => {
    const org = await actors.organization();
    const stranger = await actors.organization();
    const member = await actors.member(org.id, 'MEMBER');
    expect((await member.post(schedulesOf(org.id), WEEKLY)).status).toBe(403);
    expect((await stranger.owner.post(schedulesOf(org.id), WEEKLY)).status).toBe(404);
    const responses = await Promise.all(
      Array.from({ length: 11 }, () => org.owner.post(schedulesOf(org.id), WEEKLY)),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409]);
  });
});

describe('A schedule', () => {
  it('is listed for members, and deleted by administrators of its organization', async () => {
    const org = await actors.organization();
    const stranger = await actors.organization();
    const { status, body } = await org.owner.post(schedulesOf(org.id), { ...WEEKLY, paper: 'LETTER' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ scope: 'ORGANIZATION', interval: 'WEEKLY', paper: 'LETTER', notify: [] });
    const next = new Date(body.next_run_at as string);
    expect([next.getUTCDay(), next.getTime() > Date.now()]).toEqual([1, true]);
    const member = await actors.member(org.id, 'MEMBER');
    expect((await member.get(schedulesOf(org.id))).body).toMatchObject({ total: 1, schedules: [body] });
    const path = (orgId: string, id: string) => `${schedulesOf(orgId)}/${id}`;
    expect((await member.delete(path(org.id, body.id as string))).status).toBe(403);
    expect((await stranger.owner.delete(path(stranger.id, body.id as string))).status).toBe(404);
    expect((await org.owner.delete(path(org.id, randomUUID()))).status).toBe(404);
    expect((await org.owner.delete(path(org.id, body.id as string))).status).toBe(204);
    expect((await org.owner.delete(path(org.id, body.id as string))).status).toBe(404);
  });

  it('requests one report when it is due, however late, and mails those who are still members', async () => {
    const org = await actors.organization();
    const [stays, leaves] = [await actors.member(org.id, 'MEMBER'), await actors.member(org.id, 'MEMBER')];
    const schedule = (
      await org.owner.post(schedulesOf(org.id), {
        ...WEEKLY,
        notify: [stays.email.toUpperCase(), leaves.email],
      })
    ).body;
    await run();
    expect((await org.owner.get(reportsOf(org.id))).body.total).toBe(0);
    await makeDue(schedule.id as string);
    await Promise.all([run(), run()]);
    const { total, reports } = (await org.owner.get(reportsOf(org.id))).body;
    expect(total).toBe(1);
    expect(reports[0]).toMatchObject({
      scope: 'ORGANIZATION',
      schedule_id: schedule.id,
      requested_by: 'report schedules',
    });
    await t.rows('DELETE FROM organization_member WHERE user_id = $1', [leaves.id]);
    // Nobody may download it while the organization has another plan.
    await makeDue(schedule.id as string);
    await run();
    const unread = (await org.owner.get(reportsOf(org.id))).body.reports[0].id as string;
    await t.rows(`UPDATE organization SET plan = 'PRO' WHERE id = $1`, [org.id]);
    await makeReport(t, unread);
    await t.rows(`UPDATE organization SET plan = 'ENTERPRISE' WHERE id = $1`, [org.id]);
    await makeReport(t, reports[0].id as string);
    const mailsTo = (email: string) =>
      smtp.received.filter(({ to }) => to.some((address) => address.includes(email)));
    await smtp.until(() => mailsTo(stays.email).length > 0);
    expect(mailsTo(leaves.email)).toEqual([]);
    expect(mailsTo(stays.email)).toHaveLength(1);
    expect(mailsTo(stays.email)[0]?.raw).toContain('Security report of');
  });

  it('requests nothing for organizations without the plan, or while too many reports are pending', async () => {
    const org = await actors.organization();
    const { id } = (await org.owner.post(schedulesOf(org.id), WEEKLY)).body as { id: string };
    await t.rows(`UPDATE organization SET plan = 'PRO' WHERE id = $1`, [org.id]);
    await makeDue(id);
    await run();
    expect(await t.rows('SELECT id FROM report WHERE org_id = $1', [org.id])).toEqual([]);
    await t.rows(`UPDATE organization SET plan = 'ENTERPRISE' WHERE id = $1`, [org.id]);
    await t.rows(
      `INSERT INTO report (id, org_id, scope, paper, status, run_after, requested_by, created_at)
       SELECT gen_random_uuid(), $1, 'ORGANIZATION', 'A4', 'PENDING', now() + interval '1 day', '', now()
         FROM generate_series(1, 50)`,
      [org.id],
    );
    await makeDue(id);
    await run();
    const [schedule] = await t.rows<{ is_due: boolean }>(
      'SELECT next_run_at <= now() AS is_due FROM report_schedule WHERE id = $1',
      [id],
    );
    expect(schedule?.is_due).toBe(true);
    await t.rows(`UPDATE report SET status = 'FAILED' WHERE org_id = $1`, [org.id]);
    await run();
    expect(
      await t.rows(`SELECT id FROM report WHERE org_id = $1 AND status = 'PENDING'`, [org.id]),
    ).toHaveLength(1);
  });

  it('is requested although hundreds of others have been due for longer, and wait', async () => {
    const [full, org] = [await actors.organization(), await actors.organization()];
    await t.rows(
      `INSERT INTO report (id, org_id, scope, paper, status, run_after, requested_by, created_at)
       SELECT gen_random_uuid(), $1, 'ORGANIZATION', 'A4', 'PENDING', now() + interval '1 day', '', now()
         FROM generate_series(1, 50)`,
      [full.id],
    );
    await t.rows(
      `INSERT INTO report_schedule (id, org_id, "interval", paper, notify, next_run_at, created_at)
       SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, $1, 'WEEKLY', 'A4', '{}',
              now() - interval '60 days', now()
         FROM generate_series(1, 501) n`,
      [full.id],
    );
    const { id } = (await org.owner.post(schedulesOf(org.id), WEEKLY)).body as { id: string };
    await makeDue(id);
    await run();
    expect((await org.owner.get(reportsOf(org.id))).body.total).toBe(1);
    await t.rows('DELETE FROM report_schedule WHERE org_id = $1', [full.id]);
  });
});
