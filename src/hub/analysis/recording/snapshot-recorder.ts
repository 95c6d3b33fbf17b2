import type { PreviousSurface } from '@mcp-hub/analyzer';
import { Injectable } from '@nestjs/common';
import { currentDate } from '../../../common/values/clock.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import {
  AnalysisResultsRepository,
  type AnalyzedMcp,
  type AnalyzedVersion,
} from '../../catalog/mcps/analysis-results.repository.js';
import type { Snapshot } from '../../catalog/snapshots/snapshot.entity.js';
import { SnapshotsRepository } from '../../catalog/snapshots/snapshots.repository.js';
import type { AnalysisResult, Recorded } from './analysis-result.js';
import { mcpFields } from './mcp-fields.js';
import { controlResults, newSnapshot, statusAfter } from './new-snapshot.js';
import { ObservedResults } from './observed-results.js';
import { SnapshotEvents } from './snapshot-events.js';
import { SnapshotObjects, type ObjectKeys } from './snapshot-objects.js';
import { storable } from './storable.js';

/** Records the results of analyses (ADR 53, ADR 54). */
@Injectable()
export class SnapshotRecorder {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly objects: SnapshotObjects,
    private readonly snapshots: SnapshotsRepository,
    private readonly observed: ObservedResults,
    private readonly verdicts: AnalysisResultsRepository,
    private readonly events: SnapshotEvents,
  ) {}

  /** What the version before offered, for the analysis of a version (`Job.previous`); undefined without one. */
  async previousSurface(versionId: string): Promise<PreviousSurface | undefined> {
    const earlier = await this.snapshots.surfaceBefore(versionId);
    if (earlier === undefined) return undefined;
    const { surface, packageVersion } = earlier;
    return { tools: surface.tool_details ?? [], capabilities: surface.capabilities, packageVersion };
  }

  /**
   * Stores the objects of an analysis; then records in one transaction its snapshot with controls and findings, and the
   * verdict on the version. Analyses of one MCP are recorded one after the other.
   *
   * @param within runs in that transaction once the version is locked, such as the end of the job; if it throws,
   *   nothing is recorded
   * @returns undefined if the version was deleted; then nothing is recorded, and `within` does not run
   */
  async record(
    { versionId, analysis, archive }: AnalysisResult,
    within: (recorded: Recorded) => Promise<void> = () => Promise.resolve(),
  ): Promise<Recorded | undefined> {
    const mcpId = await this.verdicts.mcpOf(versionId);
    if (mcpId === undefined) return undefined;
    const analyzed = { versionId, analysis: { ...analysis, report: storable(analysis.report) }, archive };
    const keys = await this.objects.put(mcpId, analyzed);
    return this.uow.run(async () => {
      const mcp = await this.verdicts.lockMcp(mcpId);
      const version = mcp && (await this.verdicts.lockVersion(versionId));
      if (mcp === undefined || version === undefined) return undefined;
      const snapshot = await this.append(analyzed, keys, { mcp, version });
      // Fails closed: the publication raises the level once it has checked the manifest of another publisher.
      const certificationLevel = version.startsBundle ? snapshot.certificationLevel : 0;
      // The registry has other bytes of a version that has moved.
      const isKnown = version.tarballSha256 === snapshot.tarballSha256;
      const status = statusAfter(isKnown ? version.status : 'ANALYZING', certificationLevel);
      const recorded = { snapshotId: snapshot.id, status, certificationLevel };
      await within(recorded);
      await this.conclude(analyzed, snapshot, recorded);
      // Policies judge every version by them, so that neither a preview nor an old line may set them.
      if (version.isNewest) await this.verdicts.fillIn(mcpId, mcpFields(analyzed.analysis.report));
      await this.objects.releaseUpload(version.source);
      const wantsOpened = version.isNewest && (await this.events.wantsFindings(mcp.orgId));
      const opened = await this.observed.record(analyzed, snapshot, version, wantsOpened);
      await this.events.record({ snapshot, version, recorded, opened });
      return recorded;
    });
  }

  /** Appends a snapshot to the chain of a locked MCP. */
  private async append(
    analyzed: AnalysisResult,
    keys: ObjectKeys,
    subject: { readonly mcp: AnalyzedMcp; readonly version: AnalyzedVersion },
  ): Promise<Snapshot> {
    const last = await this.snapshots.lastOf(subject.mcp.id);
    const surface = await this.snapshots.surfaceBefore(analyzed.versionId);
    const snapshot = newSnapshot(analyzed, keys, subject, { last, surface }, currentDate());
    await this.snapshots.insert(snapshot, controlResults(analyzed.analysis.report));
    await this.objects.reference(keys);
    return snapshot;
  }

  private async conclude(
    { versionId, archive }: AnalysisResult,
    { globalScore, tarballSha256 }: Snapshot,
    { status, certificationLevel }: Recorded,
  ): Promise<void> {
    const { size: sourceSize, release = null } = archive;
    const verdict = { status, globalScore, certificationLevel, sourceSize, tarballSha256, release };
    await this.verdicts.conclude(versionId, verdict);
  }
}
