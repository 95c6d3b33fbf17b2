import { domainToASCII } from 'node:url';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { invitationMail, type InvitationMailContent } from './invitation-mail-text.js';
import { InvitationMailsRepository } from './invitation-mails.repository.js';

const GOOGLE = new Set(['gmail.com', 'googlemail.com']);

/**
 * The mailbox of an address, as far as it can be inferred: for limits of mails to one person, not for rights. Case, a
 * tag (`alice+tag@example.com`) and the spelling of the domain make no difference, nor do dots at Google Mail.
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
 * Sends invitation mails: at most three in 24 hours to one mailbox, and fifty an hour for one organization (hub
 * contract 6). Invitations beyond these limits are created without a mail.
 */
@Injectable()
export class InvitationMailer {
  constructor(
    private readonly mailer: Mailer,
    private readonly mails: InvitationMailsRepository,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Whether an invitation mail may be sent; if so, it counts toward the limits. Call it in the transaction of the
   * invitation, with the organization locked. False without a mail server.
   */
  async reserve({ orgId, email }: { readonly orgId: string; readonly email: string }): Promise<boolean> {
    return this.config.smtp !== undefined && this.mails.record(orgId, mailboxKey(email));
  }

  /** Queues a reserved mail, after the transaction. False if it cannot be sent. */
  send(content: InvitationMailContent): boolean {
    return this.mailer.post(invitationMail(content, this.config.http.publicUrl));
  }
}
