/** How much of an archive is read. */
export interface ArchiveLimits {
  /** The size of all files together, in bytes. */
  readonly unpackedBytes: number;
  readonly entries: number;
}
