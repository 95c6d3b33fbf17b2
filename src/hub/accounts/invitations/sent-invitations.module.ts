import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/events/audit.module.js';
import { InvitationsRepository } from './invitations.repository.js';
import { SentInvitations } from './sent-invitations.service.js';

/** Ends of invitations whose senders lose rights. */
@Module({
  imports: [AuditModule],
  providers: [InvitationsRepository, SentInvitations],
  exports: [InvitationsRepository, SentInvitations],
})
export class SentInvitationsModule {}
