import { Module } from '@nestjs/common';
import { AdminAuditController } from './admin-audit.controller.js';
import { AuditCheckpointsRepository } from './audit-checkpoints.repository.js';
import { AuditEventsController } from './audit-events.controller.js';
import { AuditEventsReadModel } from './audit-events.read-model.js';
import { AuditTrailService } from './audit-trail.service.js';
import { AuditVerificationJob } from './audit-verification-job.js';
import { AuditVerificationService } from './audit-verification.service.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';
import { ChainChecks } from './chain-checks.service.js';
import { OpenApiTag } from '../../common/openapi/tags.js';

/** The audit trail. */
@OpenApiTag('audit', 'Events in organizations.')
@Module({
  controllers: [AdminAuditController, AuditEventsController],
  providers: [
    AuditCheckpointsRepository,
    AuditEventsReadModel,
    AuditRepository,
    AuditService,
    AuditTrailService,
    AuditVerificationJob,
    AuditVerificationService,
    ChainChecks,
  ],
  exports: [AuditService],
})
export class AuditModule {}
