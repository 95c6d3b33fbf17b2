import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { McpAccess } from './mcp-access.entity.js';
import { McpAccesses } from './mcp-accesses.service.js';
import { McpAccessesRepository } from './mcp-accesses.repository.js';
import { McpChanges } from './mcp-changes.js';
import { McpTag } from './mcp-tag.entity.js';
import { McpVersion } from './mcp-version.entity.js';
import { McpVersionTag } from './mcp-version-tag.entity.js';
import { Mcp } from './mcp.entity.js';
import { CatalogFacetsReadModel } from './catalog-facets.read-model.js';
import { CatalogFacetsService } from './catalog-facets.service.js';
import { McpListsReadModel } from './mcp-lists.read-model.js';
import { McpVersionsController } from './mcp-versions.controller.js';
import { McpVersionsReadModel } from './mcp-versions.read-model.js';
import { McpVersionsService } from './mcp-versions.service.js';
import { McpsController } from './mcps.controller.js';
import { McpsReadModel } from './mcps.read-model.js';
import { McpsRepository } from './mcps.repository.js';
import { McpsService } from './mcps.service.js';
import { NamedMcpsController } from './named-mcps.controller.js';
import { AnalysisResultsRepository } from './analysis-results.repository.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { OrgsModule } from '../../accounts/organizations/orgs.module.js';
import { SnapshotsModule } from '../snapshots/snapshots.module.js';
import { OpenApiTag } from '../../../common/openapi/tags.js';

/** The catalog. */
@OpenApiTag('catalog', 'MCP servers, their versions and the results of analyses.')
@Module({
  imports: [
    TypeOrmModule.forFeature([McpAccess, McpTag, McpVersion, McpVersionTag, Mcp]),
    AuditModule,
    OrgsModule,
    SnapshotsModule,
  ],
  // The order matters: `/mcps/{mcpId}/versions` also matches `/mcps/{owner}/{slug}`.
  controllers: [McpVersionsController, McpsController, NamedMcpsController],
  providers: [
    CatalogFacetsReadModel,
    CatalogFacetsService,
    McpAccesses,
    McpAccessesRepository,
    McpChanges,
    McpListsReadModel,
    McpVersionsReadModel,
    McpVersionsService,
    McpsReadModel,
    McpsRepository,
    McpsService,
    AnalysisResultsRepository,
  ],
  exports: [
    McpAccesses,
    McpChanges,
    McpListsReadModel,
    McpVersionsService,
    McpsReadModel,
    McpsRepository,
    AnalysisResultsRepository,
  ],
})
export class McpsModule {}
