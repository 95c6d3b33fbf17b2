import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SigningModule } from '../../platform/signing/signing.module.js';
import { AllowListsModule } from '../allow-lists/allow-lists.module.js';
import { DecisionsModule } from '../catalog-decisions/decisions.module.js';
import { AllowedDecisionsController } from './allowed-decisions.controller.js';
import { DecisionIssue } from './decision-issue.entity.js';
import { DecisionIssuesRepository } from './decision-issues.repository.js';
import { DecisionsResponses } from './decisions-responses.js';
import { OfferedSurfacesReadModel } from './offered-surfaces.read-model.js';
import { SignedDecisionsController } from './signed-decisions.controller.js';
import { SignedDecisionsService } from './signed-decisions.service.js';

/** Signed decisions, which clients evaluate offline. */
@Module({
  imports: [TypeOrmModule.forFeature([DecisionIssue]), AllowListsModule, DecisionsModule, SigningModule],
  controllers: [SignedDecisionsController, AllowedDecisionsController],
  providers: [DecisionIssuesRepository, DecisionsResponses, OfferedSurfacesReadModel, SignedDecisionsService],
})
export class SignedDecisionsModule {}
