import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../access/current-principal.js';
import { Access } from '../../access/access.decorator.js';
import type { HubPrincipal } from '../../access/hub-principal.js';
import { HubErrors } from '../http/hub-responses.js';
import { PathId } from '../http/path-part.js';
import { McpDetail, McpList, McpQuery } from './mcps.dto.js';
import { McpsService } from './mcps.service.js';

/** `/api/v1/mcps`: the catalog. */
@ApiTags('catalog')
@Controller('api/v1/mcps')
export class McpsController {
  constructor(private readonly service: McpsService) {}

  @Get()
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'listMcps',
    summary: 'List or search the catalog',
    description:
      'Public MCPs, and the private ones of the caller’s organizations. Newest first without a search.',
  })
  @ApiOkResponse({ type: McpList })
  @HubErrors(400, 401)
  list(@CurrentCaller() caller: HubPrincipal, @Query() query: McpQuery): Promise<McpList> {
    return this.service.list(caller, query);
  }

  @Get(':mcpId')
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'getMcp',
    summary: 'Get an MCP',
    description:
      'With the latest snapshot of its newest version. 404 for private MCPs of other organizations.',
  })
  @ApiOkResponse({ type: McpDetail })
  @HubErrors(401, 404)
  get(@CurrentCaller() caller: HubPrincipal, @PathId('mcpId', 'MCP') mcpId: string): Promise<McpDetail> {
    return this.service.get(caller, mcpId);
  }
}
