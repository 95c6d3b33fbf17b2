import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { currentDate } from '../../common/values/clock.js';
import { Access } from '../../auth/rules/access.decorator.js';
import { CurrentServiceToken } from '../../auth/rules/current-principal.js';
import type { ServiceCaller } from '../../auth/hub/hub-principal.js';
import { sendGrcData } from '../http/grc-answer.js';
import { GRC_RULE } from '../http/grc-rule.js';
import { GrcResponses } from '../http/grc-responses.js';
import { RiskPosture } from '../../hub/assurance/posture/posture.dto.js';
import { PostureService } from '../../hub/assurance/posture/posture.service.js';

/** `/api/v1/grc/risk-posture`. */
@ApiTags('grc')
@Controller('api/v1/grc/risk-posture')
export class PostureController {
  constructor(private readonly service: PostureService) {}

  @Get()
  @Access(GRC_RULE)
  @ApiOperation({
    operationId: 'getRiskPosture',
    summary: 'Get the risk of the organization',
    description: 'Scores and levels are those of the newest complete analysis of each MCP.',
  })
  @GrcResponses(RiskPosture)
  async get(
    @CurrentServiceToken() { organization }: ServiceCaller,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const now = currentDate();
    sendGrcData({ req, res }, organization.id, await this.service.of(organization.id, now), now);
  }
}
