import { Module } from '@nestjs/common';
import { AccountCredentialsModule } from '../account-credentials/account-credentials.module.js';
import { MemberRemovalModule } from '../members/member-removal.module.js';
import { OperatorMembers } from './operator-members.service.js';

/** Removal of members by the command line. */
@Module({
  imports: [AccountCredentialsModule, MemberRemovalModule],
  providers: [OperatorMembers],
  exports: [OperatorMembers],
})
export class OperatorMembersModule {}
