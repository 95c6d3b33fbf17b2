import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { AllowListList, CreateAllowListRequest, CreatedAllowList } from './allow-lists.dto.js';
import { AllowListsService } from './allow-lists.service.js';

/** `/api/v1/orgs/{orgId}/allow-lists`: addresses of what an organization allows. */
@ApiTags('policies')
@Controller('api/v1/orgs/:orgId/allow-lists')
export class AllowListsController {
  constructor(private readonly service: AllowListsService) {}

  @Get()
  @Access({ kind: 'organization', permission: 'policy:read', enterprise: true })
  @ApiOperation({
    operationId: 'listAllowLists',
    summary: 'List the allow lists of an organization',
    description: 'Oldest first, without their addresses.',
  })
  @ApiOkResponse({ type: AllowListList })
  @HubErrors(401, 403, 404)
  list(@PathId('orgId', 'organization') orgId: string): Promise<AllowListList> {
    return this.service.list(orgId);
  }

  @Post()
  @Records('allow_list.created')
  @Access({ kind: 'organization', permission: 'policy:write', enterprise: true })
  @ApiOperation({
    operationId: 'createAllowList',
    summary: 'Create an allow list',
    description:
      'Only this response shows its address, at which clients read without credentials what the policies allow in an ' +
      'environment: as a registry, and as managed settings.',
  })
  @ApiCreatedResponse({ type: CreatedAllowList })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  create(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @Body() request: CreateAllowListRequest,
  ): Promise<CreatedAllowList> {
    return this.service.create(caller, orgId, request);
  }

  @Post(':allowListId/rotate')
  @HttpCode(200)
  @Records('allow_list.rotated')
  @Access({ kind: 'organization', permission: 'policy:write', enterprise: true })
  @ApiOperation({
    operationId: 'rotateAllowList',
    summary: 'Replace the address of an allow list',
    description: 'The address before is unknown at once. Only this response shows the new one.',
  })
  @ApiOkResponse({ type: CreatedAllowList })
  @HubErrors(400, 401, 403, 404, 413, 415)
  rotate(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('allowListId', 'allow list') allowListId: string,
  ): Promise<CreatedAllowList> {
    return this.service.rotate(caller, { orgId, allowListId });
  }

  @Delete(':allowListId')
  @HttpCode(204)
  @Records('allow_list.deleted')
  @Access({ kind: 'organization', permission: 'policy:write', enterprise: true })
  @ApiOperation({
    operationId: 'deleteAllowList',
    summary: 'Delete an allow list',
    description: 'Its address is unknown at once.',
  })
  @ApiNoContentResponse({ description: 'Deleted.' })
  @HubErrors(400, 401, 403, 404, 413, 415)
  remove(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('allowListId', 'allow list') allowListId: string,
  ): Promise<void> {
    return this.service.remove(caller, { orgId, allowListId });
  }
}
