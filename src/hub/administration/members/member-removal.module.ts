import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/events/audit.module.js';
import { SentInvitationsModule } from '../../accounts/invitations/sent-invitations.module.js';
import { MadeSecretsModule } from '../member-secrets/made-secrets.module.js';
import { MemberRemoval } from './member-removal.service.js';
import { MembersRepository } from './members.repository.js';

/** Removal of members, for the API and the command line. */
@Module({
  imports: [AuditModule, MadeSecretsModule, SentInvitationsModule],
  providers: [MemberRemoval, MembersRepository],
  exports: [MemberRemoval, MembersRepository],
})
export class MemberRemovalModule {}
