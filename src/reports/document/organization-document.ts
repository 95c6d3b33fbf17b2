import { complianceSection, organizationControlsSection } from './organization/compliance.js';
import { organizationCover, overviewSection, trendSection } from './organization/overview.js';
import { organizationEvidenceSection, serversSection } from './organization/servers.js';
import { documentHtml } from './page-frame.js';
import type { PdfMetadata } from './pdf-metadata.js';
import type { OrganizationReport, Paper } from './report-data.js';
import { plainText } from './shown-text.js';

/** The properties of the PDF of this document. */
export const organizationMetadata = ({
  organization,
  generated_at: at,
}: OrganizationReport): PdfMetadata => ({
  title: `Security posture: ${plainText(organization.name)}`,
  author: `mcp-hub, for ${plainText(organization.name)}`,
  subject: `Organization ${plainText(organization.id)}`,
  createdAt: at,
});

/** The document about an organization: see `snapshotReportHtml`. */
export function organizationReportHtml(
  data: OrganizationReport,
  { paper }: { readonly paper: Paper },
): string {
  return documentHtml({
    paper,
    metadata: organizationMetadata(data),
    running: plainText(data.organization.name, 60),
    cover: organizationCover(data),
    sections: [
      overviewSection(data),
      serversSection(data),
      trendSection(data),
      complianceSection(data),
      organizationControlsSection(data),
      organizationEvidenceSection(data),
    ],
  });
}
