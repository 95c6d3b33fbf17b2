import { Injectable } from '@nestjs/common';
import type { HubPrincipal } from '../auth/hub/hub-principal.js';
import { ApiError, conflict, notFound } from '../common/errors/api-error.js';
import type { EvidenceDownload } from '../hub/catalog/evidence/evidence.service.js';
import { McpAccesses } from '../hub/catalog/mcps/mcp-accesses.service.js';
import { HubObjects } from '../hub/platform/objects/hub-objects.js';
import { objectAddress } from '../hub/platform/objects/object-key.js';
import { REPORT_DOCUMENTS, type ReportDocument } from './report-documents.js';
import { ReportsRepository, type ReportRow } from './reports.repository.js';

const RETRY_AFTER_SECONDS = 5;

/** Path parameters of a report. */
export interface ReportPath {
  readonly orgId: string;
  readonly reportId: string;
}

/** Downloads of reports, by members of their organization. */
@Injectable()
export class ReportDownloads {
  constructor(
    private readonly reports: ReportsRepository,
    private readonly objects: HubObjects,
    private readonly accesses: McpAccesses,
  ) {}

  /**
   * A document of a report. Reading one about a private MCP is recorded like reading the MCP.
   * @throws 404; 409 unless the report is completed; DamagedObjectError
   */
  async find(
    principal: HubPrincipal,
    { orgId, reportId }: ReportPath,
    document: ReportDocument,
  ): Promise<EvidenceDownload> {
    const report = await this.reports.findToRead(orgId, reportId);
    if (report === undefined) throw notFound('report');
    requireCompleted(report);
    const { keyOf, contentType } = REPORT_DOCUMENTS[document];
    const key = keyOf(report);
    if (key === null) throw notFound('document of the report');
    const size = await this.objects.requireSize(key);
    this.accesses.note(principal, report.privateMcp);
    return {
      digest: objectAddress(key).digest,
      contentType,
      isPage: document === 'html',
      fileName: `report-${reportId}.${document}`,
      size,
      send: (answer) => this.objects.send(key, answer, size),
    };
  }
}

function requireCompleted({ status, failureReason }: ReportRow): void {
  if (status === 'FAILED')
    throw conflict(`the report has failed: ${failureReason ?? ''}; request another one`);
  if (status === 'PENDING') {
    const headers = { 'Retry-After': String(RETRY_AFTER_SECONDS) };
    throw new ApiError('report_not_ready', 'the report is not made yet; try again', {}, headers);
  }
}
