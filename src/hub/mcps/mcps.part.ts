import type { HubPart } from '../hub-part.js';
import { AdminMcpsController } from './admin-mcps.controller.js';
import { AdminMcpsService } from './admin-mcps.service.js';
import { McpListsReadModel } from './mcp-lists.read-model.js';
import { McpVersionsController } from './mcp-versions.controller.js';
import { McpVersionsReadModel } from './mcp-versions.read-model.js';
import { McpVersionsService } from './mcp-versions.service.js';
import { McpsController } from './mcps.controller.js';
import { McpsReadModel } from './mcps.read-model.js';
import { McpsRepository } from './mcps.repository.js';
import { McpsService } from './mcps.service.js';
import { NamedMcpsController } from './named-mcps.controller.js';
import { SnapshotsReadModel } from './snapshots.read-model.js';

/** The catalog. */
export const mcpsPart: HubPart = {
  // In this order: `/mcps/{mcpId}/versions` has the shape of `/mcps/{owner}/{slug}` too.
  controllers: [McpVersionsController, McpsController, NamedMcpsController, AdminMcpsController],
  providers: [
    AdminMcpsService,
    McpListsReadModel,
    McpVersionsReadModel,
    McpVersionsService,
    McpsReadModel,
    McpsRepository,
    McpsService,
    SnapshotsReadModel,
  ],
};
