import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Put, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentUser } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import {
  AdminMcp,
  AdminMcpList,
  AdminMcpQuery,
  ChangeMcpRequest,
  CreateMcpRequest,
  McpCategoryRequest,
  McpFeaturedRequest,
  McpTagsRequest,
} from './admin-mcps.dto.js';
import { AdminMcpsService } from './admin-mcps.service.js';

/** `/api/v1/admin/mcps`: the catalog, for platform administrators. */
@ApiTags('administration')
@Controller('api/v1/admin/mcps')
export class AdminMcpsController {
  constructor(private readonly service: AdminMcpsService) {}

  @Get()
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminListMcps',
    summary: 'List or search all MCPs',
    description: 'Private ones are included.',
  })
  @ApiOkResponse({ type: AdminMcpList })
  @HubErrors(400, 401, 403)
  list(@Query() query: AdminMcpQuery): Promise<AdminMcpList> {
    return this.service.list(query);
  }

  @Post()
  @Records('mcp.created')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminCreateMcp',
    summary: 'Add an MCP to the catalog',
    description: '409 when the name is taken.',
  })
  @ApiCreatedResponse({ type: AdminMcp })
  @HubErrors(400, 401, 403, 409, 413, 415)
  create(@CurrentUser() caller: UserCaller, @Body() request: CreateMcpRequest): Promise<AdminMcp> {
    return this.service.create(caller, request);
  }

  @Get(':mcpId')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminGetMcp',
    summary: 'Get any MCP',
    description: 'Private ones are included.',
  })
  @ApiOkResponse({ type: AdminMcp })
  @HubErrors(401, 403, 404)
  get(@CurrentUser() caller: UserCaller, @PathId('mcpId', 'MCP') mcpId: string): Promise<AdminMcp> {
    return this.service.get(caller, mcpId);
  }

  @Put(':mcpId')
  @Records('mcp.updated')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminChangeMcp',
    summary: 'Change an MCP',
    description:
      'Fields that are left out stay as they are. An MCP that moves to another organization leaves its area.',
  })
  @ApiOkResponse({ type: AdminMcp })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  change(
    @CurrentUser() caller: UserCaller,
    @PathId('mcpId', 'MCP') mcpId: string,
    @Body() request: ChangeMcpRequest,
  ): Promise<AdminMcp> {
    return this.service.change(caller, mcpId, request);
  }

  @Delete(':mcpId')
  @HttpCode(204)
  @Records('mcp.deleted')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminDeleteMcp',
    summary: 'Delete an MCP and its versions',
    description: 'This cannot be undone. The snapshots of its versions are kept as a record.',
  })
  @ApiNoContentResponse({ description: 'Removed.' })
  @HubErrors(400, 401, 403, 404, 413, 415)
  remove(@CurrentUser() caller: UserCaller, @PathId('mcpId', 'MCP') mcpId: string): Promise<void> {
    return this.service.remove(caller, mcpId);
  }

  @Patch(':mcpId/category')
  @Records('mcp.updated')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminSetMcpCategory',
    summary: 'Set the category of an MCP',
    description: 'Null removes it from its category.',
  })
  @ApiOkResponse({ type: AdminMcp })
  @HubErrors(400, 401, 403, 404, 413, 415)
  setCategory(
    @CurrentUser() caller: UserCaller,
    @PathId('mcpId', 'MCP') mcpId: string,
    @Body() request: McpCategoryRequest,
  ): Promise<AdminMcp> {
    return this.service.setCategory(caller, mcpId, request.category_id);
  }

  @Patch(':mcpId/tags')
  @Records('mcp.updated')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminSetMcpTags',
    summary: 'Replace the tags of an MCP',
    description: 'Tags that are not in the list are removed from the MCP.',
  })
  @ApiOkResponse({ type: AdminMcp })
  @HubErrors(400, 401, 403, 404, 413, 415)
  setTags(
    @CurrentUser() caller: UserCaller,
    @PathId('mcpId', 'MCP') mcpId: string,
    @Body() request: McpTagsRequest,
  ): Promise<AdminMcp> {
    return this.service.setTags(caller, mcpId, request.tag_ids);
  }

  @Post(':mcpId/featured')
  @HttpCode(200)
  @Records('mcp.updated')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminSetMcpFeatured',
    summary: 'Feature an MCP, or stop featuring it',
    description: 'Featured MCPs carry `featured: true` in the catalog.',
  })
  @ApiOkResponse({ type: AdminMcp })
  @HubErrors(400, 401, 403, 404, 413, 415)
  setFeatured(
    @CurrentUser() caller: UserCaller,
    @PathId('mcpId', 'MCP') mcpId: string,
    @Body() request: McpFeaturedRequest,
  ): Promise<AdminMcp> {
    return this.service.setFeatured(caller, mcpId, request.featured);
  }
}
