import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentCaller } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import type { HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { ChangeRetentionRequest, RetentionView } from './retention.dto.js';
import { RetentionService } from './retention.service.js';

/** `/api/v1/orgs/{orgId}/retention`: how long an organization on the Enterprise plan keeps its records. */
@ApiTags('organizations')
@Controller('api/v1/orgs/:orgId/retention')
export class RetentionController {
  constructor(private readonly service: RetentionService) {}

  @Get()
  @Access({ kind: 'organization', permission: 'audit:read', enterprise: true })
  @ApiOperation({
    operationId: 'getRetention',
    summary: 'Get how long an organization keeps its records',
    description: 'Without a setting, all records stay.',
  })
  @ApiOkResponse({ type: RetentionView })
  @HubErrors(401, 403, 404)
  get(@PathId('orgId', 'organization') orgId: string): Promise<RetentionView> {
    return this.service.get(orgId);
  }

  @Put()
  @Records('organization.retention_changed')
  @Access({ kind: 'organization', permission: 'org:edit', enterprise: true })
  @ApiOperation({
    operationId: 'changeRetention',
    summary: 'Change how long an organization keeps its records',
    description: 'Applies from the next daily run on. What is sealed stays sealed.',
  })
  @ApiOkResponse({ type: RetentionView })
  @HubErrors(400, 401, 403, 404, 413, 415)
  change(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @Body() request: ChangeRetentionRequest,
  ): Promise<RetentionView> {
    return this.service.change(caller, orgId, request);
  }
}
