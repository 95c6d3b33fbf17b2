import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import { CurrentUser } from '../../../auth/rules/current-principal.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { PublicationView } from './publications.dto.js';
import { Publications } from './publications.service.js';

/** `/api/v1/admin/mcps/{mcpId}/versions/{versionId}/publication`, for platform administrators. */
@ApiTags('administration')
@Controller('api/v1/admin/mcps/:mcpId/versions/:versionId/publication')
export class PublicationsController {
  constructor(private readonly service: Publications) {}

  @Get()
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminGetPublication',
    summary: 'Get the publication of a version',
    description:
      'How far it is, and why the last attempt failed. 404 for a version without a publication: one that was never ' +
      'certified and is not in the registry.',
  })
  @ApiOkResponse({ type: PublicationView })
  @HubErrors(401, 403, 404)
  get(
    @PathId('mcpId', 'MCP') mcpId: string,
    @PathId('versionId', 'version') versionId: string,
  ): Promise<PublicationView> {
    return this.service.get({ mcpId, versionId });
  }

  @Post('retry')
  @HttpCode(202)
  @Records('mcp.publication_retried')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminRetryPublication',
    summary: 'Try a publication again',
    description: 'The next attempt follows within seconds. 409 while one runs, and after one that succeeded.',
  })
  @ApiResponse({ status: 202, type: PublicationView, description: 'The next attempt is due.' })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  retry(
    @CurrentUser() caller: UserCaller,
    @PathId('mcpId', 'MCP') mcpId: string,
    @PathId('versionId', 'version') versionId: string,
  ): Promise<PublicationView> {
    return this.service.retry(caller, { mcpId, versionId });
  }
}
