const MEGABYTE = 1024 * 1024;

/** What a package may be at most. One that is more is refused as soon as it shows, not after it has been read. */
export const LIMITS = {
  /** Of an archive, in bytes. */
  compressedBytes: 100 * MEGABYTE,
  /** All files together, in bytes. */
  unpackedBytes: 512 * MEGABYTE,
  /** Files, folders and whatever else has a name. */
  entries: 20_000,
  /** Folders in each other, and the file. */
  depth: 40,
  /** Of a path, in bytes of UTF-8. */
  pathLength: 512,
  /** Of a tar header that carries a long name or the like, in bytes. */
  tarExtensionBytes: 64 * 1024,
  /** Of the zeros after the end of a tar, in bytes. Programs that write tapes fill up to 10 KB. */
  tarPaddingBytes: MEGABYTE,
} as const;

/** A number of bytes as a person reads it. */
export const megabytes = (bytes: number): string => `${bytes / MEGABYTE} MB`;
