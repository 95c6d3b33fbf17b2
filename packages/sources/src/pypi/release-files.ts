import { createHash } from 'node:crypto';

/** A file of a release, as the index names it. */
export interface ReleaseFile {
  readonly filename: string;
  /** In lower-case hex. */
  readonly sha256: string;
}

/**
 * The digest of a set of files: the SHA-256 of a line for each, sorted by name, as `sha256sum` prints them. It changes when
 * a file is added, removed or replaced.
 */
export function setDigest(files: readonly ReleaseFile[]): string {
  const lines = files
    .map(({ filename, sha256 }) => ({ filename, line: `${sha256}  ${filename}\n` }))
    .sort((one, other) => (one.filename < other.filename ? -1 : Number(one.filename > other.filename)))
    .map(({ line }) => line);
  return createHash('sha256').update(lines.join('')).digest('hex');
}
