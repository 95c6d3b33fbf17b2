import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { NewestVersionsModule } from '../newest-versions/newest-versions.module.js';
import { AnalysisJob } from './analysis-job.entity.js';
import { AnalysisJobsRepository } from './analysis-jobs.repository.js';
import { AnalysisQueue } from './analysis-queue.js';
import { NewVersionsRepository } from './new-versions.repository.js';
import { VersionIntake } from './version-intake.js';

/** New versions, and the queue of their analyses. */
@Module({
  imports: [TypeOrmModule.forFeature([AnalysisJob]), NewestVersionsModule],
  providers: [AnalysisJobsRepository, AnalysisQueue, NewVersionsRepository, VersionIntake],
  exports: [AnalysisQueue, VersionIntake],
})
export class IntakeModule {}
