import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { HubAccess } from '../access/hub-access.decorator.js';
import { HubErrors } from '../hub-responses.js';
import { PathId } from '../path-part.js';
import { AuditEventList, AuditEventQuery, AuditVerification } from './audit-events.dto.js';
import { AuditTrailService } from './audit-trail.service.js';
import { PLATFORM_CHAIN } from './audit.service.js';

/** `/api/v1/admin/audit`: what has happened anywhere. */
@ApiTags('administration')
@Controller('api/v1/admin/audit')
export class AdminAuditController {
  constructor(private readonly service: AuditTrailService) {}

  @Get()
  @HubAccess({ kind: 'platform_admin' })
  @ApiOperation({ operationId: 'adminListAuditEvents', summary: 'List what has happened anywhere' })
  @ApiOkResponse({ type: AuditEventList })
  @HubErrors(400, 401, 403)
  list(@Query() query: AuditEventQuery): Promise<AuditEventList> {
    return this.service.list(query);
  }

  @Get('users/:userId')
  @HubAccess({ kind: 'platform_admin' })
  @ApiOperation({ operationId: 'adminListAuditEventsOfUser', summary: 'List what a user has done' })
  @ApiOkResponse({ type: AuditEventList })
  @HubErrors(400, 401, 403, 404)
  listOfUser(
    @PathId('userId', 'user') userId: string,
    @Query() query: AuditEventQuery,
  ): Promise<AuditEventList> {
    return this.service.listOfUser(userId, query);
  }

  @Get('orgs/:orgId')
  @HubAccess({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminListAuditEventsOfOrganization',
    summary: 'List what has happened in any organization',
  })
  @ApiOkResponse({ type: AuditEventList })
  @HubErrors(400, 401, 403, 404)
  listOfOrganization(
    @PathId('orgId', 'organization') orgId: string,
    @Query() query: AuditEventQuery,
  ): Promise<AuditEventList> {
    return this.service.listOfAnyOrganization(orgId, query);
  }

  @Get('verify')
  @HubAccess({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminVerifyAuditEvents',
    summary: 'Check that the events of the platform are as they were recorded',
    description: 'Those that belong to no organization; each organization has a chain of its own.',
  })
  @ApiOkResponse({ type: AuditVerification })
  @HubErrors(401, 403)
  verify(@Req() req: Request): Promise<AuditVerification> {
    return this.service.verify(PLATFORM_CHAIN, req.deadline);
  }
}
