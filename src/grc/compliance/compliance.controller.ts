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
import { FrameworkCompliance } from '../../hub/assurance/posture/compliance.dto.js';
import { ComplianceService } from '../../hub/assurance/posture/compliance.service.js';

/** `/api/v1/grc/compliance`. */
@ApiTags('grc')
@Controller('api/v1/grc/compliance')
export class ComplianceController {
  constructor(private readonly service: ComplianceService) {}

  @Get('owasp-mcp-top10')
  @Access(GRC_RULE)
  @ApiOperation({
    operationId: 'getOwaspCompliance',
    summary: 'Get the compliance of the organization with the ten risks of MCP servers',
    description: 'A risk without open findings is compliant.',
  })
  @GrcResponses(FrameworkCompliance)
  async get(
    @CurrentServiceToken() { organization }: ServiceCaller,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const now = currentDate();
    sendGrcData({ req, res }, organization.id, await this.service.of(organization.id, now), now);
  }
}
