import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { IntakeModule } from '../../catalog/intake/intake.module.js';
import { AdvisoriesController } from './advisories.controller.js';
import { AdvisoryDownload } from './advisory-download.js';
import { AdvisoryFetchJob } from './advisory-fetch-job.js';
import { AdvisoryRecheckJob } from './advisory-recheck-job.js';
import { AdvisoryRecheck } from './advisory-recheck.entity.js';
import { AdvisorySource } from './advisory-source.entity.js';
import { AdvisorySourcesService } from './advisory-sources.service.js';
import { AdvisoryStoreModule } from './advisory-store.module.js';
import { Advisory } from './advisory.entity.js';
import { GuardedDownload } from './guarded-download.js';
import { McpDependency } from './mcp-dependency.entity.js';

/** Advisories about the dependencies of MCPs, and what new ones are about (ADR 59). */
@Module({
  imports: [
    TypeOrmModule.forFeature([AdvisorySource, Advisory, McpDependency, AdvisoryRecheck]),
    AdvisoryStoreModule,
    IntakeModule,
  ],
  controllers: [AdvisoriesController],
  providers: [
    AdvisorySourcesService,
    AdvisoryRecheckJob,
    AdvisoryFetchJob,
    { provide: AdvisoryDownload, useClass: GuardedDownload },
  ],
  exports: [AdvisoryStoreModule],
})
export class AdvisoriesModule {}
