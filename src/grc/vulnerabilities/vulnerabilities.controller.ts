import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../auth/rules/access.decorator.js';
import { CurrentServiceToken } from '../../auth/rules/current-principal.js';
import type { ServiceCaller } from '../../auth/hub/hub-principal.js';
import { GRC_RULE } from '../http/grc-rule.js';
import { GrcResponses } from '../http/grc-responses.js';
import { GrcExports } from '../http/grc-exports.js';
import { VULNERABILITY_COLUMNS, VulnerabilityList, VulnerabilityQuery } from './vulnerabilities.dto.js';
import { VulnerabilitiesService } from './vulnerabilities.service.js';

/** `/api/v1/grc/vulnerabilities`. */
@ApiTags('grc')
@Controller('api/v1/grc/vulnerabilities')
export class VulnerabilitiesController {
  constructor(
    private readonly service: VulnerabilitiesService,
    private readonly exports: GrcExports,
  ) {}

  @Get()
  @Access(GRC_RULE)
  @ApiOperation({
    operationId: 'listVulnerabilities',
    summary: 'List the findings of the organization',
    description: 'Newest first. All filters must match; several severities match any of them.',
  })
  @GrcResponses(VulnerabilityList, 'application/x-ndjson', 'text/csv')
  async list(
    @CurrentServiceToken() caller: ServiceCaller,
    @Query() query: VulnerabilityQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const file = { name: 'vulnerabilities', columns: VULNERABILITY_COLUMNS };
    await this.exports.sendList({ req, res }, caller, query, file, this.service);
  }
}
