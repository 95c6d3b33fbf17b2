import { Module } from '@nestjs/common';
import { MembersController } from './members.controller.js';
import { MemberRemovalModule } from './member-removal.module.js';
import { MembersService } from './members.service.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { InvitationsModule } from '../../accounts/invitations/invitations.module.js';
import { OpenApiTag } from '../../../common/openapi/tags.js';

/** Members of organizations. */
@OpenApiTag('members', 'Members of an organization, and invitations.')
@Module({
  imports: [AuditModule, InvitationsModule, MemberRemovalModule],
  controllers: [MembersController],
  providers: [MembersService],
})
export class MembersModule {}
