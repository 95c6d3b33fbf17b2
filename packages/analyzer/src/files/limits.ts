const MEGABYTE = 1024 * 1024;

/** The limits of a package. A package is refused as soon as it exceeds one, not after it has been read. */
export const LIMITS = {
  /** The size of an archive, in bytes. */
  compressedBytes: 100 * MEGABYTE,
  /** The size of all files together, in bytes. */
  unpackedBytes: 512 * MEGABYTE,
  /** The number of files, folders and other entries. */
  entries: 20_000,
  /** The nesting of folders, plus the file. */
  depth: 40,
  /** The length of a path, in bytes of UTF-8. */
  pathLength: 512,
  /** The size of a tar extension header (a long name, for example), in bytes. */
  tarExtensionBytes: 64 * 1024,
  /** The zeros after the end of a tar, in bytes. Programs that write tapes pad up to 10 KB. */
  tarPaddingBytes: MEGABYTE,
} as const;

/** A number of bytes in a human-readable form. */
export const megabytes = (bytes: number): string => `${bytes / MEGABYTE} MB`;
