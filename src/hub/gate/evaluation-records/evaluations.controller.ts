import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { EvaluationDetail, EvaluationList, EvaluationQuery } from './evaluations.dto.js';
import { EvaluationsService } from './evaluations.service.js';

/** `/api/v1/orgs/{orgId}/evaluations`: what the gate has decided. */
@ApiTags('policies')
@Controller('api/v1/orgs/:orgId/evaluations')
export class EvaluationsController {
  constructor(private readonly service: EvaluationsService) {}

  @Get()
  @Access({ kind: 'organization', permission: 'policy:read', enterprise: true })
  @ApiOperation({
    operationId: 'listEvaluations',
    summary: 'List what the gate has decided',
    description: 'Newest first, without the servers.',
  })
  @ApiOkResponse({ type: EvaluationList })
  @HubErrors(400, 401, 403, 404)
  list(
    @PathId('orgId', 'organization') orgId: string,
    @Query() query: EvaluationQuery,
  ): Promise<EvaluationList> {
    return this.service.list(orgId, query);
  }

  @Get(':evaluationId')
  @Access({ kind: 'organization', permission: 'policy:read', enterprise: true })
  @ApiOperation({
    operationId: 'getEvaluation',
    summary: 'Get what the gate has decided, and why',
    description: 'With the analyses and policies that it used. 404 for evaluations of other organizations.',
  })
  @ApiOkResponse({ type: EvaluationDetail })
  @HubErrors(401, 403, 404)
  get(
    @PathId('orgId', 'organization') orgId: string,
    @PathId('evaluationId', 'evaluation') evaluationId: string,
  ): Promise<EvaluationDetail> {
    return this.service.get(orgId, evaluationId);
  }
}
