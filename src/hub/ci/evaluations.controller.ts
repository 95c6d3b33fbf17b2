import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../access/access.decorator.js';
import { RecordsNothing } from '../../access/trail/records.decorator.js';
import { ChangesNothing } from '../../common/http/read-only.guard.js';
import { JsonBodyLimit } from '../../common/http/request-body.js';
import { HubErrors } from '../http/hub-responses.js';
import { PathId } from '../http/path-part.js';
import { PREVIEW_BODY_BYTES } from './asked-servers.js';
import { EvaluationPreview, EvaluationPreviewRequest } from './evaluation-preview.dto.js';
import { EvaluationPreviewService } from './evaluation-preview.service.js';
import { EvaluationDetail, EvaluationList, EvaluationQuery } from './evaluations.dto.js';
import { EvaluationsService } from './evaluations.service.js';

/** `/api/v1/orgs/{orgId}/evaluations`: what the gate has decided. */
@ApiTags('policies')
@Controller('api/v1/orgs/:orgId/evaluations')
export class EvaluationsController {
  constructor(
    private readonly service: EvaluationsService,
    private readonly previews: EvaluationPreviewService,
  ) {}

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

  @Post('preview')
  @HttpCode(200)
  @ChangesNothing()
  @JsonBodyLimit(PREVIEW_BODY_BYTES)
  @RecordsNothing('it reads')
  @Access({ kind: 'organization', permission: 'policy:read', enterprise: true })
  @ApiOperation({
    operationId: 'previewEvaluation',
    summary: 'Show what the gate would decide',
    description:
      'About a list of servers, or about a configuration of a client as the command `mcp-hub gate` reads it. Records ' +
      'nothing.',
  })
  @ApiOkResponse({ type: EvaluationPreview })
  @HubErrors(400, 401, 403, 404, 413, 415)
  preview(
    @PathId('orgId', 'organization') orgId: string,
    @Body() request: EvaluationPreviewRequest,
  ): Promise<EvaluationPreview> {
    return this.previews.preview(orgId, request);
  }
}
