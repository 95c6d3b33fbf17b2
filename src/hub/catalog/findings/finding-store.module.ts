import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Finding } from './finding.entity.js';
import { FindingCount } from './finding-count.entity.js';
import { FindingsRepository } from './findings.repository.js';
import { VersionFinding } from './version-finding.entity.js';

/** Stored findings, without the HTTP API. */
@Module({
  imports: [TypeOrmModule.forFeature([Finding, FindingCount, VersionFinding])],
  providers: [FindingsRepository],
  exports: [FindingsRepository],
})
export class FindingStoreModule {}
