import { documentHtml } from './page-frame.js';
import type { PdfMetadata } from './pdf-metadata.js';
import type { Paper, SnapshotReport } from './report-data.js';
import { plainText } from './shown-text.js';
import { controlsSection } from './snapshot/controls.js';
import { snapshotCover } from './snapshot/cover.js';
import { dependenciesSection } from './snapshot/dependencies.js';
import { evidenceSection } from './snapshot/evidence.js';
import { findingsSection } from './snapshot/findings.js';
import { limitsSection } from './snapshot/limits.js';
import { summarySection } from './snapshot/summary.js';
import { surfaceSection } from './snapshot/surface.js';

/** The properties of the PDF of this document. */
export const snapshotMetadata = ({
  mcp,
  version,
  snapshot,
  organization,
  generated_at: at,
}: SnapshotReport): PdfMetadata => ({
  title: `Security report: ${plainText(mcp.name)} ${plainText(version.semver ?? version.visible_version)}`,
  author: `mcp-hub, for ${plainText(organization.name)}`,
  subject: `Snapshot ${plainText(snapshot.id)}`,
  createdAt: at,
});

/**
 * The document about a snapshot: one HTML page for print that needs nothing else. The same data gives the same bytes.
 * Print it with `preferCSSPageSize`, and without headers or footers: the document has its own.
 */
export function snapshotReportHtml(data: SnapshotReport, { paper }: { readonly paper: Paper }): string {
  const version = plainText(data.version.semver ?? data.version.visible_version);
  return documentHtml({
    paper,
    metadata: snapshotMetadata(data),
    running: `${plainText(data.mcp.name, 40)} ${version}`,
    cover: snapshotCover(data),
    sections: [
      summarySection(data),
      controlsSection(data),
      findingsSection(data),
      surfaceSection(data),
      dependenciesSection(data),
      evidenceSection(data),
      limitsSection(data),
    ],
  });
}
