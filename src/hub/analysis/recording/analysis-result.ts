import type { Analysis } from '@mcp-hub/analyzer';
import type { McpVersionStatus } from '../../catalog/mcps/mcp-values.js';
import type { VersionRelease } from '../../catalog/mcps/version-release.js';

/** The results of a version's analysis. */
export interface AnalysisResult {
  readonly versionId: string;
  readonly analysis: Analysis;
  /** The source as it was fetched: a file, its SHA-256 (hexadecimal, or with `sha256:` before it) and size in bytes. */
  readonly archive: {
    readonly path: string;
    readonly sha256: string;
    readonly size: number;
    /** For a Python package: the files that the source was made of. */
    readonly release?: VersionRelease;
  };
}

/** Recorded results. */
export interface Recorded {
  readonly snapshotId: string;
  readonly status: McpVersionStatus;
  readonly certificationLevel: number;
}
