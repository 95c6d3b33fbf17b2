import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { McpsModule } from '../mcps/mcps.module.js';
import { RegistryEventsJob } from './registry-events-job.js';
import { RegistryEvents } from './registry-events.service.js';
import { RegistryMcpsRepository } from './registry-mcps.repository.js';

/** Versions that are published to the registry, or revoked there. */
@Module({
  imports: [AuditModule, IntakeModule, McpsModule],
  providers: [RegistryEvents, RegistryEventsJob, RegistryMcpsRepository],
})
export class RegistryEventsModule {}
