import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../../storage/database/unit-of-work.js';
import { systemActor } from '../../../audit/events/actor.js';
import { AuditService } from '../../../audit/events/audit.service.js';
import { AnalysisQueue } from '../../../catalog/intake/analysis-queue.js';
import { PublicSource } from '../sources/public-source.js';
import { PythonReleasesRepository, type AnalyzedRelease } from './python-releases.repository.js';

/**
 * What the index says of the files that a version was analyzed from: `gone` when it does not have the release any more, and
 * `unanswered` when it says nothing now.
 */
export type ReleaseCheck = 'unchanged' | 'changed' | 'gone' | 'unanswered';

const ACTOR = systemActor('analysis');

/** Follows the files of Python releases, which are added and removed after the release (ADR 92). */
@Injectable()
export class PythonReleases {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly releases: PythonReleasesRepository,
    private readonly sources: PublicSource,
    private readonly queue: AnalysisQueue,
    private readonly audit: AuditService,
  ) {}

  /**
   * For the running analysis of a version that has found other files than those of its result: it has none until that
   * ends, also if these cannot be fetched.
   */
  async foundChanged(versionId: string): Promise<void> {
    const known = await this.releases.find(versionId);
    if (known?.hasResult === true) await this.uow.run(() => this.takeBack(versionId, known, 'ANALYZING'));
  }

  /**
   * Compares the files that the index names now with those that a version was analyzed from. If they are others, the
   * version has no result any more, and its analysis is queued; one that is running starts again. A version that never had
   * a result, of another source or that is revoked is unchanged.
   * @param isRegular whether a version whose analysis failed, or did not get all files, is analyzed again even if the files
   *   are the same, since nothing else would do so
   */
  async check(versionId: string, signal: AbortSignal, isRegular = false): Promise<ReleaseCheck> {
    const known = await this.releases.find(versionId);
    if (known === undefined) return 'unchanged';
    const answer = await this.sources.releaseDigest(known.source, signal);
    if (answer === 'unanswered') return answer;
    return this.uow.run(async () => {
      await this.releases.checked(versionId);
      if (answer === 'gone') return answer;
      const isChanged = known.hasResult && answer.sha256 !== known.sha256;
      if (isChanged && (await this.takeBack(versionId, known, 'INGESTED')))
        await this.queue.restart(versionId);
      const lacksFiles = isRegular && known.lacksFiles;
      // A file that was added is urgent. The others may be all versions of before an upgrade, or fail each time.
      if (isChanged || lacksFiles)
        await this.queue.request([versionId], lacksFiles ? 'reanalysis' : 'ingest');
      return isChanged ? 'changed' : 'unchanged';
    });
  }

  /** In the caller's transaction; false if the version has another result by now, or none. */
  private async takeBack(
    versionId: string,
    known: AnalyzedRelease,
    status: 'INGESTED' | 'ANALYZING',
  ): Promise<boolean> {
    const taken = await this.releases.takeBack(versionId, known, status);
    if (taken === undefined) return false;
    await this.audit.record({
      orgId: taken.orgId,
      actor: ACTOR,
      action: 'version.release_changed',
      resourceId: versionId,
      details: { mcp_name: taken.mcpName, visible_version: taken.visibleVersion },
    });
    return true;
  }
}
