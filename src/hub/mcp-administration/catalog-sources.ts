import { Injectable } from '@nestjs/common';
import { VersionIntake } from '../intake/version-intake.js';
import { commitOfPackage, packageOf } from '../mcps/mcp-source.js';
import { parseSemanticVersion } from '../../common/values/semantic-version.js';
import { SourceEvents } from '../source-events/source-events.js';

/** Where the source of an MCP is. */
export interface CatalogSource {
  readonly id: string;
  readonly repoUrl: string;
  /** `npm:<name>@<version>`, `pypi:<name>==<version>`, or null for the repository. */
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
   * In the caller's transaction. A package becomes a version at once; the commit of a repository's default branch is
   * found out later.
   */
  async request({ id: mcpId, repoUrl, source }: CatalogSource): Promise<void> {
    if (source === null) {
      if (repoUrl === '') return;
      const delivery = `catalog:${mcpId}`;
      await this.changes.sourcesChanged([{ mcpId, commit: null, ref: 'HEAD', delivery }]);
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
