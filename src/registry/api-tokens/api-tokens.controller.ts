import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { Access } from '../../auth/rules/access.decorator.js';
import { Records } from '../../auth/trail/records.decorator.js';
import { CurrentPrincipal } from '../../auth/rules/current-principal.js';
import { RegistryPrincipal } from '../../auth/registry/registry-principal.js';
import { RegistryErrors } from '../registry-responses.js';
import { CreatedToken, CreateTokenRequest, TokenList, TokenPath } from './api-tokens.dto.js';
import { ApiTokensService } from './api-tokens.service.js';

/** `/v1/tokens`: the caller’s own API tokens. */
@ApiTags('tokens')
@Controller('v1/tokens')
export class ApiTokensController {
  constructor(private readonly service: ApiTokensService) {}

  @Post()
  @Records('registry_token.created')
  @Access({ kind: 'scope', anyOf: ['token:create'] })
  @ApiOperation({
    operationId: 'createToken',
    summary: 'Create an API token',
    description:
      'Only this response shows the secret. A token never has a scope or resource that its creator lacks, and never outlives the token that created it.',
  })
  @ApiCreatedResponse({ type: CreatedToken })
  @RegistryErrors(400, 401, 403, 409, 413, 415)
  create(
    @CurrentPrincipal() principal: RegistryPrincipal,
    @Body() request: CreateTokenRequest,
  ): Promise<CreatedToken> {
    return this.service.create(principal, request);
  }

  @Get()
  @Access({ kind: 'scope', anyOf: ['token:list'] })
  @ApiOperation({
    operationId: 'listTokens',
    summary: 'List the caller’s API tokens',
    description: 'Newest first, without secrets.',
  })
  @ApiOkResponse({ type: TokenList })
  @RegistryErrors(401, 403)
  list(@CurrentPrincipal() principal: RegistryPrincipal): Promise<TokenList> {
    return this.service.list(principal);
  }

  @Delete(':token_id')
  @HttpCode(204)
  @Records('registry_token.revoked')
  @Access({ kind: 'scope', anyOf: ['token:delete'] })
  @ApiOperation({
    operationId: 'deleteToken',
    summary: 'Revoke and delete an API token',
    description: 'The token stops working immediately. 404 for tokens of other users.',
  })
  @ApiNoContentResponse({ description: 'Deleted.' })
  @RegistryErrors(400, 401, 403, 404, 413, 415)
  delete(@CurrentPrincipal() principal: RegistryPrincipal, @Param() path: TokenPath): Promise<void> {
    return this.service.delete(principal, path.token_id);
  }
}
