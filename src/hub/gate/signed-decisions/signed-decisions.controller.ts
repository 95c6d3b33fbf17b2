import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../../auth/rules/access.decorator.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { DecisionsResponses } from './decisions-responses.js';
import { SignedDecisionsQuery, SignedDecisionsResponse } from './signed-decisions.dto.js';

/** `/api/v1/orgs/{orgId}/decisions`: what the policies of an organization decide, signed. */
@ApiTags('policies')
@Controller('api/v1/orgs/:orgId/decisions')
export class SignedDecisionsController {
  constructor(private readonly responses: DecisionsResponses) {}

  @Get()
  @Access({ kind: 'organization', permission: 'policy:read', orScope: 'ci:org', enterprise: true })
  @ApiOperation({
    operationId: 'getSignedDecisions',
    summary: 'Get signed decisions',
    description:
      'What the policies decide about each known server and version in an environment, signed with the key of the hub, so ' +
      'that clients can evaluate offline. The same until a decision changes or half of its validity is over.',
  })
  @SignedDecisionsResponse('An envelope with the decisions.')
  @HubErrors(400, 401, 403, 404, 409)
  async get(
    @PathId('orgId', 'organization') orgId: string,
    @Query() { environment }: SignedDecisionsQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    res.vary('Authorization');
    await this.responses.sendOwn({ req, res }, orgId, environment);
  }
}
