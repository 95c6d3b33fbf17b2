import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../../storage/database/unit-of-work.js';
import { systemActor } from '../../../audit/events/actor.js';
import type { NewAuditEvent } from '../../../audit/events/audit-event.js';
import { AuditService } from '../../../audit/events/audit.service.js';
import { VersionIntake } from '../../../catalog/intake/version-intake.js';
import {
  SourceEventsRepository,
  type PendingChange,
} from '../../../catalog/source-events/source-events.repository.js';
import type { CommitToTake } from './source-commits.js';
import { SourceVersionsRepository } from './source-versions.repository.js';

/** Another worker has taken the change. */
class TakenChange extends Error {}

const ACTOR = systemActor('analysis');

/** Makes versions of commits, each once, whatever is announced again. */
@Injectable()
export class SourceIntake {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly changes: SourceEventsRepository,
    private readonly versions: SourceVersionsRepository,
    private readonly intake: VersionIntake,
    private readonly audit: AuditService,
  ) {}

  /**
   * Makes versions of the commits of a change.
   * @param isDone whether the change is done with then
   */
  async take(change: PendingChange, commits: readonly CommitToTake[], isDone: boolean): Promise<void> {
    try {
      await this.uow.run(async () => {
        for (const commit of commits) await this.ingest(change, commit);
        // After the lock of the MCP, in the order in which its deletion takes them.
        if (isDone && !(await this.changes.take(change.id))) throw new TakenChange();
      });
    } catch (error) {
      if (!(error instanceof TakenChange)) throw error;
    }
  }

  /** Takes the change without making more of it, and records the reason in the audit trail. */
  giveUp(change: PendingChange, reason: string): Promise<void> {
    return this.uow.run(async () => {
      if (!(await this.changes.take(change.id))) return;
      const { mcpId, ref } = change;
      await this.record(change, 'mcp.source_unavailable', mcpId, { ref, reason });
    });
  }

  private async ingest(change: PendingChange, taken: CommitToTake): Promise<void> {
    const { commit, ref, kind, semver, isHead = false } = taken;
    const { mcpId, repoUrl: url, path } = change;
    if (semver !== null && (await this.isMovedTag(change, commit, semver))) return;
    const { versionId, isNew, isPromoted } = await this.intake.ingest({
      mcpId,
      source: { kind: 'repository', url, path, commit, ref },
      kind,
      commitHash: commit,
      semver,
      isHead,
    });
    if (semver !== null) await this.versions.addTag(mcpId, semver, versionId);
    if (!isNew && !isPromoted) return;
    await this.record(change, isNew ? 'version.ingested' : 'version.promoted', versionId, {
      commit,
      ref,
      source: 'repository',
      ...(kind === 'preview' && { preview: true }),
    });
  }

  /**
   * Whether a tag names another commit than the version that it has made. The version stays what it was; its number means
   * two things from then on, until the tag is moved back (ADR 83).
   */
  private async isMovedTag(change: PendingChange, commit: string, semver: string): Promise<boolean> {
    await this.versions.lockMcp(change.mcpId);
    const known = await this.versions.findTagged(change.mcpId, semver);
    if (known === undefined) return false;
    const isMoved = known.commit !== commit;
    const movedTo = isMoved ? commit : null;
    if (known.movedTo !== movedTo) {
      await this.versions.setTagMoved(known.id, semver, movedTo);
      const details = { ref: change.ref, semver, from: known.movedTo ?? known.commit, to: commit };
      await this.record(change, 'version.tag_moved', known.id, details);
    }
    return isMoved;
  }

  private record(
    { orgId, name, delivery }: PendingChange,
    action: NewAuditEvent['action'],
    resourceId: string,
    details: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    return this.audit.record({
      orgId,
      actor: ACTOR,
      action,
      resourceId,
      details: { mcp_name: name, ...details, delivery },
    });
  }
}
