import { SourceError } from '@mcp-hub/sources';
import { Injectable } from '@nestjs/common';
import { AbsentSource, UnusableSource } from '../analysis-failures.js';
import type { VersionSource } from '../../../catalog/mcps/version-source.js';
import type { AnalysisAttempt } from '../analysis-attempts.repository.js';
import { PythonReleases } from '../releases/python-releases.js';
import { PublicSource } from './public-source.js';
import { RegistrySource } from './registry-source.js';
import type { FetchedArchive, FetchTarget } from './source-fetcher.js';
import { StoredSource } from './stored-source.js';

/** Fetches the source of a version, wherever it comes from. */
@Injectable()
export class VersionSources {
  constructor(
    private readonly stored: StoredSource,
    private readonly registry: RegistrySource,
    private readonly publicSource: PublicSource,
    private readonly releases: PythonReleases,
  ) {}

  /**
   * A version that was analyzed before is analyzed again as it was stored then: code hosts forget commits, and the same
   * version must not mean other bytes. To a Python release files can be added, so that it is fetched again when its index
   * names other ones.
   * @throws UnusableSource if another attempt would change nothing; any other error otherwise
   */
  async fetch(attempt: AnalysisAttempt, target: FetchTarget): Promise<FetchedArchive> {
    const { storedKey, source, repoIdentity } = attempt;
    if (source?.kind === 'pypi') return this.release(source, attempt, target);
    if (storedKey !== null) return this.stored.fetch(storedKey, target);
    switch (source?.kind) {
      case undefined:
        throw new UnusableSource('the hub does not know the source of this version');
      case 'upload':
        return this.stored.fetch(source.key, target);
      case 'registry':
        return this.registry.fetch(source, target);
      case 'repository':
        await this.requireSame(source.url, repoIdentity, target.signal);
        return this.publicSource.fetch(source, target);
      case 'npm':
      case 'mcpb':
        return this.publicSource.fetch(source, target);
    }
  }

  /**
   * A Python release, as it is stored if its set of files is still the same. If the index does not say what it is now, the
   * stored one still stands for a version with a result, but must not give back one that was taken back.
   * @throws AbsentSource if the index is unavailable for a version that had a result (ADR 92)
   */
  private async release(
    source: Extract<VersionSource, { kind: 'pypi' }>,
    { versionId, storedKey, release: known, hasResult }: AnalysisAttempt,
    target: FetchTarget,
  ): Promise<FetchedArchive> {
    if (storedKey === null) return this.publicSource.fetch(source, target);
    if (known?.whole !== true) return this.unlessAway(source, target);
    const now = await this.publicSource.releaseDigest(source, target.signal);
    const isKnown = typeof now === 'string' ? hasResult : now.sha256 === known.sha256;
    if (isKnown) return { ...(await this.stored.fetch(storedKey, target)), release: known };
    await this.releases.foundChanged(versionId);
    return this.unlessAway(source, target);
  }

  /** Fetches a release again: that its index is unavailable for a moment is not the end of a version that had a result. */
  private async unlessAway(
    source: Extract<VersionSource, { kind: 'pypi' }>,
    target: FetchTarget,
  ): Promise<FetchedArchive> {
    try {
      return await this.publicSource.fetch(source, target);
    } catch (error) {
      const cause = error instanceof UnusableSource ? error.cause : undefined;
      if (!(cause instanceof SourceError) || !cause.isRetryable) throw error;
      throw new AbsentSource('the index of Python packages', { cause });
    }
  }

  /** Without an answer of the code host, the commit says enough. @throws UnusableSource for another repository */
  private async requireSame(url: string, identity: string | null, signal: AbortSignal): Promise<void> {
    if (identity === null) return;
    const facts = await this.publicSource.repositoryFacts(url, signal).catch((error: unknown) => {
      if (error instanceof SourceError) return undefined;
      throw error;
    });
    if (facts === undefined || `${facts.host}#${facts.id}` === identity) return;
    throw new UnusableSource('another repository is at the address of this version now');
  }
}
