import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { OrganizationEventsModule } from '../outbound-webhooks/organization-events.module.js';
import { RepositoryIdentityRepository } from './repository-identity.repository.js';
import { RepositoryIdentity } from './repository-identity.service.js';

/** Which repository an MCP has. */
@Module({
  imports: [AuditModule, OrganizationEventsModule],
  providers: [RepositoryIdentity, RepositoryIdentityRepository],
  exports: [RepositoryIdentity],
})
export class RepositoryIdentityModule {}
