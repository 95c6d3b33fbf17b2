import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditChain } from './audit-chain.entity.js';
import { VerificationProgress } from './verification-progress.entity.js';
import { AuditSeal } from './audit-seal.entity.js';
import { AuditSealsRepository } from './audit-seals.repository.js';
import { AuditStatement } from './audit-statement.entity.js';
import { AuditEventRow } from './audit-event.entity.js';
import { AdminAuditController } from './admin-audit.controller.js';
import { VerificationProgressRepository } from './verification-progress.repository.js';
import { AuditEventsController } from './audit-events.controller.js';
import { AuditEventsReadModel } from './audit-events.read-model.js';
import { AuditEventsService } from './audit-events.service.js';
import { AuditVerificationJob } from './audit-verification-job.js';
import { AuditVerificationService } from './audit-verification.service.js';
import { AuditRepository } from './audit.repository.js';
import { AuditService } from './audit.service.js';
import { ChainVerifier } from './chain-verifier.service.js';
import { OpenApiTag } from '../../../common/openapi/tags.js';
import { SigningModule } from '../../platform/signing/signing.module.js';

/** The audit trail. */
@OpenApiTag('audit', 'Events in organizations.')
@Module({
  imports: [
    TypeOrmModule.forFeature([AuditChain, VerificationProgress, AuditEventRow, AuditSeal, AuditStatement]),
    SigningModule,
  ],
  controllers: [AdminAuditController, AuditEventsController],
  providers: [
    VerificationProgressRepository,
    AuditEventsReadModel,
    AuditRepository,
    AuditSealsRepository,
    AuditService,
    AuditEventsService,
    AuditVerificationJob,
    AuditVerificationService,
    ChainVerifier,
  ],
  exports: [
    AuditEventsReadModel,
    AuditSealsRepository,
    AuditService,
    AuditVerificationService,
    ChainVerifier,
  ],
})
export class AuditModule {}
