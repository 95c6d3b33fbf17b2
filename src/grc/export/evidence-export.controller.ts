import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../auth/rules/access.decorator.js';
import { CurrentServiceToken } from '../../auth/rules/current-principal.js';
import type { ServiceCaller } from '../../auth/hub/hub-principal.js';
import { EvidenceExportService } from '../../hub/assurance/evidence-export/evidence-export.service.js';
import { GrcExports } from '../http/grc-exports.js';
import { GRC_RULE } from '../http/grc-rule.js';
import { GrcFileResponse } from '../http/grc-responses.js';

const NDJSON = 'application/x-ndjson';

/** `/api/v1/grc/export`: the evidence of an organization in one file. */
@ApiTags('grc')
@Controller('api/v1/grc/export')
export class EvidenceExportController {
  constructor(
    private readonly service: EvidenceExportService,
    private readonly exports: GrcExports,
  ) {}

  @Get()
  @Access(GRC_RULE)
  @ApiOperation({
    operationId: 'exportEvidence',
    summary: 'Export the evidence of the organization as one verifiable file',
    description:
      'A JSON object in each line: a header, all snapshots of analyses, seals, stored checkpoints, the audit events up ' +
      'to those at the start, and a signature over all of it. `mcp-hub verify-evidence` verifies the file with the ' +
      'keys of `/.well-known/jwks.json` alone.',
  })
  @GrcFileResponse(NDJSON, 'The lines. Without the line of type `end`, the export is cut off.')
  async export(
    @CurrentServiceToken() caller: ServiceCaller,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    res.attachment('evidence.ndjson');
    const lines = this.service.lines(caller.organization.id, req.deadline);
    await this.exports.stream({ req, res }, caller, `${NDJSON}; charset=utf-8`, lines);
  }
}
