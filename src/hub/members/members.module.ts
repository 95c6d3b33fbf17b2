import { Module } from '@nestjs/common';
import { MembersController } from './members.controller.js';
import { MembersRepository } from './members.repository.js';
import { MembersService } from './members.service.js';
import { AuditModule } from '../audit/audit.module.js';
import { InvitationsModule } from '../invitations/invitations.module.js';
import { OpenApiTag } from '../../common/openapi/tags.js';

/** Members of organizations. */
@OpenApiTag('members', 'Members of an organization, and invitations.')
@Module({
  imports: [AuditModule, InvitationsModule],
  controllers: [MembersController],
  providers: [MembersRepository, MembersService],
})
export class MembersModule {}
