import { Injectable } from '@nestjs/common';
import { notFound } from '../../common/errors/api-error.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { VersionSource } from '../mcps/version-source.js';
import { AnalysisQueue } from './analysis-queue.js';
import { ownCommit } from './declared-commit.js';
import { NewVersionsRepository, type IntakeVersion } from './new-versions.repository.js';
import { visibleVersions } from './visible-version.js';

/** A version that the hub has learned of. */
export interface IngestedVersion {
  readonly mcpId: string;
  readonly source: VersionSource;
  /** The commit, or the SHA-256 of a source without commits; at least 7 hexadecimal digits. */
  readonly commitHash: string;
  readonly semver: string | null;
  /** In bytes, if known. */
  readonly sourceSize?: number;
  /** `sha256:<hex>` of the source, if known. */
  readonly tarballSha256?: string;
}

/** The version of an MCP with a commit. */
export interface Ingested {
  readonly versionId: string;
  /** Whether this call has created it. */
  readonly isNew: boolean;
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
  ) {}

  /**
   * Finds the version of an MCP and commit, or creates it, in the caller's transaction if there is one. A version that
   * has no result yet gets an analysis job, unless it has an active one; one that has failed, or whose source is another
   * folder of the repository now, starts again. Concurrent callers get the same version.
   * @throws 404 when the MCP was deleted
   */
  ingest(version: IngestedVersion): Promise<Ingested> {
    const { mcpId, source } = version;
    return this.uow.run(async () => {
      if (!(await this.versions.lockMcp(mcpId))) throw notFound('MCP');
      const { commitHash, known } = await this.identify(version);
      const versionId = known?.id ?? (await this.create({ ...version, commitHash }));
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
      return { versionId, isNew, takesSource, replaced: takesSource ? (known?.source ?? null) : null };
    });
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

  private async create(version: IngestedVersion): Promise<string> {
    const { mcpId, commitHash, sourceSize = null, tarballSha256 = null } = version;
    const now = new Date();
    const visibleVersion = await this.versions.freeName(mcpId, visibleVersions(commitHash, now));
    if (visibleVersion === undefined) throw new Error(`no name is left for commit ${commitHash}`);
    return this.versions.insert({ ...version, visibleVersion, sourceSize, tarballSha256 }, now);
  }
}

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
