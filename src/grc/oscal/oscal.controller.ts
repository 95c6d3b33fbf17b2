import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../auth/rules/access.decorator.js';
import { CurrentServiceToken } from '../../auth/rules/current-principal.js';
import type { ServiceCaller } from '../../auth/hub/hub-principal.js';
import { GrcExports } from '../http/grc-exports.js';
import { McpQuery } from '../http/grc-query.dto.js';
import { GRC_RULE } from '../http/grc-rule.js';
import { GrcDocumentResponses } from '../http/grc-responses.js';
import { OscalAssessmentResults } from './oscal.dto.js';
import { OscalService } from './oscal.service.js';

/** `/api/v1/grc/oscal`. */
@ApiTags('grc')
@Controller('api/v1/grc/oscal')
export class OscalController {
  constructor(
    private readonly service: OscalService,
    private readonly exports: GrcExports,
  ) {}

  @Get('assessment-results')
  @Access(GRC_RULE)
  @ApiOperation({
    operationId: 'getAssessmentResults',
    summary: 'Get the results of the controls as assessment results of OSCAL 1.1',
    description:
      'A document of OSCAL, without the envelope of the other responses. It has a result for each analyzed MCP, and is the same, byte for byte, until another analysis changes it.',
  })
  @GrcDocumentResponses(OscalAssessmentResults)
  async get(
    @CurrentServiceToken() caller: ServiceCaller,
    @Query() { mcp_id: mcpId }: McpQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const document = await this.service.document(caller.organization.id, mcpId);
    await this.exports.sendDocument({ req, res }, caller, document);
  }
}
