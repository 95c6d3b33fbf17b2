import { SARIF_TYPE } from '@mcp-hub/analyzer/sarif';
import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ChangesNothing } from '../../../common/http/read-only.guard.js';
import { JsonBodyLimit } from '../../../common/http/request-body.js';
import { CurrentServiceToken } from '../../../auth/rules/current-principal.js';
import { Access } from '../../../auth/rules/access.decorator.js';
import { RecordsNothing } from '../../../auth/trail/records.decorator.js';
import type { ServiceCaller } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { EvaluationRequest } from './ci.dto.js';
import { EvaluationView } from '../evaluation-records/evaluation-view.dto.js';
import { CiService } from './ci.service.js';
import { evaluationView } from '../evaluation-records/evaluation.mapper.js';
import { evaluationLog } from './sarif-log.js';
import { SarifLog } from './sarif.dto.js';

const JSON_TYPE = 'application/json';

// A thousand servers with every character of their names and versions escaped.
const EVALUATION_BYTES = 4 * 1024 * 1024;

/** `/api/v1/ci`: the gate for pipelines. */
@ApiTags('policies')
@Controller('api/v1/ci')
export class CiController {
  constructor(private readonly service: CiService) {}

  @Post('evaluate')
  @HttpCode(200)
  // In read-only mode it answers, too, and records nothing.
  @ChangesNothing()
  @JsonBodyLimit(EVALUATION_BYTES)
  @RecordsNothing('each evaluation is a record of its own, under /orgs/{orgId}/evaluations')
  @Access({ kind: 'service_token', scope: 'ci:org', enterprise: true })
  @ApiOperation({
    operationId: 'evaluatePolicies',
    summary: 'Evaluate whether servers may run',
    description:
      'Fails closed: denies a server that is not in the catalog, has no complete analysis or is ambiguous, and every ' +
      'server that an unreadable policy decides about. Records the evaluation. 403 when `org_id` is not that of the token.',
  })
  @ApiExtraModels(EvaluationView, SarifLog)
  @ApiOkResponse({
    description: 'For either result. `Accept: application/sarif+json` requests SARIF 2.1.0.',
    content: {
      [JSON_TYPE]: { schema: { $ref: getSchemaPath(EvaluationView) } },
      [SARIF_TYPE]: { schema: { $ref: getSchemaPath(SarifLog) } },
    },
  })
  @HubErrors(400, 401, 403, 413, 415)
  async evaluate(
    @CurrentServiceToken() caller: ServiceCaller,
    @Body() request: EvaluationRequest,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const evaluation = await this.service.evaluate(caller, request);
    res.vary('Accept');
    if (req.accepts([JSON_TYPE, SARIF_TYPE]) === SARIF_TYPE)
      res.type(SARIF_TYPE).json(evaluationLog(evaluation));
    else res.json(evaluationView(evaluation));
  }
}
