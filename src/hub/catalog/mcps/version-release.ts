/** The files of a Python release that a version was analyzed from; stored with the version as JSON (ADR 86). */
export interface VersionRelease {
  /** SHA-256 of the set of all files that an installer may choose, in lower-case hex. */
  readonly sha256: string;
  /** Whether all of them were read. */
  readonly whole: boolean;
  /** Those that were read. */
  readonly files: readonly { readonly filename: string; readonly sha256: string }[];
}

/** The digests by which clients may know a release: of the set, and of each file that was read. */
export const digestsOf = ({ sha256, files }: VersionRelease): string[] => [
  ...new Set([sha256, ...files.map((file) => file.sha256)].map((hex) => `sha256:${hex}`)),
];
