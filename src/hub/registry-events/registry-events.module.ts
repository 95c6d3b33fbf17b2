import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { McpsModule } from '../mcps/mcps.module.js';
import { NewestVersionsModule } from '../newest-versions/newest-versions.module.js';
import { OrgsModule } from '../orgs/orgs.module.js';
import { RegistryTrailModule } from '../registry-trail/registry-trail.module.js';
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
