import { Injectable } from '@nestjs/common';
import { ReportDataService } from './data/report-data.service.js';
import type { OrganizationReport, Paper, SnapshotReport } from './document/index.js';

/** What a report says. */
export type ReportData = SnapshotReport | OrganizationReport;

/** What to report about. */
export interface ReportTarget {
  readonly orgId: string;
  /** Null for the organization as a whole. */
  readonly snapshotId: string | null;
}

/** What reports say, and the documents that say it. The code of the documents is loaded with the first report. */
@Injectable()
export class ReportContents {
  constructor(private readonly data: ReportDataService) {}

  /** Reads everything that a report says. @throws 404 for what was deleted meanwhile */
  collect({ orgId, snapshotId }: ReportTarget, now: Date): Promise<ReportData> {
    return snapshotId === null
      ? this.data.ofOrganization(orgId, now)
      : this.data.ofSnapshot(orgId, snapshotId, now);
  }

  /** The document, which depends on the data alone. */
  async html(data: ReportData, paper: Paper): Promise<string> {
    const { organizationReportHtml, snapshotReportHtml } = await import('./document/index.js');
    return data.scope === 'SNAPSHOT'
      ? snapshotReportHtml(data, { paper })
      : organizationReportHtml(data, { paper });
  }

  /** The printed document with its title and author among the properties. */
  async labeled(data: ReportData, pdf: Uint8Array): Promise<Buffer> {
    const { organizationMetadata, snapshotMetadata, withPdfMetadata } = await import('./document/index.js');
    return withPdfMetadata(
      pdf,
      data.scope === 'SNAPSHOT' ? snapshotMetadata(data) : organizationMetadata(data),
    );
  }
}
