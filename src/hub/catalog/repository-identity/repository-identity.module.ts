import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/events/audit.module.js';
import { OrganizationEventsModule } from '../../notifications/outbound-webhooks/organization-events.module.js';
import { RepositoryIdentityRepository } from './repository-identity.repository.js';
import { RepositoryIdentity } from './repository-identity.service.js';

/** Which repository an MCP has. */
@Module({
  imports: [AuditModule, OrganizationEventsModule],
  providers: [RepositoryIdentity, RepositoryIdentityRepository],
  exports: [RepositoryIdentity],
})
export class RepositoryIdentityModule {}
