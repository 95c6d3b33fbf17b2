import { Controller, Delete, HttpCode, Put } from '@nestjs/common';
import { ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { AreaMcpsService } from './area-mcps.service.js';

/** `/api/v1/orgs/{orgId}/areas/{areaId}/mcps`: the MCPs of an area. */
@ApiTags('areas')
@Controller('api/v1/orgs/:orgId/areas/:areaId/mcps')
export class AreaMcpsController {
  constructor(private readonly service: AreaMcpsService) {}

  @Put(':mcpId')
  @HttpCode(204)
  @Records('mcp.moved')
  @Access({ kind: 'organization', permission: 'area:write', enterprise: true })
  @ApiOperation({
    operationId: 'addAreaMcp',
    summary: 'Put an MCP of the organization into an area',
    description: 'It leaves the area that it was in. 404 for MCPs of others.',
  })
  @ApiNoContentResponse({ description: 'The MCP is in the area.' })
  @HubErrors(400, 401, 403, 404, 413, 415)
  add(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('areaId', 'area') areaId: string,
    @PathId('mcpId', 'MCP') mcpId: string,
  ): Promise<void> {
    return this.service.add(caller, { orgId, areaId, mcpId });
  }

  @Delete(':mcpId')
  @HttpCode(204)
  @Records('mcp.moved')
  @Access({ kind: 'organization', permission: 'area:write', enterprise: true })
  @ApiOperation({
    operationId: 'removeAreaMcp',
    summary: 'Take an MCP out of an area',
    description: 'It stays in the organization. 404 when it is not in the area.',
  })
  @ApiNoContentResponse({ description: 'The MCP is in no area.' })
  @HubErrors(400, 401, 403, 404, 413, 415)
  remove(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('areaId', 'area') areaId: string,
    @PathId('mcpId', 'MCP') mcpId: string,
  ): Promise<void> {
    return this.service.remove(caller, { orgId, areaId, mcpId });
  }
}
