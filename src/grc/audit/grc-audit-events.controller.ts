import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../../auth/rules/access.decorator.js';
import { CurrentServiceToken } from '../../auth/rules/current-principal.js';
import type { ServiceCaller } from '../../auth/hub/hub-principal.js';
import { sendGrcData } from '../http/grc-answer.js';
import { GrcExports } from '../http/grc-exports.js';
import { GRC_RULE } from '../http/grc-rule.js';
import { GrcResponses } from '../http/grc-responses.js';
import { AUDIT_EVENT_COLUMNS, GrcAuditEventList, GrcAuditEventQuery } from './grc-audit-events.dto.js';
import { GrcAuditEventsService } from './grc-audit-events.service.js';
import { AuditCheckpointData } from './checkpoint.dto.js';

/** `/api/v1/grc/audit-events`. */
@ApiTags('grc')
@Controller('api/v1/grc/audit-events')
export class GrcAuditEventsController {
  constructor(
    private readonly service: GrcAuditEventsService,
    private readonly exports: GrcExports,
  ) {}

  @Get()
  @Access(GRC_RULE)
  @ApiOperation({
    operationId: 'listGrcAuditEvents',
    summary: 'List the audit events of the organization',
    description: 'Newest first. All filters must match. Sealed events are not in the list.',
  })
  @GrcResponses(GrcAuditEventList, 'application/x-ndjson', 'text/csv')
  async list(
    @CurrentServiceToken() caller: ServiceCaller,
    @Query() query: GrcAuditEventQuery,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const file = { name: 'audit-events', columns: AUDIT_EVENT_COLUMNS };
    await this.exports.sendList({ req, res }, caller, query, file, this.service);
  }

  @Get('checkpoint')
  @Access(GRC_RULE)
  @ApiOperation({
    operationId: 'getAuditCheckpoint',
    summary: 'Get a signed checkpoint of the audit events of the organization',
    description:
      'Kept elsewhere, it shows later that no event up to this one was changed or removed. The chain is verified first, ' +
      'and compared with the last checkpoint that the hub has stored; the signed document has the result.',
  })
  @GrcResponses(AuditCheckpointData)
  async checkpoint(
    @CurrentServiceToken() { organization }: ServiceCaller,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    const data = await this.service.checkpoint(organization.id, req.deadline);
    sendGrcData({ req, res }, organization.id, data);
  }
}
