import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiBody, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records, RecordsOneOf } from '../../../auth/trail/records.decorator.js';
import { CurrentUser } from '../../../auth/rules/current-principal.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import {
  SourceSecretList,
  SourceSecretRequest,
  SourceSecretsQuery,
  SourceSecretWithValue,
} from './source-secrets.dto.js';
import { SourceSecretsService } from './source-secrets.service.js';

/** Webhook secrets of single sources, for platform administrators. */
@ApiTags('administration')
@Controller('api/v1/admin')
export class SourceSecretsController {
  constructor(private readonly service: SourceSecretsService) {}

  @Get('webhook-secrets')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminListWebhookSecrets',
    summary: 'List the webhook secrets of MCPs',
    description: 'Of all MCPs that have one of their own, oldest first and without their values.',
  })
  @ApiOkResponse({ type: SourceSecretList })
  @HubErrors(400, 401, 403)
  list(@Query() query: SourceSecretsQuery): Promise<SourceSecretList> {
    return this.service.list(query);
  }

  @Post('mcps/:mcpId/webhook-secret')
  @HttpCode(200)
  @Access({ kind: 'platform_admin' })
  @RecordsOneOf('mcp.webhook_secret_created', 'mcp.webhook_secret_rotated')
  @ApiOperation({
    operationId: 'adminReplaceWebhookSecret',
    summary: 'Give an MCP a webhook secret',
    description:
      'Only this response shows it. From then on, webhooks of its code host count for this MCP only if they are signed with ' +
      'it, and those that are count for no other MCP. The secret that the MCP has ends, or with `keep_previous` after 24 hours.',
  })
  @ApiBody({ type: SourceSecretRequest, required: false })
  @ApiOkResponse({ type: SourceSecretWithValue })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  replace(
    @CurrentUser() caller: UserCaller,
    @PathId('mcpId', 'MCP') mcpId: string,
    @Body() request: SourceSecretRequest,
  ): Promise<SourceSecretWithValue> {
    return this.service.replace(caller, mcpId, request);
  }

  @Delete('mcps/:mcpId/webhook-secret')
  @HttpCode(204)
  @Access({ kind: 'platform_admin' })
  @Records('mcp.webhook_secret_revoked')
  @ApiOperation({
    operationId: 'adminRevokeWebhookSecret',
    summary: 'Revoke the webhook secret of an MCP',
    description:
      'The secret that the server has for its code host counts again. 404 when the MCP has none of its own.',
  })
  @ApiNoContentResponse({ description: 'Revoked.' })
  @HubErrors(400, 401, 403, 404, 413, 415)
  revoke(@CurrentUser() caller: UserCaller, @PathId('mcpId', 'MCP') mcpId: string): Promise<void> {
    return this.service.revoke(caller, mcpId);
  }
}
