import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { RecordsNothing } from '../../../auth/trail/records.decorator.js';
import { ChangesNothing } from '../../../common/http/read-only.guard.js';
import { JsonBodyLimit } from '../../../common/http/request-body.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { PREVIEW_BODY_BYTES } from '../evaluation/asked-servers.js';
import { EvaluationPreview, EvaluationPreviewRequest } from './evaluation-preview.dto.js';
import { ServersDryRunService } from './servers-dry-run.service.js';

/** `/api/v1/orgs/{orgId}/evaluations/preview`: what the gate would decide. */
@ApiTags('policies')
@Controller('api/v1/orgs/:orgId/evaluations')
export class ServersDryRunController {
  constructor(private readonly service: ServersDryRunService) {}

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
    return this.service.run(orgId, request);
  }
}
