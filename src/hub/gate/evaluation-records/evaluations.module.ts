import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OrganizationEventsModule } from '../../notifications/outbound-webhooks/organization-events.module.js';
import { EvaluatedMcp } from './evaluated-mcp.entity.js';
import { EvaluationEntity } from './evaluation.entity.js';
import { EvaluationRecorder } from './evaluation-recorder.js';
import { EvaluationsController } from './evaluations.controller.js';
import { EvaluationsRepository } from './evaluations.repository.js';
import { EvaluationsService } from './evaluations.service.js';

/** The records of what the gate has decided. */
@Module({
  imports: [TypeOrmModule.forFeature([EvaluatedMcp, EvaluationEntity]), OrganizationEventsModule],
  controllers: [EvaluationsController],
  providers: [EvaluationRecorder, EvaluationsRepository, EvaluationsService],
  exports: [EvaluationRecorder, EvaluationsRepository],
})
export class EvaluationsModule {}
