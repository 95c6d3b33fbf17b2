import {
  fetchSource,
  parseCodeHost,
  readNpmSettings,
  resolveSource,
  SourceError,
  type ExactSource,
  type SourceOptions,
  type SourceSpec,
} from '@mcp-hub/sources';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { npmEnvironment } from '../../../config/npm-environment.js';
import type { VersionSource } from '../../mcps/version-source.js';
import { UnusableSource } from '../analysis-failures.js';
import type { FetchedArchive, FetchTarget, SourceFetcher } from './source-fetcher.js';

type PublicKind = 'repository' | 'npm' | 'pypi';

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
      return { path: fetched.archive, sha256: fetched.sha256, size: fetched.size };
    } catch (error) {
      if (error instanceof SourceError) throw new UnusableSource(error.message, { cause: error });
      throw error;
    }
  }

  /** The commit that a branch or tag of a repository has now, or its default branch. @throws SourceError */
  async commitOf(url: string, ref: string, signal: AbortSignal): Promise<string> {
    return (await this.resolve({ kind: 'repository', url, ref }, signal)).commit;
  }

  /** What a source means now: the exact version of a package, or the commit of a branch. @throws SourceError */
  async resolve<Spec extends SourceSpec>(spec: Spec, signal: AbortSignal): Promise<ExactSource<Spec>> {
    return resolveSource(spec, { ...(await this.options()), signal });
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
    const hosts = this.config.analysis.sourceHosts.map(parseCodeHost);
    return { hosts, npm: await readNpmSettings(npmEnvironment()) };
  }
}

function specOf(source: Extract<VersionSource, { kind: PublicKind }>): SourceSpec {
  if (source.kind !== 'repository') return source;
  const { url, commit, path } = source;
  return { kind: 'repository', url, commit, path: path === '' ? null : path };
}
