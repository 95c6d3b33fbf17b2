import { Module } from '@nestjs/common';
import { AuditModule } from '../events/audit.module.js';
import { ObjectsModule } from '../../platform/objects/objects.module.js';
import { SigningModule } from '../../platform/signing/signing.module.js';
import { AuditStatementsRepository } from './audit-statements.repository.js';
import { CheckpointJob } from './checkpoint-job.js';
import { CheckpointsService } from './checkpoints.service.js';

/** Signed checkpoints of audit chains. */
@Module({
  imports: [AuditModule, ObjectsModule, SigningModule],
  providers: [AuditStatementsRepository, CheckpointJob, CheckpointsService],
  exports: [AuditStatementsRepository, CheckpointsService],
})
export class CheckpointsModule {}
