import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../auth/rules/access.decorator.js';
import { CurrentServiceToken } from '../../auth/rules/current-principal.js';
import type { ServiceCaller } from '../../auth/hub/hub-principal.js';
import { GrcExports } from '../http/grc-exports.js';
import { GRC_RULE } from '../http/grc-rule.js';
import { GrcResponses } from '../http/grc-responses.js';
import { EVIDENCE_COLUMNS, EvidenceChain, EvidenceQuery } from './evidence.dto.js';
import { EvidenceService } from './evidence.service.js';

/** `/api/v1/grc/evidence`. */
@ApiTags('grc')
@Controller('api/v1/grc/evidence')
export class EvidenceController {
  constructor(
    private readonly service: EvidenceService,
    private readonly exports: GrcExports,
  ) {}

  @Get()
  @Access(GRC_RULE)
  @ApiOperation({
    operationId: 'listEvidence',
    summary: 'List the snapshots of the organization',
    description:
      'Newest first, those of deleted MCPs included. The snapshots of an MCP are a chain, whose hashes can be computed again from these fields (hub contract 33).',
  })
  @GrcResponses(EvidenceChain, 'application/x-ndjson', 'text/csv')
  async list(
    @CurrentServiceToken() caller: ServiceCaller,
    @Query() query: EvidenceQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const file = { name: 'evidence', columns: EVIDENCE_COLUMNS };
    await this.exports.sendList({ req, res }, caller, query, file, this.service);
  }
}
