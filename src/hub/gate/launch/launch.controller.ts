import { Body, Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { LaunchRequest, LaunchView } from './launch.dto.js';
import { LaunchService } from './launch.service.js';

/** `/api/v1/orgs/{orgId}/mcps/{mcpId}/launch`: how an organization starts an MCP. */
@ApiTags('policies')
@Controller('api/v1/orgs/:orgId/mcps/:mcpId/launch')
export class LaunchController {
  constructor(private readonly service: LaunchService) {}

  @Get()
  @Access({ kind: 'organization', permission: 'policy:read', enterprise: true })
  @ApiOperation({
    operationId: 'getLaunchSettings',
    summary: 'Get how an organization starts an MCP',
    description: 'Empty lists if the organization does not say so.',
  })
  @ApiOkResponse({ type: LaunchView })
  @HubErrors(401, 403, 404)
  get(
    @PathId('orgId', 'organization') orgId: string,
    @PathId('mcpId', 'MCP') mcpId: string,
  ): Promise<LaunchView> {
    return this.service.get({ orgId, mcpId });
  }

  @Put()
  @Records('mcp_launch.changed')
  @Access({ kind: 'organization', permission: 'policy:write', enterprise: true })
  @ApiOperation({
    operationId: 'replaceLaunchSettings',
    summary: 'Replace how an organization starts an MCP',
    description:
      'For MCPs that start with folders, flags or images, or that run elsewhere. The gate, the managed settings and ' +
      'the allow lists follow it. 409 for an image or address that is stated for another MCP.',
  })
  @ApiOkResponse({ type: LaunchView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  replace(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('mcpId', 'MCP') mcpId: string,
    @Body() request: LaunchRequest,
  ): Promise<LaunchView> {
    return this.service.replace(caller, { orgId, mcpId }, request);
  }

  @Delete()
  @HttpCode(204)
  @Records('mcp_launch.deleted')
  @Access({ kind: 'organization', permission: 'policy:write', enterprise: true })
  @ApiOperation({
    operationId: 'deleteLaunchSettings',
    summary: 'Delete how an organization starts an MCP',
  })
  @ApiNoContentResponse({ description: 'There are none now.' })
  @HubErrors(400, 401, 403, 404, 413, 415)
  remove(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('mcpId', 'MCP') mcpId: string,
  ): Promise<void> {
    return this.service.remove(caller, { orgId, mcpId });
  }
}
