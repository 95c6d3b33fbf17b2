import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse } from '../../../support/api-client.js';
import { HubActors, HubIdp, type HubUserActor } from '../../../support/hub-actors.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { SmtpServer } from '../../../support/smtp-server.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';

let idp: HubIdp;
let smtp: SmtpServer;
let t: TestApp;
let actors: HubActors;
beforeAll(async () => {
  idp = await HubIdp.start();
  smtp = await SmtpServer.start();
  t = await startTestApp({
    ...idp.settings,
    RATE_LIMIT_ENTERPRISE: '5000',
    SMTP_URL: smtp.url,
    SMTP_FROM: 'hub@hub.test',
  });
  actors = new HubActors(t, idp);
});
afterAll(async () => {
  await smtp.close();
  await t.close();
  await idp.close();
});
afterEach(() => {
  smtp.received.length = 0;
});

const newEmail = (): string => `${randomUUID()}@example.com`;
const invite = (caller: ApiClient, orgId: string, email: string): Promise<ApiResponse> =>
  caller.post(`/api/v1/orgs/${orgId}/users/invite`, { email, role: 'MEMBER' });

/** Whether a mail is sent for an invitation, which is created in any case. */
async function mailSent(invitation: Promise<ApiResponse>): Promise<boolean> {
  const { status, body } = await invitation;
  expect({ status, invited: body.status as unknown }).toEqual({ status: 201, invited: 'PENDING' });
  return body.mail_sent as boolean;
}

async function organizations(count: number): Promise<{ id: string; owner: HubUserActor }[]> {
  const made = [];
  for (let n = 0; n < count; n += 1) made.push(await actors.organization());
  return made;
}

/** Records a mail that another server, or this one before its start, has sent. */
const sentBefore = (mailbox: string, orgId: string, ago: string, count = 1) =>
  t.rows(
    `INSERT INTO invitation_mail (id, org_id, mailbox, sent_at)
     SELECT gen_random_uuid(), $2, $1, now() - $3::interval FROM generate_series(1, $4::integer)`,
    [mailbox, orgId, ago, count],
  );

/** Waits until no more mails arrive: mails are sent in order, and the one posted last has arrived. */
async function allMails(): Promise<string[]> {
  const [{ id, owner } = { id: '', owner: actors.anonymous }] = await organizations(1);
  const last = newEmail();
  expect(await mailSent(invite(owner, id, last))).toBe(true);
  await smtp.until(({ received }) => received.some(({ to }) => to.includes(`<${last}>`)));
  return smtp.received.flatMap(({ to }) => to).filter((to) => to !== `<${last}>`);
}

describe('mails to one address', () => {
  it('are sent three times in 24 hours, whoever the inviter, in any spelling', async () => {
    const name = randomUUID();
    const spellings = ['', '+tag', '+other', '', ''].map((tag) => `${name}${tag}@example.com`);
    const sent: boolean[] = [];
    for (const [index, { id, owner }] of (await organizations(5)).entries()) {
      const email = spellings[index] ?? '';
      sent.push(await mailSent(invite(owner, id, index === 1 ? email.toUpperCase() : email)));
    }
    expect(sent).toEqual([true, true, true, false, false]);
    expect(await allMails()).toHaveLength(3);
  });

  it('are sent three times, however often an invitation is created and revoked', async () => {
    const { id, owner } = await actors.organization();
    const email = newEmail();
    const sent: boolean[] = [];
    for (let n = 0; n < 10; n += 1) {
      const { body } = await invite(owner, id, email);
      sent.push(body.mail_sent as boolean);
      expect((await owner.delete(`/api/v1/orgs/${id}/invitations/${body.id as string}`)).status).toBe(204);
    }
    expect(sent.filter(Boolean)).toHaveLength(3);
    expect(await allMails()).toEqual(Array(3).fill(`<${email}>`));
  });

  it('are sent three times when ten organizations invite it concurrently', async () => {
    const email = newEmail();
    const inviters = await organizations(10);
    const sent = await Promise.all(inviters.map(({ id, owner }) => mailSent(invite(owner, id, email))));
    expect(sent.filter(Boolean)).toHaveLength(3);
    expect(await allMails()).toHaveLength(3);
  });

  it('count those sent by other servers and before the start', async () => {
    const { id, owner } = await actors.organization();
    const email = newEmail();
    await sentBefore(email, randomUUID(), '23 hours 59 minutes', 3);
    expect(await mailSent(invite(owner, id, email))).toBe(false);
  });

  it('stop counting after 24 hours, and are then deleted', async () => {
    const { id, owner } = await actors.organization();
    const email = newEmail();
    await sentBefore(email, randomUUID(), '24 hours', 5);
    expect(await mailSent(invite(owner, id, email))).toBe(true);
    expect(await t.rows(`SELECT id FROM invitation_mail WHERE sent_at <= now() - interval '1 day'`)).toEqual(
      [],
    );
  });

  it('are sent three times to the owner of organizations that an administrator creates', async () => {
    const admin = await platformAdmin(t, actors);
    const email = newEmail();
    const sent: unknown[] = [];
    for (let n = 0; n < 4; n += 1) {
      const slug = `org-${randomUUID().slice(0, 8)}`;
      const request = { name: slug, slug, display_name: slug, owner_email: email };
      sent.push((await admin.post('/api/v1/admin/orgs', request)).body.mail_sent);
    }
    expect(sent).toEqual([true, true, true, false]);
    const { id, owner } = await actors.organization();
    expect(await mailSent(invite(owner, id, email))).toBe(false);
  });
});

describe('mails of one organization', () => {
  it('are sent fifty times an hour, whatever the address', async () => {
    const [one, other] = [await actors.organization(), await actors.organization()];
    const emails = Array.from({ length: 55 }, newEmail);
    const sent = await Promise.all(emails.map((email) => mailSent(invite(one.owner, one.id, email))));
    expect(sent.filter(Boolean)).toHaveLength(50);
    expect(await mailSent(invite(one.owner, one.id, newEmail()))).toBe(false);
    const refused = emails[sent.indexOf(false)] ?? '';
    for (let n = 0; n < 3; n += 1) {
      // A mail that was not sent does not count for the address.
      expect(await mailSent(invite(other.owner, other.id, refused))).toBe(true);
      await t.rows(`UPDATE invitation SET status = 'REVOKED' WHERE org_id = $1`, [other.id]);
    }
    expect(await allMails()).toHaveLength(53);
  });

  it('count those sent by other servers, and stop counting after an hour', async () => {
    const { id, owner } = await actors.organization();
    await sentBefore('somebody@example.com', id, '59 minutes', 50);
    expect(await mailSent(invite(owner, id, newEmail()))).toBe(false);
    await t.rows(`UPDATE invitation_mail SET sent_at = now() - interval '1 hour' WHERE org_id = $1`, [id]);
    expect(await mailSent(invite(owner, id, newEmail()))).toBe(true);
  });
});

describe('a refused invitation', () => {
  it('does not count', async () => {
    const { id, owner } = await actors.organization();
    const email = newEmail();
    expect(await mailSent(invite(owner, id, email))).toBe(true);
    for (let n = 0; n < 5; n += 1) expect((await invite(owner, id, email)).status).toBe(409);
    const others = await organizations(2);
    for (const other of others) expect(await mailSent(invite(other.owner, other.id, email))).toBe(true);
  });
});

describe('without a mail server', () => {
  it('no mail is sent or counted', async () => {
    const mute = await startTestApp(idp.settings);
    try {
      const { id, owner } = await new HubActors(mute, idp).organization();
      expect(await mailSent(invite(owner, id, newEmail()))).toBe(false);
      expect(await mute.rows('SELECT id FROM invitation_mail')).toEqual([]);
    } finally {
      await mute.close();
    }
  });
});
