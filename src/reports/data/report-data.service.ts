import type { CycloneDx, ReportedFinding } from '@mcp-hub/analyzer';
import { CONTROL_CATALOG } from '@mcp-hub/analyzer/catalogs';
import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/api-error.js';
import { PRODUCT_VERSION } from '../../common/operation/product-version.js';
import { DAY_MS } from '../../common/values/durations.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { HubObjects } from '../../hub/platform/objects/hub-objects.js';
import { CHAIN_START } from '../../hub/catalog/snapshots/snapshot-hash.js';
import { SnapshotsReadModel } from '../../hub/catalog/snapshots/snapshots.read-model.js';
import {
  MAX_FINDINGS,
  MAX_MCPS,
  type OrganizationReport,
  type SnapshotReport,
} from '../document/report-data.js';
import { OrganizationResults } from './organization-results.js';
import { organizationReport } from './organization-report.js';
import { ReportDataReadModel } from './report-data.read-model.js';
import { ReportTargetsReadModel } from './report-targets.read-model.js';
import { snapshotReport, type SnapshotReportSource, type StoredReport } from './snapshot-report.js';

// A report of 5,000 findings has some 20 MB. Larger ones would not fit into the memory of a worker several times.
const MAX_DOCUMENT_BYTES = 128 * 1024 * 1024;

type Frame = Pick<SnapshotReport, 'generated_at' | 'hub' | 'organization'>;

/** Reads the data of reports. */
@Injectable()
export class ReportDataService {
  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly readModel: ReportDataReadModel,
    private readonly targets: ReportTargetsReadModel,
    private readonly snapshots: SnapshotsReadModel,
    private readonly objects: HubObjects,
    private readonly results: OrganizationResults,
  ) {}

  /**
   * The data of a report about a snapshot.
   * @param orgId the organization that the report is for
   * @throws 404 without the organization, or for a snapshot that it may not have a report about (any more); the store's error
   */
  async ofSnapshot(orgId: string, snapshotId: string, now: Date): Promise<SnapshotReport> {
    const frame = await this.frame(orgId, now);
    // Since the request, the MCP may have become private or changed hands.
    const mayReport = await this.targets.mayReport(orgId, snapshotId);
    const snapshot = mayReport ? await this.snapshots.find(snapshotId) : undefined;
    const subject = snapshot && (await this.readModel.subject(snapshotId));
    if (snapshot === undefined || subject === undefined) throw notFound('snapshot');
    const report = await this.document<StoredReport>(snapshot.reportKey);
    const sbom = await this.document<CycloneDx>(snapshot.sbomKey);
    const fingerprints = report.findings.map(({ fingerprint }) => fingerprint);
    return snapshotReport({
      frame,
      subject,
      current: { snapshot, controls: await this.snapshots.controlsOf(snapshotId), findings: report.findings },
      ...(await this.previous(orgId, snapshot.previousSnapshotId)),
      known: await this.readModel.knownFindings(subject.mcpId, orgId, fingerprints.slice(0, MAX_FINDINGS)),
      report,
      sbom,
    });
  }

  /** The data of a report about an organization. @throws 404 without it */
  async ofOrganization(orgId: string, now: Date): Promise<OrganizationReport> {
    const frame = await this.frame(orgId, now);
    return organizationReport({
      frame,
      posture: await this.results.posture.of(orgId, now),
      trend: await this.readModel.trend(orgId, weeksBefore(now)),
      compliance: await this.results.compliance.of(orgId, now),
      controls: await this.results.controls.counts(
        orgId,
        CONTROL_CATALOG.map(({ id }) => id),
      ),
      mcps: await this.readModel.mcps(orgId, MAX_MCPS),
    });
  }

  private async frame(orgId: string, now: Date): Promise<Frame> {
    const name = await this.readModel.organizationName(orgId);
    if (name === undefined) throw notFound('organization');
    return {
      generated_at: now.toISOString(),
      hub: { version: PRODUCT_VERSION, public_url: this.config.http.publicUrl.replace(/\/+$/, '') },
      organization: { id: orgId, name },
    };
  }

  /** The previous snapshot of the chain, with its results unless another organization has recorded them. */
  private async previous(
    orgId: string,
    id: string | null,
  ): Promise<Pick<SnapshotReportSource, 'previous' | 'previousHash'>> {
    const snapshot = id === null ? undefined : await this.snapshots.find(id);
    if (snapshot === undefined) return { previous: undefined, previousHash: CHAIN_START };
    const { snapshotHash: previousHash } = snapshot;
    if (!(await this.targets.mayReport(orgId, snapshot.id))) return { previous: undefined, previousHash };
    // The objects of an early snapshot may have been removed by hand; the chain still has its scores.
    const isStored = (await this.objects.size(snapshot.findingsKey)) !== undefined;
    const previous = {
      snapshot,
      controls: await this.snapshots.controlsOf(snapshot.id),
      findings: isStored ? await this.document<ReportedFinding[]>(snapshot.findingsKey) : undefined,
      visibleVersion: await this.readModel.visibleVersion(snapshot.versionId),
    };
    return { previous, previousHash };
  }

  /** A document that an analysis has stored. */
  private async document<Document>(key: string): Promise<Document> {
    return JSON.parse((await this.objects.readBytes(key, MAX_DOCUMENT_BYTES)).toString('utf8')) as Document;
  }
}

const WEEKS = 26;

/** A time in each of the last 26 weeks, oldest first, the last one now. */
function weeksBefore(now: Date): Date[] {
  return Array.from(
    { length: WEEKS + 1 },
    (_, index) => new Date(now.getTime() - (WEEKS - index) * 7 * DAY_MS),
  );
}
