import { Injectable } from '@nestjs/common';
import type { ReportedFinding } from '@mcp-hub/analyzer';
import { ComplianceService } from '../grc/compliance/compliance.service.js';
import { PostureService } from '../grc/posture/posture.service.js';
import { HubObjects } from '../objects/hub-objects.js';
import { SnapshotsReadModel } from '../snapshots/snapshots.read-model.js';
import type { OrganizationReport, ReportData, SnapshotReport } from './document/report-data.js';
import { ReportTargetsReadModel } from './report-targets.read-model.js';
import type { Paper } from './report-values.js';

const SCHEMA_VERSION = '1.0.0';
const MAX_BYTES = 256 * 1024 * 1024;

/** What to report about. */
export interface ReportTarget {
  readonly orgId: string;
  /** Null for the organization as a whole. */
  readonly snapshotId: string | null;
}

/** What reports say, and the documents that say it. */
@Injectable()
export class ReportContents {
  constructor(
    private readonly targets: ReportTargetsReadModel,
    private readonly snapshots: SnapshotsReadModel,
    private readonly objects: HubObjects,
    private readonly posture: PostureService,
    private readonly compliance: ComplianceService,
  ) {}

  /** Reads everything that a report says. */
  collect({ orgId, snapshotId }: ReportTarget, now: Date): Promise<ReportData> {
    return snapshotId === null ? this.ofOrganization(orgId, now) : this.ofSnapshot(orgId, snapshotId, now);
  }

  /** The document, which depends on the data alone. */
  async html(data: ReportData, paper: Paper): Promise<string> {
    // Loaded for the first report: processes that only serve requests need none of it.
    const { organizationReportHtml, snapshotReportHtml } = await import('./document/index.js');
    return data.scope === 'SNAPSHOT'
      ? snapshotReportHtml(data, { paper })
      : organizationReportHtml(data, { paper });
  }

  private async ofSnapshot(orgId: string, snapshotId: string, now: Date): Promise<SnapshotReport> {
    const names = await this.targets.namesOf(orgId, snapshotId);
    const snapshot = await this.snapshots.find(snapshotId);
    if (names === undefined || snapshot === undefined) throw new Error(`there is no snapshot ${snapshotId}`);
    const bytes = await this.objects.readBytes(snapshot.findingsKey, MAX_BYTES);
    return {
      schema_version: SCHEMA_VERSION,
      generated_at: now.toISOString(),
      organization: { id: orgId, name: names.organization },
      scope: 'SNAPSHOT',
      mcp: { id: names.mcpId, name: names.mcp },
      snapshot: {
        id: snapshotId,
        created_at: snapshot.createdAt.toISOString(),
        global_score: snapshot.globalScore,
        grade: snapshot.grade,
        certification_level: snapshot.certificationLevel,
        complete: snapshot.complete,
        total_findings: snapshot.totalFindings,
      },
      findings: JSON.parse(bytes.toString()) as ReportedFinding[],
    };
  }

  private async ofOrganization(orgId: string, now: Date): Promise<OrganizationReport> {
    const posture = await this.posture.of(orgId, now);
    return {
      schema_version: SCHEMA_VERSION,
      generated_at: now.toISOString(),
      organization: { id: orgId, name: posture.organization_name },
      scope: 'ORGANIZATION',
      posture,
      compliance: await this.compliance.of(orgId, now),
    };
  }
}
