import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/events/audit.module.js';
import { IntakeModule } from '../../catalog/intake/intake.module.js';
import { McpsModule } from '../../catalog/mcps/mcps.module.js';
import { OrgsModule } from '../../accounts/organizations/orgs.module.js';
import { SourceEventsModule } from '../../catalog/source-events/source-events.module.js';
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
