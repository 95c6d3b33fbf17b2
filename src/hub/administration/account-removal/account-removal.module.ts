import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/events/audit.module.js';
import { AccountRemovalRepository } from './account-removal.repository.js';
import { AccountRemoval } from './account-removal.service.js';
import { UserMembershipsRepository } from './user-memberships.repository.js';

/** Deletion of accounts, by administrators and by the command line. */
@Module({
  imports: [AuditModule],
  providers: [AccountRemoval, AccountRemovalRepository, UserMembershipsRepository],
  exports: [AccountRemoval],
})
export class AccountRemovalModule {}
