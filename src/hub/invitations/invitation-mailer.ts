import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { Mailer } from '../mail/mailer.js';
import { invitationMail, type InvitationMailContent } from './invitation-mail-text.js';
import { InvitationMailsRepository } from './invitation-mails.repository.js';
import { mailboxKey } from './mailbox-key.js';

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
