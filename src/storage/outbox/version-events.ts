/** The topic of versions that were published to the registry or revoked there. Messages are ordered by package. */
export const VERSION_EVENTS = 'registry.versions';

/** A package's version at the time of an event. */
interface VersionFields {
  readonly org: string;
  readonly package: string;
  readonly version: string;
  readonly bundle_digest: string;
}

/** A version was published to the registry. */
export interface VersionPublished extends VersionFields {
  readonly event: 'version.published';
  readonly manifest_digest: string;
  readonly bundle_size_bytes: number;
  /** Of the package, from this publication on. */
  readonly visibility: 'public' | 'private';
  readonly description: string;
  readonly git_sha: string;
  readonly repo_url: string;
}

/** A version was revoked in the registry. */
export interface VersionRevoked extends VersionFields {
  readonly event: 'version.revoked';
  /** Empty without one. */
  readonly reason: string;
}

export type VersionEvent = VersionPublished | VersionRevoked;
