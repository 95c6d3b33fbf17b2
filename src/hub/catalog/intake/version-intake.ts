import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/api-error.js';
import { currentDate } from '../../../common/values/clock.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { VersionSource } from '../mcps/version-source.js';
import { Promotions } from '../newest-versions/promotions.js';
import { AnalysisQueue } from './analysis-queue.js';
import { ownCommit } from './declared-commit.js';
import { releaseKeyOf } from '../mcps/release-key.js';
import { NewVersionsRepository, type IntakeVersion, type VersionPlace } from './new-versions.repository.js';
import { visibleVersions } from './visible-version.js';

/**
 * What a version is to its MCP (ADR 81): released under its number, a commit of the default branch, or a preview, which is
 * analyzed and listed, and changes nothing else.
 */
export type VersionKind = 'release' | 'branch' | 'preview';

/** A version that the hub has learned of. */
export interface IngestedVersion {
  readonly mcpId: string;
  readonly source: VersionSource;
  readonly kind: VersionKind;
  /** The ref of the code host that announced it, such as `refs/tags/v1.2.0`; by default that of the source, if it has one. */
  readonly ref?: string;
  /** The commit, or the SHA-256 of a source without commits; at least 7 hexadecimal digits. */
  readonly commitHash: string;
  /** Its number: of a release, or null. */
  readonly semver: string | null;
  /** In bytes, if known. */
  readonly sourceSize?: number;
  /** `sha256:<hex>` of the source, if known. */
  readonly tarballSha256?: string;
  /**
   * Whether it is the last commit of the branch that the MCP follows now, which may be another one than before: a commit
   * that is known already then comes after all others.
   */
  readonly isHead?: boolean;
}

/** The version of an MCP with a commit. */
export interface Ingested {
  readonly versionId: string;
  /** Whether this call has created it. */
  readonly isNew: boolean;
  /**
   * Whether this call has made more of a known version: it was a preview, not released under this number, or not the
   * last commit of the branch.
   */
  readonly isPromoted: boolean;
  /** Whether the version is analyzed from the source of this call. */
  readonly takesSource: boolean;
  /** The source that it had before, if this call has replaced it. */
  readonly replaced: VersionSource | null;
}

/** Makes versions of sources and queues their analysis (hub contract 10, hub contract 30). */
@Injectable()
export class VersionIntake {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly versions: NewVersionsRepository,
    private readonly queue: AnalysisQueue,
    private readonly promotions: Promotions,
  ) {}

  /**
   * Finds the version of an MCP and commit, or creates it, in the caller's transaction if there is one. A version that
   * has no result yet gets an analysis job, unless it has an active one; one that has failed, or whose source is another
   * folder of the repository now, starts again. A known version becomes what this call says if that is more: of several
   * numbers the highest counts, and a preview is none any more once its commit is on the default branch or released. A
   * known commit that is the head of the branch that is followed now comes after the other commits.
   * Concurrent callers get the same version.
   * @throws 404 when the MCP was deleted
   */
  ingest(version: IngestedVersion): Promise<Ingested> {
    const { mcpId, source } = version;
    return this.uow.run(async () => {
      if (!(await this.versions.lockMcp(mcpId))) throw notFound('MCP');
      const { commitHash, known } = await this.identify(version);
      const place = placeOf(version);
      const versionId = known?.id ?? (await this.create({ ...version, commitHash }, place));
      const isPromoted =
        known !== undefined && (isMore(place, known) || (await this.isHeadAgain(version, known)));
      if (isPromoted) {
        await this.versions.promote(versionId, place, version.semver);
        await this.promotions.apply({ mcpId, versionId, wasPreview: known.preview });
      }
      const hasMoved = known !== undefined && isAnotherFolder(known.source, source);
      if (hasMoved) {
        // What is being analyzed is the other folder.
        await this.queue.restart(versionId);
        await this.versions.relocate(versionId, source);
      }
      const hasFailed = known?.status === 'FAILED';
      if (hasFailed) await this.versions.restart(versionId, source);
      const isNew = known === undefined;
      const takesSource = isNew || hasMoved || hasFailed;
      if (takesSource || known.status === 'INGESTED') await this.queue.request([versionId], 'ingest');
      const replaced = takesSource ? (known?.source ?? null) : null;
      return { versionId, isNew, isPromoted, takesSource, replaced };
    });
  }

  /** Whether a known commit is the head of the branch, and others have come after it. */
  private async isHeadAgain({ isHead }: IngestedVersion, known: IntakeVersion): Promise<boolean> {
    return isHead === true && known.releaseKey === null && (await this.versions.isFollowed(known.id));
  }

  /** The commit under which a version is kept, and the version that has it. */
  private async identify({
    mcpId,
    source,
    commitHash,
  }: IngestedVersion): Promise<{ readonly commitHash: string; readonly known: IntakeVersion | undefined }> {
    const known = await this.versions.find(mcpId, commitHash);
    if (known === undefined || !isDeclaredOf(known.source, source, commitHash)) return { commitHash, known };
    const own = ownCommit(commitHash, source.kind);
    return { commitHash: own, known: await this.versions.find(mcpId, own) };
  }

  private async create(version: IngestedVersion, place: VersionPlace): Promise<string> {
    const { mcpId, commitHash, sourceSize = null, tarballSha256 = null } = version;
    const now = currentDate();
    const visibleVersion = await this.versions.freeName(mcpId, visibleVersions(commitHash, now));
    if (visibleVersion === undefined) throw new Error(`no name is left for commit ${commitHash}`);
    return this.versions.insert({ ...version, ...place, visibleVersion, sourceSize, tarballSha256 }, now);
  }
}

function placeOf({ kind, source, semver, ref }: IngestedVersion): VersionPlace {
  const announced = ref ?? (source.kind === 'repository' ? source.ref : '');
  return {
    ref: announced === '' ? null : announced,
    preview: kind === 'preview',
    releaseKey: kind === 'release' ? releaseKeyOf(source, semver) : null,
  };
}

/** Whether a version is more to its MCP than it was known to be. Nothing becomes less. */
const isMore = (now: VersionPlace, known: VersionPlace): boolean =>
  !now.preview && (known.preview || (now.releaseKey ?? '') > (known.releaseKey ?? ''));

/** Whether an administrator has changed the folder of an MCP in its repository since the version was created. */
const isAnotherFolder = (known: VersionSource | null, now: VersionSource): boolean =>
  known?.kind === 'repository' && now.kind === 'repository' && known.path !== now.path;

/**
 * Whether a publisher to the registry has declared the commit of a source for other bytes, as far as is known: a version
 * that was analyzed must not stand for a source that was not.
 */
const isDeclaredOf = (known: VersionSource | null, source: VersionSource, commitHash: string): boolean =>
  known?.kind === 'registry' &&
  source.kind !== 'registry' &&
  !(source.kind === 'upload' && known.bundle_digest === `sha256:${commitHash}`);
