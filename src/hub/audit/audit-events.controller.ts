import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { HubAccess } from '../access/hub-access.decorator.js';
import { HubErrors } from '../hub-responses.js';
import { PathId } from '../path-part.js';
import { AuditEventList, AuditEventQuery, AuditVerification } from './audit-events.dto.js';
import { AuditTrailService } from './audit-trail.service.js';

/** `/api/v1/orgs/{orgId}/audit-events`: what has happened in an organization. */
@ApiTags('audit')
@Controller('api/v1/orgs/:orgId/audit-events')
export class AuditEventsController {
  constructor(private readonly service: AuditTrailService) {}

  @Get()
  @HubAccess({ kind: 'organization', permission: 'audit:read' })
  @ApiOperation({ operationId: 'listAuditEvents', summary: 'List what has happened in an organization' })
  @ApiOkResponse({ type: AuditEventList })
  @HubErrors(400, 401, 403, 404)
  list(
    @PathId('orgId', 'organization') orgId: string,
    @Query() query: AuditEventQuery,
  ): Promise<AuditEventList> {
    return this.service.listOfOrganization(orgId, query);
  }

  @Get('verify')
  @HubAccess({ kind: 'organization', permission: 'audit:read' })
  @ApiOperation({
    operationId: 'verifyAuditEvents',
    summary: 'Check that the events of an organization are as they were recorded',
  })
  @ApiOkResponse({ type: AuditVerification })
  @HubErrors(401, 403, 404)
  verify(@PathId('orgId', 'organization') orgId: string, @Req() req: Request): Promise<AuditVerification> {
    return this.service.verify(orgId, req.deadline);
  }
}
