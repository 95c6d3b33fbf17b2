import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OpenApiTag } from '../../../common/openapi/tags.js';
import { AnalysisModule } from '../runs/analysis.module.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { IntakeModule } from '../../catalog/intake/intake.module.js';
import { ObjectsModule } from '../../platform/objects/objects.module.js';
import { PublicSourceResolver } from './public-source-resolver.js';
import { ScanAccountController } from './scan-account.controller.js';
import { ScanCleanupJob } from './scan-cleanup-job.js';
import { ScanEntries } from './scan-entries.js';
import { ScanEntriesRepository } from './scan-entries.repository.js';
import { ScanLookup } from './scan-lookup.read-model.js';
import { ScanResults } from './scan-results.js';
import { ScanTargets } from './scan-targets.js';
import { ScanVersionsJob } from './scan-versions-job.js';
import { Scan } from './scan.entity.js';
import { ScansController } from './scans.controller.js';
import { ScansRepository } from './scans.repository.js';
import { ScansService } from './scans.service.js';
import { SourceResolver } from './source-resolver.js';

/** Scans for the security gates of agents (ADR 60). */
@OpenApiTag('scans', 'Scans of MCP servers for the security gates of agents.')
@Module({
  imports: [TypeOrmModule.forFeature([Scan]), AnalysisModule, AuditModule, IntakeModule, ObjectsModule],
  controllers: [ScansController, ScanAccountController],
  providers: [
    ScanCleanupJob,
    ScanEntries,
    ScanEntriesRepository,
    ScanLookup,
    ScanResults,
    ScanTargets,
    ScanVersionsJob,
    ScansRepository,
    ScansService,
    { provide: SourceResolver, useClass: PublicSourceResolver },
  ],
})
export class ScansModule {}
