import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Access } from '../../../auth/rules/access.decorator.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import {
  AuditEventList,
  AuditEventQuery,
  AuditVerification,
  AuditVerificationQuery,
} from './audit-events.dto.js';
import { AuditEventsService } from './audit-events.service.js';
import { AuditVerificationService } from './audit-verification.service.js';

/** `/api/v1/orgs/{orgId}/audit-events`: the audit trail of an organization. */
@ApiTags('audit')
@Controller('api/v1/orgs/:orgId/audit-events')
export class AuditEventsController {
  constructor(
    private readonly service: AuditEventsService,
    private readonly verification: AuditVerificationService,
  ) {}

  @Get()
  @Access({ kind: 'organization', permission: 'audit:read' })
  @ApiOperation({
    operationId: 'listAuditEvents',
    summary: 'List the audit events of an organization',
    description: 'Newest first.',
  })
  @ApiOkResponse({ type: AuditEventList })
  @HubErrors(400, 401, 403, 404)
  list(
    @PathId('orgId', 'organization') orgId: string,
    @Query() query: AuditEventQuery,
  ): Promise<AuditEventList> {
    return this.service.listOfOrganization(orgId, query);
  }

  @Get('verify')
  @Access({ kind: 'organization', permission: 'audit:read' })
  @ApiOperation({
    operationId: 'verifyAuditEvents',
    summary: 'Verify the audit chain of an organization',
    description:
      'Recomputes hashes of the chain, and names the first event that is missing or was changed. Verifies what was added since the last verification, and a part of what was verified before; `full=true` reads everything.',
  })
  @ApiOkResponse({ type: AuditVerification })
  @HubErrors(400, 401, 403, 404)
  verify(
    @PathId('orgId', 'organization') orgId: string,
    @Query() query: AuditVerificationQuery,
    @Req() req: Request,
  ): Promise<AuditVerification> {
    return this.verification.verify(orgId, query.full, req.deadline);
  }
}
