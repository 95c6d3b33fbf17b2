import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { FindingList, FindingQuery } from './findings.dto.js';
import { FindingsService } from './findings.service.js';

/** `/api/v1/mcps/{mcpId}/versions/{versionId}/findings`. */
@ApiTags('catalog')
@Controller('api/v1/mcps/:mcpId/versions/:versionId/findings')
export class FindingsController {
  constructor(private readonly service: FindingsService) {}

  @Get()
  @Access({ kind: 'public' })
  @ApiOperation({
    operationId: 'listFindings',
    summary: 'List the findings of a version',
    description: 'Those of its latest snapshot, worst first; 404 before the version is analyzed.',
  })
  @ApiOkResponse({ type: FindingList })
  @HubErrors(400, 401, 404)
  list(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('mcpId', 'MCP') mcpId: string,
    @PathId('versionId', 'version') versionId: string,
    @Query() query: FindingQuery,
  ): Promise<FindingList> {
    return this.service.list(caller, { mcpId, versionId }, query);
  }
}
