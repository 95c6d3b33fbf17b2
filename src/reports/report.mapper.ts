import type { NewReport, ReportRow } from './reports.repository.js';
import type { ReportView } from './reports.dto.js';

/** A report in responses. */
export const reportView = (report: ReportRow): ReportView => ({
  id: report.id,
  status: report.status,
  scope: report.scope,
  snapshot_id: report.snapshotId,
  format: 'PDF',
  paper: report.paper,
  schedule_id: report.scheduleId,
  requested_by: report.requestedBy,
  failure_reason: report.failureReason,
  created_at: report.createdAt.toISOString(),
  finished_at: report.finishedAt?.toISOString() ?? null,
});

/** A report that was just requested. */
export const newReportView = (report: NewReport): ReportView =>
  reportView({
    ...report,
    status: 'PENDING',
    failureReason: null,
    dataKey: null,
    htmlKey: null,
    pdfKey: null,
    finishedAt: null,
  });
