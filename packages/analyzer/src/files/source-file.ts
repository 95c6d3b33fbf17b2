/** What a file is for: only product code is analyzed for what it does. */
export type FileRole =
  | 'product'
  | 'test'
  | 'docs'
  | 'example'
  | 'vendored'
  | 'minified'
  | 'manifest'
  | 'lockfile'
  | 'ci'
  | 'data'
  | 'binary';

/** The files of a package by their paths: relative, with `/`, without `.` and `..`. */
export type PackageFiles = ReadonlyMap<string, Uint8Array>;

/** The files of a package, with what is known of them before any is read. */
export interface SourcePackage {
  readonly files: PackageFiles;
  /** Whether the file at a path is in a language that is analyzed. */
  readonly isSource: (path: string) => boolean;
}

/** A package that is not looked into at all, because of how it is packed. The message says why, for its publisher. */
export class RefusedPackage extends Error {}
