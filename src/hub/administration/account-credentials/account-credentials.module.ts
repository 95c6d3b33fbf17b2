import { Module } from '@nestjs/common';
import { AccountRemovalModule } from '../account-removal/account-removal.module.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { AccountCredentials } from './account-credentials.service.js';
import { AccountCredentialsController } from './account-credentials.controller.js';
import { AccountLookup } from './account-lookup.js';
import { OperatorRoles } from './operator-roles.service.js';
import { OperatorAccountsRepository } from './operator-accounts.repository.js';
import { OperatorAccounts } from './operator-accounts.service.js';

/** Ends of credentials, by users, administrators and the command line. */
@Module({
  imports: [AccountRemovalModule, AuditModule],
  controllers: [AccountCredentialsController],
  providers: [AccountCredentials, AccountLookup, OperatorAccounts, OperatorAccountsRepository, OperatorRoles],
  exports: [AccountCredentials, AccountLookup, OperatorAccounts, OperatorRoles],
})
export class AccountCredentialsModule {}
