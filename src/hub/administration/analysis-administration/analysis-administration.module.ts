import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/events/audit.module.js';
import { IntakeModule } from '../../catalog/intake/intake.module.js';
import { AnalysisJobsController } from './analysis-jobs.controller.js';
import { AnalysisJobsReadModel } from './analysis-jobs.read-model.js';
import { AnalysisRequests } from './analysis-requests.service.js';
import { AnalysisJobsService } from './analysis-jobs.service.js';

/** Analyses, for platform administrators. */
@Module({
  imports: [AuditModule, IntakeModule],
  controllers: [AnalysisJobsController],
  providers: [AnalysisRequests, AnalysisJobsReadModel, AnalysisJobsService],
})
export class AnalysisAdministrationModule {}
