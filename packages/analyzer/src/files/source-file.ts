/** The role of a file: only product code is analyzed for its behavior. */
export type FileRole =
  | 'product'
  | 'test'
  | 'docs'
  | 'example'
  | 'vendored'
  | 'minified'
  /** A script that a server sends to browsers. */
  | 'browser'
  | 'manifest'
  | 'lockfile'
  | 'ci'
  | 'data'
  | 'binary';

/** The files of a package by their paths: relative, with `/`, without `.` and `..`. */
export type PackageFiles = ReadonlyMap<string, Uint8Array>;

/** The files of a package, with facts that are available before any is read. */
export interface SourcePackage {
  readonly files: PackageFiles;
  /** Whether the file at a path is in a language that is analyzed. */
  readonly isSource: (path: string) => boolean;
  /** Whether it is a package of npm's registry, which npm installs with all files that it has in `node_modules`. */
  readonly isNpmPackage?: boolean;
}

/** A package that is not analyzed because of how it is packed. The message explains why to its publisher. */
export class RefusedPackage extends Error {}
