import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, afterAll, describe, expect, it } from '@jest/globals';
import { HubActors, HubIdp } from '../../support/hub-actors.js';
import { SmtpServer, type ReceivedMail } from '../../support/smtp-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

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

/** The header of a mail, unfolded, and what its parts say. */
function read({ raw }: ReceivedMail): { headers: string[]; parts: string[] } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map(decodeWords);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? '';
  const parts = rest
    .join('\r\n\r\n')
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [partHead = '', ...body] = part.split('\r\n\r\n');
      return decode(partHead, body.join('\r\n\r\n'));
    });
  return { headers, parts };
}

/** RFC 2047, in the form in which subjects come. */
const decodeWords = (line: string): string =>
  line
    .replaceAll('?= =?', '?==?')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_all, words: string) => bytesOf(words.replaceAll('_', ' ')));

const bytesOf = (quoted: string): string =>
  Buffer.from(
    quoted.replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();

function decode(head: string, body: string): string {
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/quoted-printable/i.test(head)) return body;
  return bytesOf(body.replace(/=\r\n/g, ''));
}

async function firstMail(): Promise<ReceivedMail> {
  const [mail] = await smtp.mails(1);
  if (mail === undefined) throw new Error('there is no mail');
  return mail;
}

/** The mail to an address; those to others may still be on their way. */
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
  it('goes out as a mail to the address alone, as text and as HTML, with where to sign in', async () => {
    const { id, owner } = await actors.organization();
    await named(id, 'Müller & Söhne');
    const email = newEmail();
    expect((await owner.post(invite(id), { email, role: 'ADMIN' })).status).toBe(201);
    const mail = await firstMail();
    expect(mail.from).toMatch(/^<hub@hub\.test>/);
    expect(mail.to).toEqual([`<${email}>`]);
    const { headers, parts } = read(mail);
    expect(headers).toContain('From: The hub <hub@hub.test>');
    expect(headers).toContain(`To: ${email}`);
    expect(headers).toContain('Auto-Submitted: auto-generated');
    const [text, html] = parts;
    for (const part of [text, html]) {
      expect(part).toContain('https://hub.test/path/');
      expect(part).toContain(owner.email);
      expect(part).toContain(email);
      expect(part).toContain('ADMIN');
    }
    expect(text).toContain('“Müller & Söhne”');
    expect(html).toContain('“Müller &amp; Söhne”');
  });

  it('has no header and no markup of the organization’s making', async () => {
    const { id, owner } = await actors.organization();
    await named(id, 'Acme\r\nBcc: everybody@example.com\r\n\r\n<script>alert(1)</script>"\u202e\u0007');
    await owner.post(invite(id), { email: newEmail(), role: 'MEMBER' });
    const mail = await firstMail();
    expect(mail.to).toHaveLength(1);
    const { headers, parts } = read(mail);
    expect(headers.filter((line) => /^bcc/i.test(line))).toEqual([]);
    expect(headers.filter((line) => line.startsWith('Subject: '))).toEqual([
      'Subject: Invitation to join Acme Bcc: everybody@example.com <script>alert(1)</script>"',
    ]);
    expect(parts[1]).not.toContain('<script');
    expect(parts[1]).toContain('&lt;script&gt;');
    expect(parts.join('')).not.toMatch(/\u202e|\p{Cc}(?<![\r\n])/u);
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

  it('is 201 at once although the mail server says nothing', async () => {
    const { id, owner } = await actors.organization();
    smtp.isSilent = true;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.post(invite(id), { email: newEmail(), role: 'MEMBER' })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  });
});

describe('POST /api/v1/admin/orgs', () => {
  it('tells the owner whom it invites', async () => {
    const admin = await actors.user();
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [admin.id]);
    const [email, slug] = [newEmail(), `org-${randomUUID().slice(0, 8)}`];
    const request = { name: 'Acme', slug, display_name: 'Acme Inc.', owner_email: email };
    expect((await admin.post('/api/v1/admin/orgs', request)).status).toBe(201);
    const mail = await mailTo(email);
    expect(read(mail).headers).toContain('Subject: Invitation to join Acme Inc.');
    expect(read(mail).parts[0]).toContain(admin.email);
  });
});
