import type { ReportedFinding } from '@mcp-hub/analyzer';
import { Injectable } from '@nestjs/common';
import { ANALYZED_VERSIONS } from '../../../storage/outbox/analyzed-versions.js';
import { Outbox } from '../../../storage/outbox/outbox.js';
import { systemActor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import type { AnalyzedVersion } from '../../catalog/mcps/analysis-results.repository.js';
import {
  certificationData,
  openedFindingsData,
  type EventSubject,
} from '../../notifications/outbound-webhooks/event-data.js';
import { OrganizationEvents } from '../../notifications/outbound-webhooks/organization-events.js';
import type { Snapshot } from '../../catalog/snapshots/snapshot.entity.js';
import type { Recorded } from './analysis-result.js';

/** What analyses record in the audit trail. */
const ACTOR = systemActor('analysis');

/** What the recorded results of a version are about. */
export interface RecordedResults {
  readonly snapshot: Snapshot;
  /** As it was before. */
  readonly version: AnalyzedVersion;
  readonly recorded: Recorded;
  /** The findings that were not open before. Empty unless they were asked for. */
  readonly opened: readonly ReportedFinding[];
}

/** Says, in the transaction that records an analysis, what it means for others. */
@Injectable()
export class SnapshotEvents {
  constructor(
    private readonly audit: AuditService,
    private readonly organization: OrganizationEvents,
    private readonly outbox: Outbox,
  ) {}

  /** Whether the organization of an MCP wants to know which findings a snapshot opens. */
  wantsFindings(orgId: string | null): Promise<boolean> {
    return this.organization.isAskedFor('finding.opened', orgId);
  }

  async record(results: RecordedResults): Promise<void> {
    const { snapshot, version } = results;
    if (!version.preview) await this.notify(results);
    // The first complete results of a version are news for whoever uses the one before.
    if (snapshot.complete && !version.hasResults && !version.preview)
      await this.outbox.add(ANALYZED_VERSIONS, snapshot.mcpId, { snapshot_id: snapshot.id });
    await this.auditAnalysis(results);
  }

  private async notify({ snapshot, version, recorded, opened }: RecordedResults): Promise<void> {
    const { id: snapshotId, orgId, mcpId, mcpName, versionId, globalScore } = snapshot;
    if (orgId === null) return;
    const { visibleVersion, semver, certificationLevel: previousLevel } = version;
    const subject: EventSubject = {
      mcp: { id: mcpId, name: mcpName },
      version: { id: versionId, visibleVersion, semver },
      snapshotId,
    };
    if (opened.length > 0)
      await this.organization.add(orgId, 'finding.opened', openedFindingsData(subject, opened));
    const type = newVerdict(snapshot, version, recorded);
    if (type === undefined) return;
    const verdict = { globalScore, level: recorded.certificationLevel, previousLevel };
    await this.organization.add(orgId, type, certificationData(subject, verdict));
  }

  private auditAnalysis({ snapshot, version, recorded }: RecordedResults): Promise<void> {
    return this.audit.record({
      orgId: snapshot.orgId,
      actor: ACTOR,
      action: 'mcp.analyzed',
      resourceId: snapshot.mcpId,
      details: {
        mcp_name: snapshot.mcpName,
        version_id: snapshot.versionId,
        visible_version: version.visibleVersion,
        snapshot_id: snapshot.id,
        // The end of the chain as it was, for whoever suspects that snapshots are missing at its end.
        snapshot_hash: snapshot.snapshotHash,
        position: snapshot.position,
        status: recorded.status,
        global_score: snapshot.globalScore,
        certification_level: snapshot.certificationLevel,
        complete: snapshot.complete,
      },
    });
  }
}

/** Whether a version became certified or lost that; undefined if nothing changed. */
function newVerdict(
  snapshot: Snapshot,
  { status, startsBundle }: AnalyzedVersion,
  { certificationLevel: level }: Recorded,
): 'version.certified' | 'version.not_certified' | undefined {
  if (level > 0) return status === 'CERTIFIED' || status === 'PUBLISHED' ? undefined : 'version.certified';
  // The publication decides, once it has checked the manifest of another publisher.
  if (!startsBundle && snapshot.certificationLevel > 0) return undefined;
  return status === 'NOT_CERTIFIED' ? undefined : 'version.not_certified';
}
