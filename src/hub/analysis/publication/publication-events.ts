import { Injectable } from '@nestjs/common';
import { systemActor } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { certificationData } from '../../notifications/outbound-webhooks/event-data.js';
import { OrganizationEvents } from '../../notifications/outbound-webhooks/organization-events.js';
import type { PublicationInput } from './publication-planner.js';
import type { Sent } from './publication-sender.js';

/** What publications record in the audit trail. */
const ACTOR = systemActor('publication');

/** The verdict that a publication has recorded. */
export interface PublishedCertification {
  readonly status: string;
  /** The level that the version had before. */
  readonly previousLevel: number | null;
  /** Whether it is the first result of the publication. */
  readonly isFirst: boolean;
}

/** Says, in the transaction that records a verdict, what it means for others. */
@Injectable()
export class PublicationEvents {
  constructor(
    private readonly audit: AuditService,
    private readonly organization: OrganizationEvents,
  ) {}

  async record(input: PublicationInput, sent: Sent, verdict: PublishedCertification): Promise<void> {
    await this.notify(input, sent, verdict);
    await this.auditResult(input, sent, verdict.status);
  }

  /** Most verdicts are news when their analysis is recorded; those on what others publish are decided here. */
  private async notify(
    { subject, snapshot }: PublicationInput,
    { plan, level }: Sent,
    { previousLevel, isFirst }: PublishedCertification,
  ): Promise<void> {
    const { orgId, mcpId, mcpName, versionId, visibleVersion, semver } = subject;
    if (orgId === null) return;
    const isRefused =
      isFirst && plan.kind === 'existing' && !plan.startsBundle && snapshot.certificationLevel > 0;
    const isCertified = level > 0 && previousLevel === 0;
    if (!isCertified && !isRefused) return;
    const about = {
      mcp: { id: mcpId, name: mcpName },
      version: { id: versionId, visibleVersion, semver },
      snapshotId: snapshot.id,
    };
    const data = certificationData(about, { globalScore: snapshot.globalScore, level, previousLevel });
    await this.organization.add(orgId, isCertified ? 'version.certified' : 'version.not_certified', data);
  }

  private auditResult(
    { subject, snapshot }: PublicationInput,
    { plan, level }: Sent,
    status: string,
  ): Promise<void> {
    return this.audit.record({
      orgId: subject.orgId,
      actor: ACTOR,
      action: plan.kind === 'new' && level > 0 ? 'mcp.published' : 'mcp.certified',
      resourceId: subject.mcpId,
      details: {
        mcp_name: subject.mcpName,
        version_id: subject.versionId,
        visible_version: subject.visibleVersion,
        package: `${plan.org}/${plan.name}`,
        registry_version: plan.version,
        snapshot_id: snapshot.id,
        certification_level: level,
        status,
      },
    });
  }
}
