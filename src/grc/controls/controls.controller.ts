import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { currentDate } from '../../common/values/clock.js';
import { Access } from '../../auth/rules/access.decorator.js';
import { CurrentServiceToken } from '../../auth/rules/current-principal.js';
import type { ServiceCaller } from '../../auth/hub/hub-principal.js';
import { sendGrcData } from '../http/grc-answer.js';
import { GrcExports } from '../http/grc-exports.js';
import { McpQuery } from '../http/grc-query.dto.js';
import { GRC_RULE } from '../http/grc-rule.js';
import { GrcResponses } from '../http/grc-responses.js';
import { ControlsSummaryService } from './controls-summary.service.js';
import { ControlsSummary, GrcControls } from './controls.dto.js';
import { ControlsService } from './controls.service.js';

/** `/api/v1/grc/controls`. */
@ApiTags('grc')
@Controller('api/v1/grc/controls')
export class ControlsController {
  constructor(
    private readonly service: ControlsService,
    private readonly summaries: ControlsSummaryService,
    private readonly exports: GrcExports,
  ) {}

  @Get()
  @Access(GRC_RULE)
  @ApiOperation({
    operationId: 'listGrcControls',
    summary: 'List the controls with the results of the organization',
    description: 'All controls of the catalog, each with the result of the current snapshot of each MCP.',
  })
  @GrcResponses(GrcControls)
  async list(
    @CurrentServiceToken() caller: ServiceCaller,
    @Query() { mcp_id: mcpId }: McpQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const document = await this.service.document(caller.organization.id, mcpId, currentDate());
    await this.exports.sendDocument({ req, res }, caller, document);
  }

  @Get('summary')
  @Access(GRC_RULE)
  @ApiOperation({
    operationId: 'getControlsSummary',
    summary: 'Get how many controls the organization passes',
    description: 'An evaluation is the result of one control for one MCP.',
  })
  @GrcResponses(ControlsSummary)
  async summary(
    @CurrentServiceToken() { organization }: ServiceCaller,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    sendGrcData({ req, res }, organization.id, await this.summaries.of(organization.id));
  }
}
