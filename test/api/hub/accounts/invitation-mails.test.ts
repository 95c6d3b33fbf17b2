import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, afterAll, describe, expect, it } from '@jest/globals';
import { unlinkedName } from '../../../../src/hub/platform/mail/unlinked-name.js';
import { HubActors, HubIdp } from '../../../support/hub-actors.js';
import { linksIn } from '../../../support/links.js';
import { readMail } from '../../../support/mail-text.js';
import { SmtpServer, type ReceivedMail } from '../../../support/smtp-server.js';
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
    PUBLIC_URL: 'https://hub.test/path',
    SMTP_URL: smtp.url,
    SMTP_FROM: 'The hub <hub@hub.test>',
  });
  actors = new HubActors(t, idp);
});
afterAll(async () => {
  // First, so that the hub does not wait for it.
  await smtp.close();
  await t.close();
  await idp.close();
});
afterEach(() => {
  smtp.received.length = 0;
  smtp.commands.length = 0;
  smtp.refusal = undefined;
  smtp.isSilent = false;
});

const invite = (orgId: string) => `/api/v1/orgs/${orgId}/users/invite`;
const newEmail = (): string => `${randomUUID().slice(0, 8)}@example.com`;

async function firstMail(): Promise<ReceivedMail> {
  const [mail] = await smtp.mails(1);
  if (mail === undefined) throw new Error('there is no mail');
  return mail;
}

/** The mail to an address; mails to others may still be in transit. */
async function mailTo(email: string): Promise<ReceivedMail> {
  const isIt = ({ to }: ReceivedMail): boolean => to.includes(`<${email}>`);
  await smtp.until(({ received }) => received.some(isIt));
  const mail = smtp.received.find(isIt);
  if (mail === undefined) throw new Error('a mail that has come is there');
  return mail;
}

const named = async (id: string, displayName: string) =>
  t.rows('UPDATE organization SET display_name = $2 WHERE id = $1', [id, displayName]);

describe('with SMTP_URL, an invitation', () => {
  it('is mailed to the address only, as text and HTML, with the sign-in URL', async () => {
    const { id, owner } = await actors.organization();
    await named(id, 'Müller & Söhne');
    const email = newEmail();
    expect((await owner.post(invite(id), { email, role: 'ADMIN' })).status).toBe(201);
    const mail = await firstMail();
    expect(mail.from).toMatch(/^<hub@hub\.test>/);
    expect(mail.to).toEqual([`<${email}>`]);
    const { headers, parts } = readMail(mail);
    expect(headers).toContain('From: The hub <hub@hub.test>');
    expect(headers).toContain(`To: ${email}`);
    expect(headers).toContain('Auto-Submitted: auto-generated');
    const [text, html] = parts;
    for (const part of [text, html]) {
      expect(part).toContain('https://hub.test/path/');
      expect(part).toContain(unlinkedName(owner.email));
      expect(part).toContain('ADMIN');
    }
    expect(text).toContain('“Müller & Söhne”');
    expect(html).toContain('“Müller &amp; Söhne”');
  });

  it('has no header or markup injected by the organization', async () => {
    const { id, owner } = await actors.organization();
    await named(id, 'Acme\r\nBcc: everybody@example.com\r\n\r\n<script>alert(1)</script>"\u202e\u0007');
    await owner.post(invite(id), { email: newEmail(), role: 'MEMBER' });
    const mail = await firstMail();
    expect(mail.to).toHaveLength(1);
    const { headers, parts } = readMail(mail);
    expect(headers.filter((line) => /^bcc/i.test(line))).toEqual([]);
    expect(headers.filter((line) => line.startsWith('Subject: '))).toEqual([
      `Subject: Invitation to join Acme Bcc: everybody[@]example[.]com <script>alert(1)</script>'`,
    ]);
    expect(parts[1]).not.toContain('<script');
    expect(parts[1]).toContain('&lt;script&gt;');
    expect(parts.join('')).not.toMatch(/\u202e|\p{Cc}(?<![\r\n])/u);
  });

  it.each([
    'acme.com',
    'Visit www.acme.com/login',
    'https://acme.com',
    'http://localhost:8080/',
    '//acme.com',
    'ceo@acme.com',
    'acme．com',
    'acme。com',
    'ｈｔｔｐｓ：／／acme',
    'mailto:ceo',
    '\\\\server\\share',
    '192.0.2.1',
    'Your account is locked. Call +1 (888) 555-0100',
    'a\u200bcme\u00ad.com',
    '<a href="https://acme.com">Acme</a>',
    '” https://acme.com “',
  ])('has no link but the hub’s, whatever the names of organization and inviter: %s', async (name) => {
    const { id, owner } = await actors.organization();
    await named(id, name);
    const email = `visit.${newEmail().replace('@', '/login@')}`;
    expect((await owner.post(invite(id), { email, role: 'MEMBER' })).status).toBe(201);
    const token = await actors.serviceToken(id, [`admin:org:${id}`]);
    await t.rows('UPDATE service_token SET name = $2 WHERE id = $1', [token.id, name]);
    expect((await token.post(invite(id), { email: newEmail(), role: 'MEMBER' })).status).toBe(201);
    for (const mail of await smtp.mails(2)) {
      const { headers, parts } = readMail(mail);
      const [text = '', html = ''] = parts;
      const shown = html.replace(/<[^>]*>/g, '').replaceAll('&#39;', "'");
      const LINK = 'https://hub.test/path/';
      // The hub's own text: the sign-in URL and the expiry.
      const withoutOwn = (part: string) => part.replace(LINK, '').replace(/ by [-\d :]{16} UTC/, '');
      for (const part of [text, shown]) expect(linksIn(withoutOwn(part))).toEqual([]);
      expect(linksIn(headers.find((line) => line.startsWith('Subject: '))?.slice(9) ?? '')).toEqual([]);
      expect(text.split(LINK)).toHaveLength(2);
      expect(html.match(/<a /g)).toHaveLength(1);
      expect(html).toContain(`<a href="${LINK}">${LINK}</a>`);
      expect(html).toContain('<meta name="format-detection" content="telephone=no, ');
    }
  });

  it('names the inviter: a service token as such, a user without a verified address by their name', async () => {
    const { id } = await actors.organization();
    const token = await actors.serviceToken(id, [`admin:org:${id}`]);
    const mallory = actors.anonymous.as(
      `Bearer ${await idp.jwt({ sub: `auth0|${randomUUID()}`, email: 'ceo@acme.test', name: 'Mallory' })}`,
    );
    const { id: userId } = (await mallory.get('/api/v1/me')).body as { id: string };
    await t.rows(
      `INSERT INTO organization_member (org_id, user_id, role, created_at) VALUES ($1, $2, 'ADMIN', now())`,
      [id, userId],
    );
    const [one, other] = [newEmail(), newEmail()];
    await token.post(invite(id), { email: one, role: 'MEMBER' });
    await mallory.post(invite(id), { email: other, role: 'MEMBER' });
    expect(readMail(await mailTo(one)).parts[0]).toMatch(/^The service token “ci” invites you /);
    const fromMallory = readMail(await mailTo(other)).parts;
    expect(fromMallory[0]).toMatch(/^Mallory invites you /);
    expect(fromMallory.join('')).not.toContain('acme');
  });

  it('is not mailed when it is refused', async () => {
    const { id, owner } = await actors.organization();
    expect((await owner.post(invite(id), { email: owner.email, role: 'MEMBER' })).status).toBe(409);
    const email = newEmail();
    await owner.post(invite(id), { email, role: 'MEMBER' });
    expect((await smtp.mails(1)).map(({ to }) => to)).toEqual([[`<${email}>`]]);
  });

  it('is 201 although the mail server refuses the address, and later mails go out', async () => {
    const { id, owner } = await actors.organization();
    smtp.refusal = '550 no such user';
    expect((await owner.post(invite(id), { email: newEmail(), role: 'MEMBER' })).status).toBe(201);
    await smtp.until(({ commands }) => commands.includes('RCPT'));
    smtp.refusal = undefined;
    const email = newEmail();
    await owner.post(invite(id), { email, role: 'MEMBER' });
    expect((await smtp.mails(1)).map(({ to }) => to)).toEqual([[`<${email}>`]]);
  });

  it('is 201 immediately although the mail server does not respond', async () => {
    const { id, owner } = await actors.organization();
    smtp.isSilent = true;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.post(invite(id), { email: newEmail(), role: 'MEMBER' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });
});

describe('POST /api/v1/admin/orgs', () => {
  it('mails the invited owner', async () => {
    const admin = await actors.user();
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [admin.id]);
    const [email, slug] = [newEmail(), `org-${randomUUID().slice(0, 8)}`];
    const request = { name: 'Acme', slug, display_name: 'Acme Inc.', owner_email: email };
    const { status, body } = await admin.post('/api/v1/admin/orgs', request);
    expect({ status, mailSent: body.mail_sent as unknown }).toEqual({ status: 201, mailSent: true });
    const mail = await mailTo(email);
    expect(readMail(mail).headers).toContain('Subject: Invitation to join Acme Inc.');
    expect(readMail(mail).parts[0]).toContain(unlinkedName(admin.email));
  });
});
