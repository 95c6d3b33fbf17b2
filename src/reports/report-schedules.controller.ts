import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { Access } from '../auth/rules/access.decorator.js';
import { Records } from '../auth/trail/records.decorator.js';
import { CurrentCaller } from '../auth/rules/current-principal.js';
import type { HubPrincipal } from '../auth/hub/hub-principal.js';
import { HubErrors } from '../hub/platform/http/hub-responses.js';
import { PageQuery } from '../hub/platform/http/page.dto.js';
import { PathId } from '../hub/platform/http/path-part.js';
import {
  CreateReportScheduleRequest,
  ReportScheduleList,
  ReportScheduleView,
} from './report-schedules.dto.js';
import { ReportSchedulesService } from './report-schedules.service.js';

const WRITE = { kind: 'organization', permission: 'report:create', enterprise: true } as const;

/** `/api/v1/orgs/{orgId}/report-schedules`: reports that are made again and again. */
@ApiTags('reports')
@Controller('api/v1/orgs/:orgId/report-schedules')
export class ReportSchedulesController {
  constructor(private readonly service: ReportSchedulesService) {}

  @Post()
  @Records('report_schedule.created')
  @Access(WRITE)
  @ApiOperation({
    operationId: 'createReportSchedule',
    summary: 'Have reports made again and again',
    description:
      'Each week or each month, a report about the organization is requested. 409 while it has 10 schedules.',
  })
  @ApiCreatedResponse({ type: ReportScheduleView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  create(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @Body() request: CreateReportScheduleRequest,
  ): Promise<ReportScheduleView> {
    return this.service.create(caller, orgId, request);
  }

  @Get()
  @Access({ kind: 'organization', permission: 'report:read', enterprise: true })
  @ApiOperation({
    operationId: 'listReportSchedules',
    summary: 'List the schedules of reports',
    description: 'Oldest first.',
  })
  @ApiOkResponse({ type: ReportScheduleList })
  @HubErrors(400, 401, 403, 404)
  list(
    @PathId('orgId', 'organization') orgId: string,
    @Query() query: PageQuery,
  ): Promise<ReportScheduleList> {
    return this.service.list(orgId, query);
  }

  @Delete(':scheduleId')
  @HttpCode(204)
  @Records('report_schedule.deleted')
  @Access(WRITE)
  @ApiOperation({
    operationId: 'deleteReportSchedule',
    summary: 'Delete a schedule of reports',
    description: 'Reports that exist stay.',
  })
  @ApiNoContentResponse({ description: 'Deleted.' })
  @HubErrors(400, 401, 403, 404, 413, 415)
  remove(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('scheduleId', 'schedule') scheduleId: string,
  ): Promise<void> {
    return this.service.delete(caller, orgId, scheduleId);
  }
}
