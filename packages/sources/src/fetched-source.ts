import type { SourceLimits } from './limits.js';
import type { HttpClient } from './network/http-client.js';
import type { ReleaseFile } from './pypi/release-files.js';

/** The files of a release that an installer may choose, in one archive. */
export interface FetchedRelease {
  /** Of the set of files, also of those that are not in the archive. */
  readonly sha256: string;
  /** The files whose contents are in the archive. */
  readonly files: readonly ReleaseFile[];
  /** Whether these are all. */
  readonly isWhole: boolean;
}

/** A source that was fetched. */
export interface FetchedSource {
  /** The path of a gzipped tar. */
  readonly archive: string;
  /** Of the archive, in lower-case hex. */
  readonly sha256: string;
  /** Of the archive, in bytes. */
  readonly size: number;
  /** The commit of a repository, in lower-case hex. */
  readonly commit?: string;
  /** The package and its exact version. */
  readonly package?: { readonly name: string; readonly version: string };
  /** For a Python package: what the archive was made of. */
  readonly release?: FetchedRelease;
}

/** What the fetchers work with. */
export interface FetchContext {
  /** A private folder that is deleted after the fetch. */
  readonly folder: string;
  /** The path for the archive, in that folder. */
  readonly archive: string;
  readonly limits: SourceLimits;
  readonly signal: AbortSignal;
}

/** A context with a client for the hosts of one kind of source. */
export interface HttpFetchContext extends FetchContext {
  readonly client: HttpClient;
}
