import type { ArtifactAddress } from '../../storage/artifacts/artifact-store.js';

/** What a cleanup removes, or would. */
export interface Removal {
  readonly address: ArtifactAddress;
  readonly sizeBytes: number;
}

/** How a cleanup goes about it. */
export interface CleanupOptions {
  /** What is younger stays. */
  readonly olderThanHours: number;
  /** Says what it would remove, and changes nothing. */
  readonly dryRun: boolean;
  /**
   * Objects of organizations that this database does not know go too. To a server on a wrong or an empty database every
   * object is one, so only somebody who has looked may say so.
   */
  readonly unknownOrganizations?: boolean;
}

/** The moment before which things must have come to be old enough, by the clock of this process. */
export const cutoffOf = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
