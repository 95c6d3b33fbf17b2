import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PageQuery } from '../../platform/http/page.dto.js';
import { PathId } from '../../platform/http/path-part.js';
import { McpVersionDetail, McpVersionList } from './mcp-versions.dto.js';
import { McpVersionsService } from './mcp-versions.service.js';
import { ControlList, ScoresView, SnapshotView } from '../snapshots/snapshots.dto.js';

const BEFORE_ANALYSIS = 'Results of the latest snapshot; 404 before the version is analyzed.';

/** `/api/v1/mcps/{mcpId}/versions`: versions and the results of their analyses. */
@ApiTags('catalog')
@Controller('api/v1/mcps/:mcpId/versions')
export class McpVersionsController {
  constructor(private readonly service: McpVersionsService) {}

  @Get()
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'listMcpVersions',
    summary: 'List the versions of an MCP',
    description: 'Newest first, of any status. 404 for private MCPs of other organizations.',
  })
  @ApiOkResponse({ type: McpVersionList })
  @HubErrors(400, 401, 404)
  list(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('mcpId', 'MCP') mcpId: string,
    @Query() query: PageQuery,
  ): Promise<McpVersionList> {
    return this.service.list(caller, mcpId, query);
  }

  @Get(':versionId')
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'getMcpVersion',
    summary: 'Get a version',
    description: '404 when the version belongs to another MCP.',
  })
  @ApiOkResponse({ type: McpVersionDetail })
  @HubErrors(401, 404)
  get(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('mcpId', 'MCP') mcpId: string,
    @PathId('versionId', 'version') versionId: string,
  ): Promise<McpVersionDetail> {
    return this.service.get(caller, { mcpId, versionId });
  }

  @Get(':versionId/snapshot/latest')
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'getLatestSnapshot',
    summary: 'Show the latest snapshot of a version',
    description: BEFORE_ANALYSIS,
  })
  @ApiOkResponse({ type: SnapshotView })
  @HubErrors(401, 404)
  snapshot(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('mcpId', 'MCP') mcpId: string,
    @PathId('versionId', 'version') versionId: string,
  ): Promise<SnapshotView> {
    return this.service.latestSnapshot(caller, { mcpId, versionId });
  }

  @Get(':versionId/controls')
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'listControls',
    summary: 'List the control results of a version',
    description: BEFORE_ANALYSIS,
  })
  @ApiOkResponse({ type: ControlList })
  @HubErrors(401, 404)
  controls(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('mcpId', 'MCP') mcpId: string,
    @PathId('versionId', 'version') versionId: string,
  ): Promise<ControlList> {
    return this.service.controls(caller, { mcpId, versionId });
  }

  @Get(':versionId/scores')
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'getScores',
    summary: 'Show the scores of a version',
    description: BEFORE_ANALYSIS,
  })
  @ApiOkResponse({ type: ScoresView })
  @HubErrors(401, 404)
  scores(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('mcpId', 'MCP') mcpId: string,
    @PathId('versionId', 'version') versionId: string,
  ): Promise<ScoresView> {
    return this.service.scores(caller, { mcpId, versionId });
  }
}
