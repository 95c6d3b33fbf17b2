import { Injectable } from '@nestjs/common';
import { VersionIntake } from '../../catalog/intake/version-intake.js';
import { commitOfPackage, mcpbOf, packageOf } from '../../catalog/mcps/mcp-source.js';
import { parseSemanticVersion } from '../../../common/values/semantic-version.js';
import { SourceEvents } from '../../catalog/source-events/source-events.js';

/** Where the source of an MCP is. */
export interface CatalogSource {
  readonly id: string;
  readonly repoUrl: string;
  /** `npm:<name>@<version>`, `pypi:<name>==<version>`, `mcpb:<url>#sha256:<hex>`, or null for the repository. */
  readonly source: string | null;
}

/** Queues the analysis of MCPs whose source administrators have set (hub contract 30). */
@Injectable()
export class CatalogSources {
  constructor(
    private readonly intake: VersionIntake,
    private readonly changes: SourceEvents,
  ) {}

  /**
   * In the caller's transaction. A package or MCP bundle becomes a version at once; the commit of a repository's default branch is
   * found out later.
   */
  async request({ id: mcpId, repoUrl, source }: CatalogSource): Promise<void> {
    if (source === null) {
      if (repoUrl === '') return;
      const delivery = `catalog:${mcpId}`;
      await this.changes.sourcesChanged([{ mcpId, commit: null, ref: 'HEAD', delivery }]);
      return;
    }
    const bundle = mcpbOf(source);
    if (bundle !== undefined) {
      // Its digest is what identifies it; the number in its manifest is what its publisher says.
      const { sha256: commitHash } = bundle;
      await this.intake.ingest({
        mcpId,
        source: { kind: 'mcpb', ...bundle },
        kind: 'release',
        commitHash,
        semver: null,
      });
      return;
    }
    const version = packageOf(source);
    await this.intake.ingest({
      mcpId,
      source: version,
      kind: 'release',
      commitHash: commitOfPackage(version),
      semver: parseSemanticVersion(version.version)?.text ?? null,
    });
  }
}
