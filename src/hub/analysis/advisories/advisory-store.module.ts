import { Module } from '@nestjs/common';
import { AdvisoriesRepository } from './advisories.repository.js';
import { AdvisoryImports } from './advisory-imports.js';
import { AdvisoryLookups } from './advisory-lookups.js';
import { AdvisorySourcesRepository } from './advisory-sources.repository.js';
import { McpDependenciesRepository } from './mcp-dependencies.repository.js';

const SERVICES = [
  AdvisoriesRepository,
  AdvisorySourcesRepository,
  McpDependenciesRepository,
  AdvisoryImports,
  AdvisoryLookups,
];

/** Stored advisories, without the HTTP API, so that commands can use them. */
@Module({ providers: SERVICES, exports: SERVICES })
export class AdvisoryStoreModule {}
