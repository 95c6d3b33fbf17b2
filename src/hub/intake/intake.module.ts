import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AnalysisJob } from './analysis-job.entity.js';
import { IntakeRepository } from './intake.repository.js';
import { VersionIntake } from './version-intake.js';

/** New versions and the queue of their analyses. */
@Module({
  imports: [TypeOrmModule.forFeature([AnalysisJob])],
  providers: [IntakeRepository, VersionIntake],
  exports: [VersionIntake],
})
export class IntakeModule {}
