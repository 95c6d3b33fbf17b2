import {
  fetchSource,
  findRef,
  isBefore,
  parseCodeHost,
  readNpmSettings,
  releaseDigest,
  repositoryFacts,
  resolveSource,
  SourceError,
  type ExactSource,
  type FetchedRelease,
  type RepositoryFacts,
  type ResolvedRef,
  type SourceOptions,
  type SourceSpec,
} from '@mcp-hub/sources';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../../config/app-config.js';
import { npmEnvironment } from '../../../../config/npm-environment.js';
import type { VersionRelease } from '../../../catalog/mcps/version-release.js';
import type { VersionSource } from '../../../catalog/mcps/version-source.js';
import { UnusableSource } from '../analysis-failures.js';
import type { FetchedArchive, FetchTarget, SourceFetcher } from './source-fetcher.js';

// Others wait for the answer.
const QUESTION = { time: 15_000 };

type PypiSource = Extract<VersionSource, { kind: 'pypi' }>;
/**
 * What an index says of a release: the SHA-256 of its set of files in hex, that it does not have it, or nothing that would
 * not be different later.
 */
export type ReleaseAnswer = { readonly sha256: string } | 'gone' | 'unanswered';

type PublicKind = 'repository' | 'npm' | 'pypi' | 'mcpb';

/** Fetches from code hosts, npm and PyPI, from public addresses only (ADR 50). */
@Injectable()
export class PublicSource implements SourceFetcher<PublicKind> {
  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  async fetch(
    source: Extract<VersionSource, { kind: PublicKind }>,
    { folder, signal }: FetchTarget,
  ): Promise<FetchedArchive> {
    try {
      const fetched = await fetchSource(specOf(source), { ...(await this.options()), folder, signal });
      const { archive: path, sha256, size, release } = fetched;
      return { path, sha256, size, ...(release && { release: versionRelease(release) }) };
    } catch (error) {
      if (error instanceof SourceError) throw new UnusableSource(error.message, { cause: error });
      throw error;
    }
  }

  /** A branch or tag of a repository now, or its default branch for `HEAD`. @throws SourceError */
  async findRef(url: string, ref: string, signal: AbortSignal): Promise<ResolvedRef> {
    return findRef(url, ref, { ...(await this.options()), limits: QUESTION, signal });
  }

  /** Which repository is at an address. @throws SourceError */
  async repositoryFacts(url: string, signal: AbortSignal): Promise<RepositoryFacts> {
    return repositoryFacts(url, { ...(await this.options()), limits: QUESTION, signal });
  }

  /** Whether a commit is another one, or in its history. @throws SourceError */
  async isBefore(
    url: string,
    commits: { readonly commit: string; readonly other: string },
    signal: AbortSignal,
  ): Promise<boolean> {
    return isBefore(url, commits, { ...(await this.options()), limits: QUESTION, signal });
  }

  /** What a source means now: the exact version of a package, or the commit of a branch. @throws SourceError */
  async resolve<Spec extends SourceSpec>(spec: Spec, signal: AbortSignal): Promise<ExactSource<Spec>> {
    return resolveSource(spec, { ...(await this.options()), signal });
  }

  /** The set of files that an installer may choose from now for a version of a Python package. */
  async releaseDigest(source: PypiSource, signal: AbortSignal): Promise<ReleaseAnswer> {
    try {
      return { sha256: await releaseDigest(source, { ...(await this.options()), limits: QUESTION, signal }) };
    } catch (error) {
      if (error instanceof SourceError) return error.isRetryable ? 'unanswered' : 'gone';
      throw error;
    }
  }

  /** Whether npm's registry, as configured on this machine, has a version of a package, and answers. */
  async hasPackage(name: string, version: string, signal: AbortSignal): Promise<boolean> {
    try {
      const options = { ...(await this.options()), signal };
      return (await resolveSource({ kind: 'npm', name, version }, options)).version === version;
    } catch (error) {
      if (error instanceof SourceError || signal.aborted) return false;
      throw error;
    }
  }

  private async options(): Promise<SourceOptions> {
    const { sourceHosts, pypiIndex } = this.config.analysis;
    const hosts = sourceHosts.map(parseCodeHost);
    const npm = await readNpmSettings(npmEnvironment());
    return { hosts, npm, ...(pypiIndex !== undefined && { pypiIndex }) };
  }
}

const versionRelease = ({ sha256, isWhole, files }: FetchedRelease): VersionRelease => ({
  sha256,
  whole: isWhole,
  files: files.map((file) => ({ filename: file.filename, sha256: file.sha256 })),
});

function specOf(source: Extract<VersionSource, { kind: PublicKind }>): SourceSpec {
  if (source.kind !== 'repository') return source;
  const { url, commit, path } = source;
  return { kind: 'repository', url, commit, path: path === '' ? null : path };
}
