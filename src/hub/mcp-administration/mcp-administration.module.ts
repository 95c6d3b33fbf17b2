import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { IntakeModule } from '../intake/intake.module.js';
import { McpsModule } from '../mcps/mcps.module.js';
import { OrgsModule } from '../orgs/orgs.module.js';
import { SourceEventsModule } from '../source-events/source-events.module.js';
import { AdminMcpViews } from './admin-mcp-views.js';
import { AdminMcpsController } from './admin-mcps.controller.js';
import { AdminMcpsService } from './admin-mcps.service.js';
import { CatalogSources } from './catalog-sources.js';

/** The catalog, for platform administrators. */
@Module({
  imports: [AuditModule, IntakeModule, McpsModule, OrgsModule, SourceEventsModule],
  controllers: [AdminMcpsController],
  providers: [AdminMcpsService, AdminMcpViews, CatalogSources],
})
export class McpAdministrationModule {}
