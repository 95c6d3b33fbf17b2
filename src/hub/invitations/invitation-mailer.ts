import { domainToASCII } from 'node:url';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { Mailer } from '../mail/mailer.js';
import { invitationMail, type InvitationMailContent } from './invitation-mail-text.js';
import { InvitationMailsRepository } from './invitation-mails.repository.js';

const GOOGLE = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox that an address leads to, as far as that can be told from outside: for limits of mails to one person, not
 * for rights. Case, a tag (`alice+tag@example.com`) and the spelling of the domain do not make another mailbox, nor do
 * dots at Google Mail.
 */
export function mailboxKey(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).replace(/\.+$/, '');
  const host = domainToASCII(domain) || domain.toLowerCase();
  const name = email
    .slice(0, at)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(?<=.)\+.*$/u, '');
  return GOOGLE.has(host) ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${host}`;
}

/**
 * Tells people by mail that they are invited: at most three times in 24 hours for one mailbox, and fifty times an hour for
 * one organization (hub contract 6). Invitations beyond that are made without a mail.
 */
@Injectable()
export class InvitationMailer {
  constructor(
    private readonly mailer: Mailer,
    private readonly mails: InvitationMailsRepository,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Whether a mail about an invitation may be sent, which counts from then on. In the transaction of the invitation, with
   * the organization locked; false without a mail server.
   */
  async reserve({ orgId, email }: { readonly orgId: string; readonly email: string }): Promise<boolean> {
    return this.config.smtp !== undefined && this.mails.record(orgId, mailboxKey(email));
  }

  /** Sends a mail that is reserved, in the background, after the transaction. False when it cannot be sent. */
  send(news: InvitationMailContent): boolean {
    return this.mailer.post(invitationMail(news, this.config.http.publicUrl));
  }
}
