import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../audit/events/audit.module.js';
import { EvaluationsModule } from '../../gate/evaluation-records/evaluations.module.js';
import { CheckpointsModule } from '../../audit/checkpoints/checkpoints.module.js';
import { ObjectsModule } from '../../platform/objects/objects.module.js';
import { SigningModule } from '../../platform/signing/signing.module.js';
import { EvaluationSeal } from './evaluation-seal.entity.js';
import { EvaluationSealer } from './evaluation-sealer.js';
import { EvaluationSealsRepository } from './evaluation-seals.repository.js';
import { MonthSealer } from './month-sealer.js';
import { OrganizationRetention } from './organization-retention.entity.js';
import { AllRetainedRecords } from './all-retained-records.js';
import { RetentionController } from './retention.controller.js';
import { RetentionJob } from './retention-job.js';
import { RetentionRepository } from './retention.repository.js';
import { RetentionService } from './retention.service.js';
import { SealProofs } from './seal-proofs.js';

/** How long organizations keep their records. */
@Module({
  imports: [
    TypeOrmModule.forFeature([EvaluationSeal, OrganizationRetention]),
    AuditModule,
    CheckpointsModule,
    EvaluationsModule,
    ObjectsModule,
    SigningModule,
  ],
  controllers: [RetentionController],
  providers: [
    AllRetainedRecords,
    EvaluationSealer,
    EvaluationSealsRepository,
    MonthSealer,
    RetentionJob,
    RetentionRepository,
    RetentionService,
    SealProofs,
  ],
})
export class RetentionModule {}
