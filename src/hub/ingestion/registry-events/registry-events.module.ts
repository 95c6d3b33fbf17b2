import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/events/audit.module.js';
import { IntakeModule } from '../../catalog/intake/intake.module.js';
import { McpsModule } from '../../catalog/mcps/mcps.module.js';
import { NewestVersionsModule } from '../../catalog/newest-versions/newest-versions.module.js';
import { OrgsModule } from '../../accounts/organizations/orgs.module.js';
import { RegistryTrailModule } from '../../audit/registry-trail/registry-trail.module.js';
import { OrganizationPackages } from './organization-packages.js';
import { RegistryEventsJob } from './registry-events-job.js';
import { RegistryEvents } from './registry-events.service.js';
import { RegistryMcpsRepository } from './registry-mcps.repository.js';

/** Versions that are published to the registry, or revoked there. */
@Module({
  imports: [AuditModule, IntakeModule, McpsModule, NewestVersionsModule, OrgsModule, RegistryTrailModule],
  providers: [OrganizationPackages, RegistryEvents, RegistryEventsJob, RegistryMcpsRepository],
})
export class RegistryEventsModule {}
