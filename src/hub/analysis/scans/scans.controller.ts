import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access } from '../../../auth/rules/access.decorator.js';
import { Records } from '../../../auth/trail/records.decorator.js';
import { CurrentHubCaller } from '../../../auth/rules/current-principal.js';
import type { AuthenticatedCaller } from '../../../auth/hub/hub-principal.js';
import { DetailedHubErrors } from '../../platform/http/hub-responses.js';
import { PathId, PathPart } from '../../platform/http/path-part.js';
import { isCheckToken } from './check-token.js';
import { CreateScanRequest, ScanReport, ScanState, StartedScan } from './scans.dto.js';
import { ScansService } from './scans.service.js';

const RULE = { kind: 'caller', then: 'their own scans' } as const;

/** `/api/v1/scans`: scans for the security gates of agents (hub contract 29). */
@ApiTags('scans')
@Controller('api/v1/scans')
export class ScansController {
  constructor(private readonly service: ScansService) {}

  @Post()
  @Records('mcp.created')
  @Access(RULE)
  @ApiOperation({
    operationId: 'createScan',
    summary: 'Start a scan',
    description:
      'If a server that the caller may see has a recent analysis, it is the result. Otherwise the source is fetched and analyzed.',
  })
  @ApiCreatedResponse({ type: StartedScan })
  @DetailedHubErrors(400, 401, 403, 413, 415)
  create(
    @CurrentHubCaller() caller: AuthenticatedCaller,
    @Body() { url }: CreateScanRequest,
  ): Promise<StartedScan> {
    return this.service.start(caller, url);
  }

  @Get('checking/:checkToken')
  @Access(RULE)
  @ApiOperation({ operationId: 'checkScan', summary: 'Get the state of a scan' })
  @ApiOkResponse({ type: ScanState })
  @DetailedHubErrors(401, 403, 404)
  check(
    @CurrentHubCaller() caller: AuthenticatedCaller,
    @PathPart('checkToken', 'scan', isCheckToken) token: string,
  ): Promise<ScanState> {
    return this.service.check(caller, token);
  }

  @Get(':scanId/verdict')
  @Access(RULE)
  @ApiOperation({
    operationId: 'getScanVerdict',
    summary: 'Get the verdict of a scan',
    description: 'The same as the result. 409 as long as the scan is pending, or when it failed.',
  })
  @ApiOkResponse({ type: ScanReport })
  @DetailedHubErrors(401, 403, 404, 409)
  verdict(
    @CurrentHubCaller() caller: AuthenticatedCaller,
    @PathId('scanId', 'scan') id: string,
  ): Promise<ScanReport> {
    return this.service.report(caller, id);
  }

  @Get(':scanId/result')
  @Access(RULE)
  @ApiOperation({
    operationId: 'getScanResult',
    summary: 'Get the result of a scan',
    description: '409 as long as the scan is pending, or when it failed.',
  })
  @ApiOkResponse({ type: ScanReport })
  @DetailedHubErrors(401, 403, 404, 409)
  result(
    @CurrentHubCaller() caller: AuthenticatedCaller,
    @PathId('scanId', 'scan') id: string,
  ): Promise<ScanReport> {
    return this.service.report(caller, id);
  }
}
