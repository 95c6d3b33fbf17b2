import { Controller, Delete, Get, HttpCode, Query } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { RecordsOneOf } from '../../../auth/trail/records.decorator.js';
import { CurrentUser } from '../../../auth/rules/current-principal.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { isTokenId } from '../../../auth/api-tokens/api-token-secret.js';
import { canonicalUuid, isUuid } from '../../../common/values/uuid.js';
import { PathPart } from '../../platform/http/path-part.js';
import { AdminTokenList, AdminTokensQuery } from './admin-tokens.dto.js';
import { AdminTokensService } from './admin-tokens.service.js';

const isId = (value: unknown): boolean => isTokenId(value) || isUuid(value);

const TokenId = (): ParameterDecorator =>
  PathPart('tokenId', 'token', isId, {}, (id) => (isUuid(id) ? canonicalUuid(id) : id));

/** `/api/v1/admin/tokens`: the API tokens of both kinds, for platform administrators. */
@ApiTags('administration')
@Controller('api/v1/admin/tokens')
export class AdminTokensController {
  constructor(private readonly service: AdminTokensService) {}

  @Get()
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminListTokens',
    summary: 'Search the API tokens',
    description:
      'Valid API tokens of the registry and service tokens of organizations, whoever owns them, newest first and without their ' +
      'secrets.',
  })
  @ApiOkResponse({ type: AdminTokenList })
  @HubErrors(400, 401, 403)
  list(@Query() query: AdminTokensQuery): Promise<AdminTokenList> {
    return this.service.list(query);
  }

  @Delete(':tokenId')
  @HttpCode(204)
  @RecordsOneOf('token.revoked', 'registry_token.revoked')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminRevokeToken',
    summary: 'Revoke an API token',
    description: 'The token and those that it created stop working immediately and permanently.',
  })
  @ApiNoContentResponse()
  @HubErrors(400, 401, 403, 404, 413, 415)
  revoke(@CurrentUser() caller: UserCaller, @TokenId() tokenId: string): Promise<void> {
    return this.service.revoke(caller, tokenId);
  }
}
