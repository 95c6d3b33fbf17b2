import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
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
import { CreateSuppressionRequest, SuppressionList, SuppressionView } from './suppressions.dto.js';
import { SuppressionsService } from './suppressions.service.js';

/** `/api/v1/orgs/{orgId}/suppressions`: findings that an organization accepts for a while. */
@ApiTags('suppressions')
@Controller('api/v1/orgs/:orgId/suppressions')
export class SuppressionsController {
  constructor(private readonly service: SuppressionsService) {}

  @Get()
  @Access({ kind: 'organization', permission: 'mcp:read' })
  @ApiOperation({
    operationId: 'listSuppressions',
    summary: 'List the suppressions of an organization',
    description: 'Newest first, with those that have expired.',
  })
  @ApiOkResponse({ type: SuppressionList })
  @HubErrors(400, 401, 403, 404)
  list(@PathId('orgId', 'organization') orgId: string, @Query() page: PageQuery): Promise<SuppressionList> {
    return this.service.list(orgId, page);
  }

  @Post()
  @Records('suppression.created')
  @Access({ kind: 'organization', permission: 'mcp:write' })
  @ApiOperation({
    operationId: 'createSuppression',
    summary: 'Suppress a finding',
    description:
      'Members see the suppression with the finding. It changes no score, certification level or count. 409 when the ' +
      'organization suppresses the finding already.',
  })
  @ApiCreatedResponse({ type: SuppressionView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  create(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @Body() request: CreateSuppressionRequest,
  ): Promise<SuppressionView> {
    return this.service.create(caller, orgId, request);
  }

  @Delete(':suppressionId')
  @HttpCode(204)
  @Records('suppression.deleted')
  @Access({ kind: 'organization', permission: 'mcp:write' })
  @ApiOperation({
    operationId: 'deleteSuppression',
    summary: 'End a suppression',
    description: '404 for suppressions of other organizations.',
  })
  @ApiNoContentResponse({ description: 'Deleted.' })
  @HubErrors(400, 401, 403, 404, 413, 415)
  remove(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('suppressionId', 'suppression') id: string,
  ): Promise<void> {
    return this.service.remove(caller, orgId, id);
  }
}
