import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CiCatalogReadModel } from './ci-catalog.read-model.js';
import { CiController } from './ci.controller.js';
import { CiService } from './ci.service.js';
import { EvaluatedMcp } from './evaluated-mcp.entity.js';
import { EvaluationEntity } from './evaluation.entity.js';
import { EvaluationRecorder } from './evaluation-recorder.js';
import { EvaluationPreviewService } from './evaluation-preview.service.js';
import { EvaluationsController } from './evaluations.controller.js';
import { EvaluationsRepository } from './evaluations.repository.js';
import { EvaluationsService } from './evaluations.service.js';
import { PolicyTrialController } from './policy-trial.controller.js';
import { PolicyTrialService } from './policy-trial.service.js';
import { OrganizationEventsModule } from '../outbound-webhooks/organization-events.module.js';
import { PoliciesModule } from '../policies/policies.module.js';

/** The gate for pipelines. */
@Module({
  imports: [
    TypeOrmModule.forFeature([EvaluatedMcp, EvaluationEntity]),
    OrganizationEventsModule,
    PoliciesModule,
  ],
  controllers: [CiController, EvaluationsController, PolicyTrialController],
  providers: [
    CiCatalogReadModel,
    CiService,
    EvaluationPreviewService,
    EvaluationRecorder,
    EvaluationsRepository,
    EvaluationsService,
    PolicyTrialService,
  ],
  exports: [CiService, EvaluationsRepository],
})
export class CiModule {}
