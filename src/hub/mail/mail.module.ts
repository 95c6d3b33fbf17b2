import { Module } from '@nestjs/common';
import { Mailer } from './mailer.js';

/** Mails. */
@Module({
  providers: [Mailer],
  exports: [Mailer],
})
export class MailModule {}
