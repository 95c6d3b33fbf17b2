import { Module } from '@nestjs/common';
import { AuditModule } from '../events/audit.module.js';
import { RegistryTrailReader } from './registry-trail-reader.js';
import { RegistryTrailRepository } from './registry-trail.repository.js';

/** Changes in the registry in the audit trail. */
@Module({
  imports: [AuditModule],
  providers: [RegistryTrailReader, RegistryTrailRepository],
  exports: [RegistryTrailReader],
})
export class RegistryTrailModule {}
