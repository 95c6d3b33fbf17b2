import { applyDecorators, Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Access } from '../auth/rules/access.decorator.js';
import { Records } from '../auth/trail/records.decorator.js';
import { CurrentCaller } from '../auth/rules/current-principal.js';
import type { HubPrincipal } from '../auth/hub/hub-principal.js';
import { sendEvidence } from '../hub/catalog/evidence/send-evidence.js';
import { HubErrors } from '../hub/platform/http/hub-responses.js';
import { PageQuery } from '../hub/platform/http/page.dto.js';
import { PathId } from '../hub/platform/http/path-part.js';
import { DOCUMENT_POLICY } from './rendering/document-policy.js';
import { REPORT_DOCUMENTS, type ReportDocument } from './report-documents.js';
import { ReportDownloads } from './report-downloads.service.js';
import { CreateReportRequest, ReportList, ReportView } from './reports.dto.js';
import { ReportsService } from './reports.service.js';

const READ = { kind: 'organization', permission: 'report:read', enterprise: true } as const;
const ONCE_COMPLETED =
  '409 `report_not_ready` before the report is COMPLETED, and 409 if it is FAILED. Supports conditional requests.';
const TEXT = { type: 'string' } as const;

const ApiReport = (document: ReportDocument): MethodDecorator =>
  applyDecorators(
    ApiHeader({
      name: 'If-None-Match',
      required: false,
      description: 'ETag of a response that the client has.',
      schema: TEXT,
    }),
    ApiResponse({
      status: 200,
      description: 'The bytes.',
      headers: { ETag: { description: 'Validator for If-None-Match.', schema: TEXT } },
      content: { [REPORT_DOCUMENTS[document].contentType]: REPORT_DOCUMENTS[document].media },
    }),
    ApiResponse({ status: 304, description: 'The client already has the bytes.' }),
    HubErrors(401, 403, 404, 409),
  );

/** `/api/v1/orgs/{orgId}/reports`: documents about analyses and organizations. */
@ApiTags('reports')
@Controller('api/v1/orgs/:orgId/reports')
export class ReportsController {
  constructor(
    private readonly service: ReportsService,
    private readonly downloads: ReportDownloads,
  ) {}

  @Post()
  @Records('report.requested')
  @Access({ kind: 'organization', permission: 'report:create', enterprise: true })
  @ApiOperation({
    operationId: 'createReport',
    summary: 'Request a report',
    description:
      'About an analysis, or about the organization as a whole. Answers at once; the report is made in the background. ' +
      '404 for snapshots of private MCPs of others, 409 while 50 reports of the organization are not made yet.',
  })
  @ApiCreatedResponse({ type: ReportView })
  @HubErrors(400, 401, 403, 404, 409, 413, 415)
  create(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @Body() request: CreateReportRequest,
  ): Promise<ReportView> {
    return this.service.create(caller, orgId, request);
  }

  @Get()
  @Access(READ)
  @ApiOperation({ operationId: 'listReports', summary: 'List reports', description: 'Newest first.' })
  @ApiOkResponse({ type: ReportList })
  @HubErrors(400, 401, 403, 404)
  list(@PathId('orgId', 'organization') orgId: string, @Query() query: PageQuery): Promise<ReportList> {
    return this.service.list(orgId, query);
  }

  @Get(':reportId.pdf')
  @Access(READ)
  @ApiOperation({
    operationId: 'downloadReportPdf',
    summary: 'Download a report as PDF',
    description: ONCE_COMPLETED,
  })
  @ApiReport('pdf')
  pdf(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('reportId', 'report') reportId: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.send(caller, { orgId, reportId }, 'pdf', { req, res });
  }

  @Get(':reportId.html')
  @Access(READ)
  @ApiOperation({
    operationId: 'downloadReportHtml',
    summary: 'Get a report as a web page',
    description: `The page has no scripts and loads nothing. ${ONCE_COMPLETED}`,
  })
  @ApiReport('html')
  html(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('reportId', 'report') reportId: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    res.setHeader('Content-Security-Policy', DOCUMENT_POLICY);
    return this.send(caller, { orgId, reportId }, 'html', { req, res });
  }

  @Get(':reportId.json')
  @Access(READ)
  @ApiOperation({
    operationId: 'downloadReportData',
    summary: 'Get the data of a report',
    description: `What the PDF and the page say. ${ONCE_COMPLETED}`,
  })
  @ApiReport('json')
  data(
    @CurrentCaller() caller: HubPrincipal,
    @PathId('orgId', 'organization') orgId: string,
    @PathId('reportId', 'report') reportId: string,
    @Req() req: Request,
    @Res() res: Response,
  ): Promise<void> {
    return this.send(caller, { orgId, reportId }, 'json', { req, res });
  }

  @Get(':reportId')
  @Access(READ)
  @ApiOperation({
    operationId: 'getReport',
    summary: 'Get the status of a report',
    description:
      'Its documents have the addresses `{reportId}.pdf`, `{reportId}.html` and `{reportId}.json`.',
  })
  @ApiOkResponse({ type: ReportView })
  @HubErrors(401, 403, 404)
  get(
    @PathId('orgId', 'organization') orgId: string,
    @PathId('reportId', 'report') reportId: string,
  ): Promise<ReportView> {
    return this.service.get(orgId, reportId);
  }

  private async send(
    caller: HubPrincipal,
    path: { readonly orgId: string; readonly reportId: string },
    document: ReportDocument,
    { req, res }: { readonly req: Request; readonly res: Response },
  ): Promise<void> {
    await sendEvidence(req, res, await this.downloads.find(caller, path, document));
  }
}
