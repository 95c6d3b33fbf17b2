import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/events/audit.module.js';
import { AnalysisJobsRepository } from '../../catalog/intake/analysis-jobs.repository.js';
import { AnalysisQueue } from '../../catalog/intake/analysis-queue.js';
import { AnalysisJobsReadModel } from './analysis-jobs.read-model.js';
import { AnalysisRequests } from './analysis-requests.service.js';
import { OperatorAnalyses } from './operator-analyses.service.js';

/** What commands need of analyses, without the entities of the catalog. */
@Module({
  imports: [AuditModule],
  providers: [
    AnalysisRequests,
    AnalysisJobsRepository,
    AnalysisJobsReadModel,
    AnalysisQueue,
    OperatorAnalyses,
  ],
})
export class OperatorAnalysesModule {}
