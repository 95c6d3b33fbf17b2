import { complianceSection, organizationControlsSection } from './organization/compliance.js';
import { organizationCover, overviewSection, trendSection } from './organization/overview.js';
import { organizationEvidenceSection, serversSection } from './organization/servers.js';
import { documentHtml } from './page-frame.js';
import type { OrganizationReport, Paper } from './report-data.js';
import { plainText } from './shown-text.js';

/** The document about an organization: see `snapshotReportHtml`. */
export function organizationReportHtml(
  data: OrganizationReport,
  { paper }: { readonly paper: Paper },
): string {
  const name = plainText(data.organization.name);
  return documentHtml({
    paper,
    title: `Security posture: ${name}`,
    author: `mcp-hub, for ${name}`,
    subject: `Organization ${plainText(data.organization.id)}`,
    generatedAt: data.generated_at,
    running: name,
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
