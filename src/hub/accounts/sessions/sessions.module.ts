import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HubSession } from './hub-session.entity.js';
import { IdentityProviderModule } from '../identity-provider/identity-provider.module.js';
import { SessionRefresh } from './session-refresh.js';
import { SessionTrail } from './session-trail.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { IdentityModule } from '../identity/identity.module.js';

/** Sessions of browsers. */
@Module({
  imports: [TypeOrmModule.forFeature([HubSession]), AuditModule, IdentityModule, IdentityProviderModule],
  providers: [SessionRefresh, SessionsRepository, SessionsService, SessionTrail],
  exports: [SessionsService],
})
export class SessionsModule {}
