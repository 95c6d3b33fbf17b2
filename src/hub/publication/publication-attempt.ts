import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { systemActor } from '../audit/actor.js';
import { AuditService } from '../audit/audit.service.js';
import { SnapshotsReadModel } from '../snapshots/snapshots.read-model.js';
import { LostClaimError, PublicationSuspendedError, UnpublishableError } from './publication-error.js';
import type { PublicationInput } from './publication-planner.js';
import { PublicationSender, type Sent } from './publication-sender.js';
import { PublicationSubjectReadModel } from './publication-subject.read-model.js';
import { PublicationsRepository, type ClaimedPublication } from './publications.repository.js';

/** What publications record in the audit trail. */
const ACTOR = systemActor('publication');

/** One attempt to bring the registry up to date with a version's newest snapshot. */
@Injectable()
export class PublicationAttempt {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly publications: PublicationsRepository,
    private readonly subjects: PublicationSubjectReadModel,
    private readonly snapshots: SnapshotsReadModel,
    private readonly sender: PublicationSender,
    private readonly audit: AuditService,
  ) {}

  /**
   * @throws LostClaimError, PublicationSuspendedError, UnpublishableError, RegistryError, errors of the store and the
   * database
   */
  async run(claimed: ClaimedPublication): Promise<void> {
    const analyzed = await this.read(claimed);
    if (analyzed === undefined) return;
    const sent = await this.sender.send(claimed, analyzed);
    await this.uow.run(async () => {
      const { versionId, snapshotId } = claimed;
      const status = await this.publications.recordVerdict(versionId, snapshotId, sent.level);
      if (!(await this.publications.succeed(claimed, sent.isPublished))) throw new LostClaimError();
      if (status !== undefined) await this.record(analyzed, sent, status);
    });
  }

  private async read({ versionId, snapshotId }: ClaimedPublication): Promise<PublicationInput | undefined> {
    const subject = await this.subjects.find(versionId);
    if (subject === undefined) return undefined;
    if (subject.withdrawn) throw new PublicationSuspendedError();
    if (subject.revoked) throw new UnpublishableError('the version is revoked');
    const snapshot = await this.snapshots.find(snapshotId);
    if (snapshot === undefined) throw new Error('the snapshot of a publication does not exist');
    return { subject, snapshot, controls: await this.snapshots.controlsOf(snapshotId) };
  }

  private record(
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
