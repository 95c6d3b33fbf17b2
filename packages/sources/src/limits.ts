const MIB = 1024 * 1024;

/** The limits of one fetch. */
export interface SourceLimits {
  /** The size of a download and of the archive that results, in bytes. */
  readonly archiveBytes: number;
  /** The size of all files of an archive that is converted, in bytes. */
  readonly unpackedBytes: number;
  /** The number of entries of an archive that is converted; with a subfolder, those of the whole repository. */
  readonly entries: number;
  /** The number of files of the archive that results. */
  readonly files: number;
  /** The number of files of a Python release. */
  readonly releaseFiles: number;
  /** The size of all files of a Python release, in bytes. */
  readonly releaseBytes: number;
  /** The whole fetch, in milliseconds. */
  readonly time: number;
}

/** The limits unless the caller gives others. The analyzer accepts archives up to the same sizes. */
export const SOURCE_LIMITS: SourceLimits = {
  archiveBytes: 100 * MIB,
  unpackedBytes: 512 * MIB,
  entries: 100_000,
  files: 20_000,
  releaseFiles: 50,
  releaseBytes: 256 * MIB,
  time: 120_000,
};

/** What a host may answer with besides the archive, in bytes: lists of versions, files and branches. */
export const METADATA_BYTES = 64 * MIB;

/** A number of bytes in a human-readable form. */
export const mebibytes = (bytes: number): string => `${Math.round((bytes / MIB) * 10) / 10} MiB`;
