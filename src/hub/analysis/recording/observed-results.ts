import type { ReportedFinding } from '@mcp-hub/analyzer';
import { Injectable } from '@nestjs/common';
import { McpDependenciesRepository } from '../advisories/mcp-dependencies.repository.js';
import { FindingsRepository, type ObservedIn } from '../../catalog/findings/findings.repository.js';
import type { AnalyzedVersion } from '../../catalog/mcps/analysis-results.repository.js';
import { NewestVersionsRepository } from '../../catalog/newest-versions/newest-versions.repository.js';
import type { Snapshot } from '../../catalog/snapshots/snapshot.entity.js';
import type { AnalysisResult } from './analysis-result.js';

/** Records what an analysis says of an MCP over time: its findings (ADR 54) and its dependencies (ADR 59). */
@Injectable()
export class ObservedResults {
  constructor(
    private readonly findings: FindingsRepository,
    private readonly dependencies: McpDependenciesRepository,
    private readonly newest: NewestVersionsRepository,
  ) {}

  /**
   * Only the newest version opens and resolves findings of its MCP, and only a complete analysis resolves them. New
   * advisories are compared with the dependencies of the newest version. The caller has locked the MCP.
   *
   * @param wantsOpened whether to return the findings that were not open before
   */
  async record(
    { versionId, analysis: { report, dependencies } }: AnalysisResult,
    { id: snapshotId, mcpId, createdAt: at, complete }: Snapshot,
    { isNewest }: AnalyzedVersion,
    wantsOpened: boolean,
  ): Promise<readonly ReportedFinding[]> {
    const observed: ObservedIn = { mcpId, versionId, snapshotId, at };
    await this.findings.replaceOfVersion(versionId, distinct(report.findings));
    if (!isNewest) return [];
    const opened = await this.findings.follow(observed, complete, wantsOpened);
    await this.dependencies.replaceFor(mcpId, dependencies);
    await this.newest.settle(mcpId, versionId);
    return opened;
  }
}

/** The findings by fingerprint, which is unique in every report of this program. */
const distinct = (findings: readonly ReportedFinding[]): ReportedFinding[] => [
  ...new Map(findings.map((finding) => [finding.fingerprint, finding])).values(),
];
