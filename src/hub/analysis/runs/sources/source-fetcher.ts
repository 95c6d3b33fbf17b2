import type { VersionRelease } from '../../../catalog/mcps/version-release.js';
import type { VersionSource } from '../../../catalog/mcps/version-source.js';

/** The source of a version as a gzipped tar. */
export interface FetchedArchive {
  readonly path: string;
  /** In lower-case hex. */
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  /** For a Python package: the files that the archive was made of. */
  readonly release?: VersionRelease;
}

/** Where a source is fetched to, and when to give up. */
export interface FetchTarget {
  /** An empty folder that only this attempt uses. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Fetches the sources of some kinds. */
export interface SourceFetcher<Kind extends VersionSource['kind']> {
  /**
   * @throws UnusableSource with a reason for the publisher, if another attempt would change nothing; any other error
   *   otherwise
   */
  fetch(source: Extract<VersionSource, { kind: Kind }>, target: FetchTarget): Promise<FetchedArchive>;
}
