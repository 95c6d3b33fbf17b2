import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { McpsModule } from '../mcps/mcps.module.js';
import { Finding } from './finding.entity.js';
import { FindingCount } from './finding-count.entity.js';
import { FindingsController } from './findings.controller.js';
import { FindingsReadModel } from './findings.read-model.js';
import { FindingsRepository } from './findings.repository.js';
import { FindingsService } from './findings.service.js';
import { VersionFinding } from './version-finding.entity.js';

/** Findings of MCPs over time, and of their versions. */
@Module({
  imports: [TypeOrmModule.forFeature([Finding, FindingCount, VersionFinding]), McpsModule],
  controllers: [FindingsController],
  providers: [FindingsReadModel, FindingsRepository, FindingsService],
  exports: [FindingsRepository],
})
export class FindingsModule {}
