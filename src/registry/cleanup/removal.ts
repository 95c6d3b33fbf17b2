import { currentTime } from '../../common/values/clock.js';
import type { ArtifactAddress } from '../../storage/artifacts/artifact-store.js';

/** An artifact that a cleanup removes, or would remove. */
export interface Removal {
  readonly address: ArtifactAddress;
  readonly sizeBytes: number;
}

/** Options of a cleanup. */
export interface CleanupOptions {
  /** Younger artifacts are kept. */
  readonly olderThanHours: number;
  /** Reports what it would remove, and changes nothing. */
  readonly dryRun: boolean;
  /**
   * Also removes objects of unknown organizations. With a wrong or empty database all organizations are unknown, so
   * this must be an explicit decision.
   */
  readonly unknownOrganizations?: boolean;
}

/** Artifacts created before this time, by the clock of this process, are old enough to be removed. */
export const cutoffOf = (hours: number): Date => new Date(currentTime() - hours * 3_600_000);
