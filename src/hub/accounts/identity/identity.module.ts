import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DeletedSubject } from './deleted-subject.entity.js';
import { HubUser } from './hub-user.entity.js';
import { HubUsersRepository } from './hub-users.repository.js';
import { HubUsersService } from './hub-users.service.js';
import { MeController } from './me.controller.js';
import { UserCallers } from './user-callers.js';
import { UserTokens } from './user-tokens.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { IdentityProviderModule } from '../identity-provider/identity-provider.module.js';
import { OpenApiTag } from '../../../common/openapi/tags.js';

/** Users, identified by their identity provider. */
@OpenApiTag('identity', 'The caller.')
@Module({
  imports: [TypeOrmModule.forFeature([DeletedSubject, HubUser]), AuditModule, IdentityProviderModule],
  controllers: [MeController],
  providers: [HubUsersRepository, HubUsersService, UserCallers, UserTokens],
  exports: [HubUsersRepository, HubUsersService, UserCallers, UserTokens],
})
export class IdentityModule {}
