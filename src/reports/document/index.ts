/** The documents of reports: pure functions from the data of a report to one HTML page for print. */
export { organizationMetadata, organizationReportHtml } from './organization-document.js';
export { withPdfMetadata } from './pdf-metadata.js';
export type * from './report-data.js';
export { snapshotMetadata, snapshotReportHtml } from './snapshot-document.js';
