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
import { SearchedPageQuery } from '../../platform/http/page.dto.js';
import { PathId } from '../../platform/http/path-part.js';
import { CreatedServiceToken, CreateServiceTokenRequest, ServiceTokenList } from './service-tokens.dto.js';
import { ServiceTokensService } from './service-tokens.service.js';

/** `/api/v1/orgs/{orgId}/tokens`: service tokens of an organization. */
@ApiTags('tokens')
@Controller('api/v1/orgs/:orgId/tokens')
export class ServiceTokensController {
  constructor(private readonly service: ServiceTokensService) {}

  @Post()
  @Records('token.created')
  @Access({ kind: 'organization', permission: 'token:write' })
  @ApiOperation({
    operationId: 'createServiceToken',
    summary: 'Create a service token',
    description:
      'Only this response shows the token. Its scopes are limited to the organization of the path; a token never has a scope that its creator lacks, and never outlives the token that created it.',
  })
  @ApiCreatedResponse({ type: CreatedServiceToken })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  create(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @Body() request: CreateServiceTokenRequest,
  ): Promise<CreatedServiceToken> {
    return this.service.create(caller, orgId, request);
  }

  @Get()
  @Access({ kind: 'organization', permission: 'token:write' })
  @ApiOperation({
    operationId: 'listServiceTokens',
    summary: 'List the service tokens',
    description: 'Newest first, without their secrets; expired and revoked ones are included.',
  })
  @ApiOkResponse({ type: ServiceTokenList })
  @HubErrors(400, 401, 403, 404)
  list(
    @PathId('orgId', 'organization') orgId: string,
    @Query() page: SearchedPageQuery,
  ): Promise<ServiceTokenList> {
    return this.service.list(orgId, page);
  }

  @Delete(':tokenId')
  @HttpCode(204)
  @Records('token.revoked')
  @Access({ kind: 'organization', permission: 'token:write' })
  @ApiOperation({
    operationId: 'revokeServiceToken',
    summary: 'Revoke a service token',
    description: 'The token and the tokens that it created stop working immediately and permanently.',
  })
  @ApiNoContentResponse()
  @HubErrors(400, 401, 403, 404, 413, 415)
  revoke(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('tokenId', 'token') tokenId: string,
  ): Promise<void> {
    return this.service.revoke(caller, orgId, tokenId);
  }
}
