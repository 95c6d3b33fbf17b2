import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Logger } from '../../src/common/logging/logger.js';
import { Metrics } from '../../src/common/operation/metrics.js';
import type { AppConfig } from '../../src/config/app-config.js';
import { mailServer } from '../../src/config/value-parsers.js';
import { Mailer } from '../../src/hub/platform/mail/mailer.js';
import { SmtpServer } from '../support/smtp-server.js';

let smtp: SmtpServer;
let mailer: Mailer;
let log: unknown[];
/** Lines of level `debug`. */
let quiet: number;
beforeEach(async () => {
  smtp = await SmtpServer.start();
  mailer = mailerTo(smtp.url);
});
afterEach(async () => {
  await smtp.close();
  await mailer.onModuleDestroy();
});

const ignore = (): void => undefined;
const FROM = { name: 'The hub', address: 'hub@hub.test' };
const mailTo = (to: string) => ({ to, subject: 'subject', text: 'text', html: '<p>html</p>' });

function mailerTo(url: string | undefined): Mailer {
  log = [];
  quiet = 0;
  const parsed = url === undefined ? undefined : mailServer(url);
  if (parsed !== undefined && 'must' in parsed) throw new Error(parsed.must);
  const config = parsed === undefined ? {} : { smtp: { ...parsed.value, from: FROM } };
  const logger = { warn: (...line: unknown[]) => log.push(line), info: ignore, debug: () => (quiet += 1) };
  return new Mailer(config as AppConfig, logger as unknown as Logger, new Metrics());
}

/** Waits for the log line that a failed mail ends with. */
const logged = async (): Promise<unknown> => {
  while (log.length === 0) await new Promise((resolve) => setImmediate(resolve));
  return log[0];
};

describe('mails', () => {
  it('are sent in sequence, each to one address', async () => {
    for (let n = 0; n < 20; n += 1) mailer.post(mailTo(`${n}@example.com`));
    const mails = await smtp.mails(20);
    expect(mails.every(({ to }) => to.length === 1)).toBe(true);
    expect(new Set(mails.map(({ to }) => to[0])).size).toBe(20);
    expect(log).toEqual([]);
  });

  it('are not sent without a mail server', () => {
    mailerTo(undefined).post(mailTo('alice@example.com'));
    expect(log).toEqual([]);
  });

  it('that fail are logged with a code and without an address', async () => {
    smtp.refusal = '550 5.1.1 <alice@example.com> is unknown here';
    mailer.post(mailTo('alice@example.com'));
    expect(await logged()).toEqual([
      { type: 'Error', code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' },
      'a mail could not be sent',
    ]);
  });

  it('that no server takes are one line', async () => {
    const { url } = smtp;
    await smtp.close();
    mailer = mailerTo(url);
    for (let n = 0; n < 5; n += 1) mailer.post(mailTo(`${n}@example.com`));
    const [fields, text] = (await logged()) as [object, string];
    expect([fields, text]).toEqual([expect.objectContaining({ code: 'ESOCKET' }), 'mails cannot be sent']);
    while (quiet < 4) await new Promise((resolve) => setImmediate(resolve));
    expect(log).toHaveLength(1);
    smtp = await SmtpServer.start();
  });

  it('are not sent with a password over a connection without TLS', async () => {
    mailer = mailerTo(smtp.url.replace('//', '//user:secret@'));
    mailer.post(mailTo('alice@example.com'));
    expect(JSON.stringify(await logged())).not.toContain('secret');
    expect(smtp.commands).not.toContain('AUTH');
    expect(smtp.received).toEqual([]);
  });

  it('are dropped when more than a thousand are queued, and the log says so once', () => {
    smtp.isSilent = true;
    for (let n = 0; n < 1010; n += 1) mailer.post(mailTo(`${n}@example.com`));
    // Two are in progress.
    expect(log).toEqual([[{ waiting: 1000 }, 'mails are dropped; too many are waiting']]);
  });

  it('queued at shutdown are dropped, and no more are accepted', async () => {
    smtp.isSilent = true;
    for (let n = 0; n < 5; n += 1) mailer.post(mailTo(`${n}@example.com`));
    const ended = mailer.onModuleDestroy();
    mailer.post(mailTo('late@example.com'));
    expect(log).toEqual([[{ waiting: 3 }, 'mails are dropped']]);
    await smtp.close();
    await ended;
    smtp = await SmtpServer.start();
  });
});
