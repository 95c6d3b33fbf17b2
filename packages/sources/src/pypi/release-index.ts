import { setDigest } from './release-files.js';
import type { Place } from './merged-release.js';

/** Where the archive of a release says what it was made of. */
export const RELEASE_INDEX = '.release.json';

/** A file of a release in the archive. */
export interface IndexedDistribution {
  readonly filename: string;
  readonly sha256: string;
  /** In bytes; null when the index of packages does not say it. */
  readonly size: number | null;
  /** Why its files are not in the archive. */
  readonly problem?: string;
  /** The place of each file in the archive; null for native code, which is left out. */
  readonly places?: ReadonlyMap<string, Place>;
  /** Links of it that lead out of it, and are in no archive. */
  readonly links?: readonly string[];
}

/** What the archive of a release was made of. */
export interface ReleaseIndex {
  readonly name: string;
  readonly version: string;
  /** The file name of the distribution whose files lie as they are. */
  readonly main: string;
  readonly distributions: readonly IndexedDistribution[];
}

/** The text of the index. The same release gives the same text. */
export function indexText({ name, version, main, distributions }: ReleaseIndex): string {
  const sorted = [...distributions].sort((one, other) => (one.filename < other.filename ? -1 : 1));
  return `${JSON.stringify({
    format: 1,
    name,
    version,
    sha256: setDigest(sorted),
    main,
    distributions: sorted.map(({ filename, sha256, size, problem, places, links = [] }) => ({
      filename,
      sha256,
      size,
      ...(problem !== undefined && { problem }),
      ...(links.length > 0 && { links: [...links].sort() }),
      ...(places !== undefined && { files: [...places].sort(([one], [other]) => (one < other ? -1 : 1)) }),
    })),
  })}\n`;
}
