import { SourceError } from '@mcp-hub/sources';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../../common/logging/logger.js';
import { parseSemanticVersion } from '../../common/values/semantic-version.js';
import type { RecurringJob } from '../../jobs/recurring-jobs.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { systemActor } from '../audit/actor.js';
import { AuditService } from '../audit/audit.service.js';
import { VersionIntake } from '../intake/version-intake.js';
import { SourceEventsRepository, type PendingChange } from '../source-events/source-events.repository.js';
import { PublicSource } from './sources/public-source.js';

const BATCH = 100;
const MAX_FAILURES = 100;
// How long a code host is asked for the commit of a branch or tag.
const RESOLVED_WITHIN_MS = 60 * 60 * 1000;
const TAG = /^refs\/tags\/v?(.+)$/;

/** Another worker has taken the change. */
class TakenChange extends Error {}

/** Makes versions of the commits that code hosts announce (hub contract 15), and of new MCPs with a repository. */
@Injectable()
export class SourceChangesJob implements RecurringJob {
  readonly name = 'source-changes';
  readonly everyMs = 10_000;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly changes: SourceEventsRepository,
    private readonly sources: PublicSource,
    private readonly intake: VersionIntake,
    private readonly audit: AuditService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const failed: { readonly change: string; readonly error: unknown }[] = [];
    let batch = await this.changes.pending(undefined, BATCH);
    while (batch.length > 0) {
      for (const change of batch) {
        if (signal.aborted) return;
        await this.apply(change, signal).catch((error: unknown) => failed.push({ change: change.id, error }));
      }
      // More failures mean that the database is away.
      if (failed.length >= MAX_FAILURES) break;
      batch = await this.changes.pending(batch.at(-1), BATCH);
    }
    for (const { change, error } of failed) {
      this.logger.error({ err: error, change }, 'a changed source was not taken up; it is tried again');
    }
  }

  private async apply(change: PendingChange, signal: AbortSignal): Promise<void> {
    if (!change.isRepository) {
      await this.changes.take(change.id);
      return;
    }
    const commit = change.commit ?? (await this.resolve(change, signal));
    if (commit === undefined) return;
    await this.ingest(change, commit).catch((error: unknown) => {
      if (!(error instanceof TakenChange)) throw error;
    });
  }

  /** The commit of a branch or tag now; undefined if it cannot be found out, now or ever. */
  private async resolve(change: PendingChange, signal: AbortSignal): Promise<string | undefined> {
    const { mcpId, repoUrl, ref, createdAt } = change;
    try {
      return await this.sources.commitOf(repoUrl, ref, signal);
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const isFinal = !error.isRetryable || Date.now() - createdAt.getTime() > RESOLVED_WITHIN_MS;
      if (isFinal) await this.giveUp(change, error.message);
      this.logger.warn(
        { mcp: mcpId, ref, reason: error.message, isFinal },
        'the commit of a changed source could not be found out',
      );
      return undefined;
    }
  }

  /** Takes the change without making a version, and records the reason in the audit trail. */
  private giveUp({ id, orgId, mcpId, mcpName, ref, delivery }: PendingChange, reason: string): Promise<void> {
    return this.uow.run(async () => {
      if (!(await this.changes.take(id))) return;
      await this.audit.record({
        orgId,
        actor: systemActor('analysis'),
        action: 'mcp.source_unavailable',
        resourceId: mcpId,
        details: { mcp_name: mcpName, ref, delivery, reason },
      });
    });
  }

  private ingest(change: PendingChange, commit: string): Promise<void> {
    const { id, mcpId, orgId, mcpName, repoUrl: url, path, ref, delivery } = change;
    return this.uow.run(async () => {
      const { versionId, isNew } = await this.intake.ingest({
        mcpId,
        source: { kind: 'repository', url, path, commit, ref },
        commitHash: commit,
        semver: semverOf(ref),
      });
      // After the lock of the MCP, in the order in which its deletion takes them.
      if (!(await this.changes.take(id))) throw new TakenChange();
      if (!isNew) return;
      await this.audit.record({
        orgId,
        actor: systemActor('analysis'),
        action: 'version.ingested',
        resourceId: versionId,
        details: { mcp_name: mcpName, commit, ref, delivery, source: 'repository' },
      });
    });
  }
}

/** The version that a tag names, such as `refs/tags/v1.2.0`. */
function semverOf(ref: string): string | null {
  const [, name] = TAG.exec(ref) ?? [];
  return parseSemanticVersion(name)?.text ?? null;
}
