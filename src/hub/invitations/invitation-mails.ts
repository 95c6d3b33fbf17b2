import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { Mailer } from '../mail/mailer.js';
import { invitationMail, type InvitationNews } from './invitation-mail.js';

/** Tells people by mail that they are invited. */
@Injectable()
export class InvitationMails {
  constructor(
    private readonly mailer: Mailer,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** In the background; without a mail server, nothing. */
  send(news: InvitationNews): void {
    this.mailer.post(invitationMail(news, this.config.http.publicUrl));
  }
}
