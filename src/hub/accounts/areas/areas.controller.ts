import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PageQuery } from '../../platform/http/page.dto.js';
import { PathId } from '../../platform/http/path-part.js';
import { AreaList, AreaView, ChangeAreaRequest, CreateAreaRequest } from './areas.dto.js';
import { AreasService } from './areas.service.js';

/** `/api/v1/orgs/{orgId}/areas`: groups of MCPs in an organization on the Enterprise plan. */
@ApiTags('areas')
@Controller('api/v1/orgs/:orgId/areas')
export class AreasController {
  constructor(private readonly service: AreasService) {}

  @Get()
  @Access({ kind: 'organization', permission: 'area:read', enterprise: true })
  @ApiOperation({
    operationId: 'listAreas',
    summary: 'List the areas of an organization',
    description: 'An area groups MCPs of an organization.',
  })
  @ApiOkResponse({ type: AreaList })
  @HubErrors(400, 401, 403, 404)
  list(@PathId('orgId', 'organization') orgId: string, @Query() page: PageQuery): Promise<AreaList> {
    return this.service.list(orgId, page);
  }

  @Post()
  @Records('area.created')
  @Access({ kind: 'organization', permission: 'org:edit', enterprise: true })
  @ApiOperation({
    operationId: 'createArea',
    summary: 'Create an area',
    description: '409 when the organization has an area with this slug.',
  })
  @ApiCreatedResponse({ type: AreaView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  create(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @Body() request: CreateAreaRequest,
  ): Promise<AreaView> {
    return this.service.create(caller, orgId, request);
  }

  @Get(':areaId')
  @Access({ kind: 'organization', permission: 'area:read', enterprise: true })
  @ApiOperation({
    operationId: 'getArea',
    summary: 'Get an area',
    description: '404 for areas of other organizations.',
  })
  @ApiOkResponse({ type: AreaView })
  @HubErrors(401, 403, 404)
  get(
    @PathId('orgId', 'organization') orgId: string,
    @PathId('areaId', 'area') areaId: string,
  ): Promise<AreaView> {
    return this.service.get(orgId, areaId);
  }

  @Put(':areaId')
  @Records('area.updated')
  @Access({ kind: 'organization', permission: 'area:write', enterprise: true })
  @ApiOperation({
    operationId: 'changeArea',
    summary: 'Change an area',
    description: 'Fields that are left out stay as they are.',
  })
  @ApiOkResponse({ type: AreaView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  change(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('areaId', 'area') areaId: string,
    @Body() request: ChangeAreaRequest,
  ): Promise<AreaView> {
    return this.service.change(caller, orgId, areaId, request);
  }

  @Delete(':areaId')
  @HttpCode(204)
  @Records('area.deleted')
  @Access({ kind: 'organization', permission: 'area:write', enterprise: true })
  @ApiOperation({
    operationId: 'deleteArea',
    summary: 'Delete an area',
    description: 'Its MCPs stay in the organization.',
  })
  @ApiNoContentResponse({ description: 'Deleted.' })
  @HubErrors(400, 401, 403, 404, 413, 415)
  remove(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('areaId', 'area') areaId: string,
  ): Promise<void> {
    return this.service.remove(caller, orgId, areaId);
  }
}
