import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { RecordsNothing } from '../../../auth/trail/records.decorator.js';
import { ChangesNothing } from '../../../common/http/read-only.guard.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { PolicyTrialRequest, PolicyTrialView } from './policy-trial.dto.js';
import { PoliciesDryRunService } from './policies-dry-run.service.js';

/** `/api/v1/orgs/{orgId}/policies/test`: dry runs of policies. */
@ApiTags('policies')
@Controller('api/v1/orgs/:orgId/policies/test')
export class PoliciesDryRunController {
  constructor(private readonly service: PoliciesDryRunService) {}

  @Post()
  @HttpCode(200)
  @ChangesNothing()
  @RecordsNothing('it reads')
  @Access({ kind: 'organization', permission: 'policy:read', enterprise: true })
  @ApiOperation({
    operationId: 'testPolicies',
    summary: 'Try draft or stored policies',
    description:
      'Evaluates the newest version of each MCP of the organization by the policies of today, and by those with the drafts and without the ones that would go. A stored policy can be tried by its id. Changes nothing.',
  })
  @ApiOkResponse({ type: PolicyTrialView })
  @HubErrors(400, 401, 403, 404, 413, 415)
  run(
    @PathId('orgId', 'organization') orgId: string,
    @Body() request: PolicyTrialRequest,
  ): Promise<PolicyTrialView> {
    return this.service.run(orgId, request);
  }
}
