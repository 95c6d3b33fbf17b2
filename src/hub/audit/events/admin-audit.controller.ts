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
import { PLATFORM_CHAIN } from './audit.service.js';

/** `/api/v1/admin/audit`: the audit events of the platform and of all organizations. */
@ApiTags('administration')
@Controller('api/v1/admin/audit')
export class AdminAuditController {
  constructor(
    private readonly service: AuditEventsService,
    private readonly verification: AuditVerificationService,
  ) {}

  @Get()
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminListAuditEvents',
    summary: 'List the audit events of the platform',
    description: 'Events of the platform and of all organizations, newest first.',
  })
  @ApiOkResponse({ type: AuditEventList })
  @HubErrors(400, 401, 403)
  list(@Query() query: AuditEventQuery): Promise<AuditEventList> {
    return this.service.list(query);
  }

  @Get('users/:userId')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminListAuditEventsOfUser',
    summary: 'List the audit events of a user',
    description: 'What the user did, in any organization, newest first.',
  })
  @ApiOkResponse({ type: AuditEventList })
  @HubErrors(400, 401, 403, 404)
  listOfUser(
    @PathId('userId', 'user') userId: string,
    @Query() query: AuditEventQuery,
  ): Promise<AuditEventList> {
    return this.service.listOfUser(userId, query);
  }

  @Get('orgs/:orgId')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminListAuditEventsOfOrganization',
    summary: 'List the audit events of any organization',
    description: 'Newest first.',
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
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminVerifyAuditEvents',
    summary: 'Verify the audit chain of the platform',
    description:
      'The events that belong to no organization; each organization has a chain of its own. Verifies what was added since the last verification, and a part of what was verified before; `full=true` reads everything.',
  })
  @ApiOkResponse({ type: AuditVerification })
  @HubErrors(400, 401, 403)
  verify(@Query() query: AuditVerificationQuery, @Req() req: Request): Promise<AuditVerification> {
    return this.verification.verify(PLATFORM_CHAIN, query.full, req.deadline);
  }
}
