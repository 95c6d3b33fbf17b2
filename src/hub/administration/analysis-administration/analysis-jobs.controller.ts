import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import { CurrentUser } from '../../../auth/rules/current-principal.js';
import type { UserCaller } from '../../../auth/hub/hub-principal.js';
import { HubErrors } from '../../platform/http/hub-responses.js';
import { PathId } from '../../platform/http/path-part.js';
import { AnalysisJobList, AnalysisJobQuery, AnalysisJobView } from './analysis-jobs.dto.js';
import { AnalysisJobsService } from './analysis-jobs.service.js';

/** `/api/v1/admin/analysis-jobs`: analyses, for platform administrators. */
@ApiTags('administration')
@Controller('api/v1/admin')
export class AnalysisJobsController {
  constructor(private readonly service: AnalysisJobsService) {}

  @Get('analysis-jobs')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminListAnalysisJobs',
    summary: 'List analyses',
    description: 'Newest first. Those that ended more than 30 days ago are left out.',
  })
  @ApiOkResponse({ type: AnalysisJobList })
  @HubErrors(400, 401, 403)
  list(@Query() query: AnalysisJobQuery): Promise<AnalysisJobList> {
    return this.service.list(query);
  }

  @Get('analysis-jobs/:jobId')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({ operationId: 'adminGetAnalysisJob', summary: 'Get an analysis' })
  @ApiOkResponse({ type: AnalysisJobView })
  @HubErrors(401, 403, 404)
  get(@PathId('jobId', 'analysis job') jobId: string): Promise<AnalysisJobView> {
    return this.service.get(jobId);
  }

  @Post('analysis-jobs/:jobId/retry')
  @HttpCode(202)
  @Records('analysis.requested')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminRetryAnalysisJob',
    summary: 'Analyze the version of an analysis again',
    description: 'The answer is a new analysis. 409 while the version is being analyzed.',
  })
  @ApiAcceptedResponse({ type: AnalysisJobView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  retry(
    @CurrentUser() caller: UserCaller,
    @PathId('jobId', 'analysis job') jobId: string,
  ): Promise<AnalysisJobView> {
    return this.service.retry(caller, jobId);
  }

  @Post('mcps/:mcpId/analyze')
  @HttpCode(202)
  @Records('analysis.requested')
  @Access({ kind: 'platform_admin' })
  @ApiOperation({
    operationId: 'adminAnalyzeMcp',
    summary: 'Analyze the newest version of an MCP again',
    description: 'If it is being analyzed, the answer is that analysis. 409 when the MCP has no version.',
  })
  @ApiAcceptedResponse({ type: AnalysisJobView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  analyze(
    @CurrentUser() caller: UserCaller,
    @PathId('mcpId', 'MCP') mcpId: string,
  ): Promise<AnalysisJobView> {
    return this.service.analyze(caller, mcpId);
  }
}
