import { Body, Controller, Delete, Get, HttpCode, Patch, Post, Query } from '@nestjs/common';
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
import {
  AddAreaMemberRequest,
  AreaMemberList,
  AreaMemberView,
  ChangeAreaMemberRequest,
} from './area-members.dto.js';
import { AreaMembersService } from './area-members.service.js';

/** `/api/v1/orgs/{orgId}/areas/{areaId}/members`: the members of an area. */
@ApiTags('areas')
@Controller('api/v1/orgs/:orgId/areas/:areaId/members')
export class AreaMembersController {
  constructor(private readonly service: AreaMembersService) {}

  @Get()
  @Access({ kind: 'organization', permission: 'area:read', enterprise: true })
  @ApiOperation({
    operationId: 'listAreaMembers',
    summary: 'List the members of an area',
    description: 'In the order in which they were added.',
  })
  @ApiOkResponse({ type: AreaMemberList })
  @HubErrors(400, 401, 403, 404)
  list(
    @PathId('orgId', 'organization') orgId: string,
    @PathId('areaId', 'area') areaId: string,
    @Query() page: PageQuery,
  ): Promise<AreaMemberList> {
    return this.service.list({ orgId, areaId }, page);
  }

  @Post()
  @Records('area_member.added')
  @Access({ kind: 'organization', permission: 'area:write', enterprise: true })
  @ApiOperation({
    operationId: 'addAreaMember',
    summary: 'Add a member of the organization to an area',
    description: '409 when they are in the area already.',
  })
  @ApiCreatedResponse({ type: AreaMemberView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  add(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('areaId', 'area') areaId: string,
    @Body() request: AddAreaMemberRequest,
  ): Promise<AreaMemberView> {
    return this.service.add(caller, { orgId, areaId }, request);
  }

  @Delete(':userId')
  @HttpCode(204)
  @Records('area_member.removed')
  @Access({ kind: 'organization', permission: 'area:write', enterprise: true })
  @ApiOperation({
    operationId: 'removeAreaMember',
    summary: 'Remove a member from an area',
    description: 'The user stays a member of the organization.',
  })
  @ApiNoContentResponse({ description: 'The user is no longer a member of the area.' })
  @HubErrors(400, 401, 403, 404, 413, 415)
  remove(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('areaId', 'area') areaId: string,
    @PathId('userId', 'member') userId: string,
  ): Promise<void> {
    return this.service.remove(caller, { orgId, areaId }, userId);
  }

  @Patch(':userId/role')
  @Records('area_member.updated')
  @Access({ kind: 'organization', permission: 'area:write', enterprise: true })
  @ApiOperation({
    operationId: 'changeAreaMemberRole',
    summary: 'Change the role of a member of an area',
    description: 'The role in the organization does not change.',
  })
  @ApiOkResponse({ type: AreaMemberView })
  @HubErrors(400, 401, 403, 404, 413, 415)
  changeRole(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('areaId', 'area') areaId: string,
    @PathId('userId', 'member') userId: string,
    @Body() request: ChangeAreaMemberRequest,
  ): Promise<AreaMemberView> {
    return this.service.changeRole(caller, { orgId, areaId }, userId, request);
  }
}
