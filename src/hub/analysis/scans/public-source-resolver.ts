import { Injectable } from '@nestjs/common';
import { SourceError, type SourceSpec } from '@mcp-hub/sources';
import { PublicSource } from '../runs/sources/public-source.js';
import type { VersionSource } from '../../catalog/mcps/version-source.js';
import type { ScanTarget } from './scan-target.js';
import { SourceResolver, UnresolvableSourceError } from './source-resolver.js';

/** The tag of npm, and for Python the absence of a version, that means the newest release. */
const specOf = (target: ScanTarget): SourceSpec =>
  target.kind === 'npm' ? { ...target, version: target.version ?? 'latest' } : target;

/** Asks registries and code hosts, with the checks of every fetch (ADR 50). */
@Injectable()
export class PublicSourceResolver extends SourceResolver {
  constructor(private readonly sources: PublicSource) {
    super();
  }

  async resolve(target: ScanTarget, signal: AbortSignal): Promise<VersionSource> {
    try {
      const exact = await this.sources.resolve(specOf(target), signal);
      if (exact.kind === 'repository')
        return { kind: 'repository', url: exact.url, path: '', commit: exact.commit, ref: '' };
      if (exact.kind === 'mcpb') return { kind: 'mcpb', url: exact.url, sha256: exact.sha256 };
      return { kind: exact.kind, name: exact.name, version: exact.version };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      throw new UnresolvableSourceError(error.message, error.isRetryable, { cause: error });
    }
  }
}
