import { confidential, optional } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { mailbox, mailServer, type Mailbox, type MailServer } from './value-parsers.js';

export const MAIL_KEYS = {
  smtp_url: confidential(
    optional(
      mailServer,
      'no mails',
      'Mail server that sends invitations: smtp://host:587 or smtps://host:465, with user:password@ before the host if it needs them. These are sent over TLS only.',
    ),
  ),
  smtp_from: optional(
    mailbox,
    'required with smtp_url',
    'Sender of the mails: an address, or Name <address>.',
  ),
};

/** The mail server and the sender of mails. */
export interface SmtpSettings extends MailServer {
  readonly from: Mailbox;
}

/** Undefined: no mail is sent. */
export function smtpSettings(reader: ConfigReader): SmtpSettings | undefined {
  const { read, fault } = reader.of(MAIL_KEYS);
  const server = read('smtp_url');
  const from = read('smtp_from');
  if (server !== undefined && from === undefined) fault('smtp_from', 'be set with smtp_url');
  return server === undefined || from === undefined ? undefined : { ...server, from };
}
