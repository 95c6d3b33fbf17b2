import escapeHtml from 'escape-html';
import type { Paper } from '../report-values.js';
import type { OrganizationReport, SnapshotReport } from './report-data.js';

/** How to lay out a document. */
export interface DocumentOptions {
  readonly paper: Paper;
}

const page = (title: string, body: readonly string[]): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body>` +
  `<h1>${escapeHtml(title)}</h1>${body.join('')}</body></html>`;

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

/** The document about a snapshot. */
export function snapshotReportHtml(data: SnapshotReport, _options: DocumentOptions): string {
  const { mcp, snapshot, findings } = data;
  return page(`Security report: ${mcp.name}`, [
    paragraph(`Score ${snapshot.global_score}, grade ${snapshot.grade}`),
    paragraph(`Certification level ${snapshot.certification_level}`),
    paragraph(`Findings: ${snapshot.total_findings}`),
    ...findings.flatMap(({ title, rule_id: rule }) => [`<h2>${escapeHtml(title)}</h2>`, paragraph(rule)]),
  ]);
}

/** The document about an organization. */
export function organizationReportHtml(data: OrganizationReport, _options: DocumentOptions): string {
  const { summary, severity_totals: open } = data.posture;
  return page(`Security report: ${data.organization.name}`, [
    paragraph(`MCPs: ${summary.total_mcps}`),
    paragraph(`Critical findings: ${open.critical}`),
  ]);
}
